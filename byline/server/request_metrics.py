"""Metrics and logs of HTTP requests: an ASGI middleware that records them, and the text for Prometheus."""

import os
import re
import time
from collections.abc import Mapping
from functools import lru_cache

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byline.server.logs import request_logger

log = structlog.get_logger()
REGISTRY = CollectorRegistry()
REQUEST_COUNT = Counter("byline_requests", "Number of HTTP requests.", ["path", "status"], registry=REGISTRY)
REQUEST_DURATION = Histogram(
    "byline_request_seconds", "Duration of HTTP requests in seconds.", ["path"], registry=REGISTRY
)
STEP_DURATION = Histogram(
    "byline_graphql_step_seconds",
    "Duration in seconds of the steps of a query (compile, planning, neo4j, decode) or a mutation (compile, execute).",
    ["step"],
    registry=REGISTRY,
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
STEP_OBSERVERS = {step: STEP_DURATION.labels(step) for step in ("compile", "planning", "neo4j", "decode", "execute")}
REQUESTS_IN_PROGRESS = Gauge(
    "byline_requests_running", "Number of HTTP requests in progress.", registry=REGISTRY, multiprocess_mode="livesum"
)
SUBSCRIPTIONS = Gauge(
    "byline_subscriptions_running",
    "Number of running operations over WebSocket and as server-sent events.",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
METRIC_PATHS = frozenset({"/graphql", "/reconcile", "/healthz", "/readyz", "/metrics", "/schema.graphql", "/"})
CLIENT_REQUEST_ID = re.compile(r"^[\w.-]{1,64}$")


def metrics_text() -> bytes:
    """Return all metrics in the text format of Prometheus; with several server processes, their sums."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    sums = CollectorRegistry()
    MultiProcessCollector(sums)
    return generate_latest(sums)


def observe_steps(durations_s: Mapping[str, float]) -> None:
    """Record the durations of the steps of one GraphQL query in the histogram."""
    for step, seconds in durations_s.items():
        STEP_OBSERVERS[step].observe(seconds)


@lru_cache(maxsize=1_000)
def _request_metrics(path: str, status: int) -> tuple[Counter, Histogram]:
    return REQUEST_COUNT.labels(path, str(status)), REQUEST_DURATION.labels(path)


class RequestMetricsMiddleware:
    """ASGI middleware that gives each request an ID, and logs, counts and times it.

    It adds the headers `X-Request-ID` and `Server-Timing`, and `X-Content-Type-Options: nosniff`, so that browsers do
    not guess the content type.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request with the application, and record it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client_id = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        request_id = client_id if CLIENT_REQUEST_ID.match(client_id) else os.urandom(16).hex()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        path = scope["path"] if scope["path"] in METRIC_PATHS else "other"
        started, status = time.perf_counter(), 500

        async def send_with_metrics(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                total = f"total;dur={(time.perf_counter() - started) * 1000:.2f}"
                response_headers = [
                    (b"x-request-id", request_id.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"server-timing", total.encode()),
                ]
                message["headers"] = [*message["headers"], *response_headers]
            await send(message)

        REQUESTS_IN_PROGRESS.inc()
        try:
            await self.app(scope, receive, send_with_metrics)
        finally:
            seconds = time.perf_counter() - started
            REQUESTS_IN_PROGRESS.dec()
            count, duration = _request_metrics(path, status)
            count.inc()
            duration.observe(seconds)
            ms = round(seconds * 1000, 1)
            if path == "other":
                log.info("request", method=scope["method"], path=scope["path"], status=status, ms=ms)
            else:
                request_logger.log(request_id, scope["method"], path, status, ms)
