"""ASGI middleware that logs and counts requests."""

import re
import time
from uuid import uuid4

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger()
REGISTRY = CollectorRegistry()
REQUEST_COUNT = Counter("byline_requests", "Number of HTTP requests.", ["path", "status"], registry=REGISTRY)
REQUEST_DURATION = Histogram(
    "byline_request_seconds", "Duration of HTTP requests in seconds.", ["path"], registry=REGISTRY
)
REQUESTS_IN_PROGRESS = Gauge("byline_requests_running", "Number of HTTP requests in progress.", registry=REGISTRY)
METRIC_PATHS = frozenset({"/graphql", "/reconcile", "/healthz", "/readyz", "/metrics", "/schema.graphql", "/"})
CLIENT_REQUEST_ID = re.compile(r"^[\w.-]{1,64}$")


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
        request_id = client_id if CLIENT_REQUEST_ID.match(client_id) else uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        path = scope["path"] if scope["path"] in METRIC_PATHS else "other"
        started, status = time.perf_counter(), 500

        async def send_with_metrics(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                more = [(b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        REQUESTS_IN_PROGRESS.inc()
        try:
            await self.app(scope, receive, send_with_metrics)
        finally:
            seconds = time.perf_counter() - started
            REQUESTS_IN_PROGRESS.dec()
            REQUEST_COUNT.labels(path, str(status)).inc()
            REQUEST_DURATION.labels(path).observe(seconds)
            log.info("request", method=scope["method"], path=scope["path"], status=status, ms=round(seconds * 1000, 1))
