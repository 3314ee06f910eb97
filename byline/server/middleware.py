"""Which host names a request may be addressed to: what a page elsewhere reaches by turning its own name to 127.0.0.1.

Byline has no sign-in, so a browser's rule that a page reads only its own host is what keeps others out; a page whose
name has been pointed at this machine passes that rule, but still sends its own name. An address in figures cannot be
pointed elsewhere, so any is allowed.
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
    """ASGI middleware that answers 400 to a request for a host that is none of ours."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self.app = app
        self.allowed = {"localhost", *(name.lower() for name in allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        host = Headers(scope=scope).get("host", "") if scope["type"] == "http" else ""
        if self._ours(host):
            await self.app(scope, receive, send)
            return
        message = f"This server does not answer for the host {host!r}. BYLINE_ALLOWED_HOSTS says for which it does."
        response = to_http_response(error_reply(Code.BAD_REQUEST, message), JSON, own_status=True)
        await response(scope, receive, send)

    def _ours(self, host: str) -> bool:
        if not host or ANY in self.allowed:  # no browser leaves it out
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        return name in self.allowed or is_ip_address(name)


def is_ip_address(name: str) -> bool:
    """Tell whether a host is written as an address, of either kind."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


log = structlog.get_logger()
REGISTRY = CollectorRegistry()
REQUESTS = Counter("byline_requests", "HTTP requests answered.", ["path", "status"], registry=REGISTRY)
SECONDS = Histogram("byline_request_seconds", "Time to answer a request.", ["path"], registry=REGISTRY)
RUNNING = Gauge("byline_requests_running", "Requests being answered.", registry=REGISTRY)
PATHS = frozenset({"/graphql", "/reconcile", "/healthz", "/readyz", "/metrics", "/schema.graphql", "/"})
GIVEN_ID = re.compile(r"^[\w.-]{1,64}$")


class RequestMetricsMiddleware:
    """ASGI middleware that gives each request an id, logs it when it is answered, and counts it.

    Each answer is to be taken for what it says it is, not for what a browser may think that it looks like.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request through the app."""
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
