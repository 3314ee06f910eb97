"""Limits of HTTP connections: size and time of headers, time of bodies and responses, connections per client.

Uvicorn's parser accepts headers of any size, and waits for a request without a limit. The protocol of this module ends
such connections, so that a client can occupy neither memory nor connections.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

END_OF_HEADERS = b"\r\n\r\n"


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
