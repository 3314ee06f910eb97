"""What an operator sees of each request: an id, a line in the log, figures for Prometheus."""

import re
import time
from uuid import uuid4

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger()
REGISTRY = CollectorRegistry()
REQUESTS = Counter("byline_requests", "HTTP requests answered.", ["path", "status"], registry=REGISTRY)
SECONDS = Histogram("byline_request_seconds", "Time to answer a request.", ["path"], registry=REGISTRY)
RUNNING = Gauge("byline_requests_running", "Requests being answered.", registry=REGISTRY)
PATHS = frozenset({"/graphql", "/reconcile", "/healthz", "/readyz", "/metrics", "/schema.graphql", "/"})
GIVEN_ID = re.compile(r"^[\w.-]{1,64}$")


class Observed:
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
        given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        request_id = given if GIVEN_ID.match(given) else uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        path = scope["path"] if scope["path"] in PATHS else "other"
        started, status = time.perf_counter(), 500

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                more = [(b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        RUNNING.inc()
        try:
            await self.app(scope, receive, told)
        finally:
            seconds = time.perf_counter() - started
            RUNNING.dec()
            REQUESTS.labels(path, str(status)).inc()
            SECONDS.labels(path).observe(seconds)
            log.info("request", method=scope["method"], path=scope["path"], status=status, ms=round(seconds * 1000, 1))
