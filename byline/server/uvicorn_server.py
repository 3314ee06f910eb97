"""Bind the port, then run uvicorn, with limits of connections, until it is stopped.

Uvicorn's parser accepts headers of any size, and waits for a request without a limit. The protocol of this module ends
such connections, so that a client can occupy neither memory nor connections.
"""

import asyncio
import gc
import http.client
import ipaddress
import socket
import sys
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from byline.settings import Settings
from normalization.identifiers import normalize

END_OF_HEADERS = b"\r\n\r\n"
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


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits of the connections of a server."""

    header_bytes: int = 65_536
    """Maximum size of the request line and the headers of a request in bytes."""
    header_timeout_s: float = 10
    """Maximum time from the start of a connection or request to the end of its headers in seconds."""
    body_timeout_s: float = 60
    """Maximum time from the end of the headers to the end of the body in seconds."""
    write_timeout_s: float = 60
    """Maximum time in which a client reads nothing of a response that waits for it, in seconds."""
    per_client: int = 0
    """Maximum number of open connections per client address; 0: unlimited."""


@dataclass(slots=True)
class OpenConnections:
    """Number of open connections by client address."""

    count: Counter[str] = field(default_factory=Counter[str])

    def add(self, client: str) -> int:
        """Add a connection, and return the number of the client's connections."""
        self.count[client] += 1
        return self.count[client]

    def remove(self, client: str) -> None:
        """Remove a connection."""
        self.count[client] -= 1
        if not self.count[client]:
            del self.count[client]


class LimitedConfig(uvicorn.Config):
    """The configuration of a server with limits of its connections."""

    limits: ConnectionLimits = ConnectionLimits()
    open_connections: OpenConnections


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol, which counts as a connection of its client until it ends."""

    config: LimitedConfig  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.config.open_connections.remove(self.client[0] if self.client else "")
        super().connection_lost(exc)


class LimitedProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP/1.1 protocol, which ends connections that exceed a limit."""

    config: LimitedConfig
    _header_bytes = 0
    _reads_headers = True
    _timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _client_address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse the connection if the client has too many; otherwise wait for the headers of a request."""
        super().connection_made(transport)
        self._client_address = self.client[0] if self.client else ""
        limit = self.config.limits.per_client
        if self.config.open_connections.add(self._client_address) > limit > 0:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, f"A client can have {limit} open connections.")
            return
        self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers, and forget the connection."""
        self._stop_timer()
        self.resume_writing()
        self.config.open_connections.remove(self._client_address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data unless the headers are too large."""
        if self.transport.is_closing():
            return
        if self._reads_headers:
            remaining = self.config.limits.header_bytes - self._header_bytes
            if len(data) > remaining and END_OF_HEADERS not in data[: remaining + len(END_OF_HEADERS)]:
                message = f"The headers of a request can have {self.config.limits.header_bytes:,} bytes."
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, message)
                return
            self._header_bytes += len(data)
            if self._timer is None:
                self._wait_for_headers()
        super().data_received(data)

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the WebSocket protocol, which has its own limits."""
        self._stop_timer()
        super().handle_websocket_upgrade()

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._reads_headers = False
        self._header_bytes = 0
        self._start_timer(self.config.limits.body_timeout_s, "The body of the request did not arrive in time.")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop waiting for the request, which is complete."""
        self._reads_headers = True
        self._stop_timer()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Wait until the client reads; end the connection if it does not."""
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(self.config.limits.write_timeout_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue to write, because the client has read."""
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        super().resume_writing()

    def _wait_for_headers(self) -> None:
        self._start_timer(self.config.limits.header_timeout_s, "The headers of the request did not arrive in time.")

    def _start_timer(self, seconds: float, message: str) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._refuse, HTTPStatus.REQUEST_TIMEOUT, message)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        """Send a response with this status unless another has begun, and close the connection."""
        self._stop_timer()
        cycle = cast("RequestResponseCycle | None", self.cycle)  # uvicorn sets None before the first request
        if cycle is None or cycle.response_complete or not cycle.response_started:
            text = f"{message}\n".encode()
            self.transport.write(
                f"HTTP/1.1 {status} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
                f"content-length: {len(text)}\r\nconnection: close\r\n\r\n".encode()
                + text
            )
        self.transport.close()


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
