"""ASGI middleware: check the Host header, and log and count requests.

Byline has no authentication for queries, so it relies on the same-origin policy of browsers. With DNS rebinding, a page
whose host name resolves to this machine passes that policy, but the browser still sends the page's host name. Requests
for IP addresses are allowed, because they cannot be rebound.
"""

import ipaddress
import re
import time
from collections.abc import Iterable
from urllib.parse import urlsplit
from uuid import uuid4

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byline.server.content_negotiation import JSON
from byline.server.responses import to_http_response
from resolvers.errors import Code
from resolvers.reply import error_reply

ANY = "*"


class Hosts:
    """ASGI middleware that responds with 400 to requests for unknown host names."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self.app = app
        self.allowed = {"localhost", *(name.lower() for name in allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request, or reject it."""
        host = Headers(scope=scope).get("host", "") if scope["type"] == "http" else ""
        if self._ours(host):
            await self.app(scope, receive, send)
            return
        message = f"The host name {host!r} is not allowed. Add it to BYLINE_ALLOWED_HOSTS."
        response = to_http_response(error_reply(Code.BAD_REQUEST, message), JSON, own_status=True)
        await response(scope, receive, send)

    def _ours(self, host: str) -> bool:
        if not host or ANY in self.allowed:  # browsers always send the header
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        return name in self.allowed or is_ip_address(name)


def is_ip_address(name: str) -> bool:
    """Return True if a host is an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


log = structlog.get_logger()
REGISTRY = CollectorRegistry()
REQUESTS = Counter("byline_requests", "Number of HTTP requests.", ["path", "status"], registry=REGISTRY)
SECONDS = Histogram("byline_request_seconds", "Duration of HTTP requests in seconds.", ["path"], registry=REGISTRY)
RUNNING = Gauge("byline_requests_running", "Number of HTTP requests in progress.", registry=REGISTRY)
PATHS = frozenset({"/graphql", "/reconcile", "/healthz", "/readyz", "/metrics", "/schema.graphql", "/"})
GIVEN_ID = re.compile(r"^[\w.-]{1,64}$")


class RequestMetricsMiddleware:
    """ASGI middleware that assigns an ID to each request, logs and counts it.

    It also forbids browsers to guess the content type of responses.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward one request to the application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client_id = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        request_id = client_id if GIVEN_ID.match(client_id) else uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        path = scope["path"] if scope["path"] in PATHS else "other"
        started, status = time.perf_counter(), 500

        async def send_with_metrics(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                more = [(b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        RUNNING.inc()
        try:
            await self.app(scope, receive, send_with_metrics)
        finally:
            seconds = time.perf_counter() - started
            RUNNING.dec()
            REQUESTS.labels(path, str(status)).inc()
            SECONDS.labels(path).observe(seconds)
            log.info("request", method=scope["method"], path=scope["path"], status=status, ms=round(seconds * 1000, 1))
