"""Bind the port, then run uvicorn until it is stopped."""

import asyncio
import gc
import http.client
import ipaddress
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http import HTTPStatus

import uvicorn
from starlette.types import ASGIApp

from byline.server.connection_limits import (
    ConnectionLimits,
    LimitedConfig,
    LimitedProtocol,
    LimitedWebSocket,
    OpenConnections,
)
from byline.settings import Settings
from normalization.identifiers import normalize

HEALTHY_BODY = b"ok\n"
"""Response of `/healthz`."""
GC_THRESHOLD = 10_000
"""Number of new objects after which Python collects garbage. A response of 1,000 rows allocates thousands of objects,
which are soon freed without it.
"""
SWITCH_INTERVAL_S = 0.0005
"""Interval in seconds after which Python may switch from a computing worker thread to the event loop. A request waits
for several switches: with Python's default of 5 ms, they would add up.
"""


class ServeError(Exception):
    """The server cannot listen on the address; the message says what to do."""


def bind_socket(settings: Settings) -> socket.socket:
    """Bind and listen on the port of the settings.

    Raises ServeError if the port is in use, or the address is not loopback and remote access is not allowed.
    """
    if not settings.allow_remote and not _is_loopback(settings.host):
        raise ServeError(
            f"{settings.host} is reachable from other machines, and Byline does not authenticate readers. "
            "To allow this, set BYLINE_ALLOW_REMOTE=true, and use a reverse proxy with authentication."
        )
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen()  # without listening, another process could bind the port too
    except OSError as error:
        listener.close()
        raise ServeError(
            f"Cannot bind port {settings.port} on {settings.host}: {error.strerror}. "
            f"Use another port: PORT={settings.port + 1} make demo, or byline serve --port {settings.port + 1}."
        ) from error
    return listener


def is_already_serving(settings: Settings) -> bool:
    """Return True if a Byline server responds at the address of the settings."""
    connection = http.client.HTTPConnection(settings.host, settings.port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        return (
            response.status == HTTPStatus.OK and "x-request-id" in response.headers and response.read() == HEALTHY_BODY
        )
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Server(uvicorn.Server):
    """Uvicorn without its signal handlers; it reports when it accepts requests."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application and accept requests."""
        await super().startup(sockets)
        if self.started and self._on_started is not None:
            self._on_started()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Install no signal handlers."""
        yield


def tune_gc() -> None:
    """Load lazily imported data, then exclude all existing objects from garbage collection and collect less often."""
    normalize("orcid:0000-0002-1825-0097")  # imports the checksum library, which takes 0.25 s
    gc.collect()
    gc.freeze()  # modules and the schema: scanning them at each collection would cause pauses
    gc.set_threshold(GC_THRESHOLD)


async def serve(
    app: ASGIApp,
    listener: socket.socket,
    settings: Settings,
    on_started: Callable[[], None] | None = None,
    limits: ConnectionLimits | None = None,
) -> None:
    """Serve on the socket until the task is cancelled, then finish pending requests. The caller handles signals.

    Args:
        app: The application.
        listener: A listening socket.
        settings: Settings of the server.
        on_started: Called when the server accepts requests.
        limits: Limits of the connections. Default: those of the settings.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    config = LimitedConfig(
        app,
        http=LimitedProtocol,
        ws=LimitedWebSocket,
        ws_max_size=settings.max_body,
        ws_per_message_deflate=False,  # compressed messages of a client could expand without limit
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
    )
    config.limits = limits or ConnectionLimits(per_client=settings.connections_per_client)
    config.open_connections = OpenConnections()
    server = Server(config, on_started)
    tune_gc()
    serving = asyncio.create_task(server.serve([listener]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        server.should_exit = True
        await serving
        raise
