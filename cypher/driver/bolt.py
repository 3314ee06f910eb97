"""One Bolt connection that runs auto-commit reads: RUN and PULL in one write, rows decoded as they arrive.

A connection that is cancelled, lost, or receives anything unexpected is closed for good; closing ends its statement in
the server. It therefore never returns the answer to an earlier statement.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from neo4j import Auth
from neo4j.auth_management import AsyncAuthManager
from neo4j.exceptions import ServiceUnavailable

from cypher.driver.errors import GraphError, ResultTooLargeError
from cypher.driver.packstream import (
    FAILURE,
    GOODBYE_MESSAGE,
    HANDSHAKE,
    IGNORED,
    RECORD,
    RESET_MESSAGE,
    STRUCTURE_HOOKS,
    SUCCESS,
    DriverRequiredError,
    encode_sign_in,
    negotiate,
    server_error,
    unpacker,
)
from cypher.driver.values import Row, count_values

CONNECT_S = 2.0
"""Timeout in seconds of a TCP connection, with TLS."""
SIGN_IN_S = 4.0
"""Timeout in seconds from the start of a connection to the end of the sign-in."""
READ_REPLIES = 2
"""Replies to a read: one to RUN, one to PULL."""
END_OF_MESSAGE = b"\0\0"
HINT_RECV_TIMEOUT = "connection.recv_timeout_seconds"


class Endpoint(NamedTuple):
    """Host and port of a server; `tls` is None for an unencrypted connection."""

    host: str
    port: int
    tls: ssl.SSLContext | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


TOO_LARGE = "The result is too large. Return fewer rows or values."


class Answer(NamedTuple):
    """Columns and rows of a read, and the bookmark of its transaction, if there is one."""

    columns: tuple[str, ...]
    rows: list[Row]
    bookmark: str | None
    more: bool = False
    """True if the result has more rows than the limit."""


class ReadLimits(NamedTuple):
    """Limits of a read for a client.

    Attributes:
        rows: Maximum number of rows; the server computes no further ones.
        bytes: Maximum size of the result in Bolt's encoding.
        decode: Converts nodes, relationships, paths and other structures.
        row_bytes: Maximum size of a row in Bolt's encoding; None: the size of the result. An empty map has one byte
            there, and 72 bytes in memory.
        values: Maximum number of values in the result, with those of lists and maps; None: no limit.
    """

    rows: int
    bytes: int
    decode: Callable[[object], object]
    row_bytes: int | None = None
    values: int | None = None


class BoltConnection(asyncio.Protocol):
    """A connection that runs one exchange at a time. `open_connection` creates it."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        """Reason why the connection is closed."""
        self.version: tuple[int, int] = (0, 0)
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._ready = False
        self._buffer = bytearray()
        self._message = bytearray()
        self._waiter: asyncio.Future[None] | None = None
        self._expected = 0
        self._replies: list[tuple[int, dict[str, Any]]] = []
        self._columns: tuple[str, ...] | None = None
        self._rows: list[Row] = []
        self._unpack = unpacker(self.version)
        self._hooks: Mapping[type, Callable[[object], object]] = STRUCTURE_HOOKS
        self._limits: ReadLimits | None = None
        self._on_columns: Callable[[], None] | None = None
        self._bytes_left = self._values_left = 0
        """Rest of the limits."""
        self._silence_timer: asyncio.TimerHandle | None = None
        self._received_at = self._loop.time()
        self.opened_at = self.used_at = time.monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport, and detect peers that vanish."""
        self._transport = cast("asyncio.Transport", transport)
        if (raw := transport.get_extra_info("socket")) is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the exchange, if one is pending."""
        self._fail(ServiceUnavailable(f"the connection was lost: {exc}" if exc else "the server closed the connection"))

    async def shake_hands(self) -> None:
        """Agree on a Bolt version. Raises DriverRequiredError or ServiceUnavailable."""
        await self._exchange(HANDSHAKE, 1)

    async def sign_in(self, auth: Auth) -> None:
        """Send the credentials. Raises Neo4jError if the server rejects them, or ServiceUnavailable."""
        await self._exchange(encode_sign_in(auth), 2)
        for tag, metadata in self._replies:
            if tag == FAILURE:
                self.abort()
                raise server_error(self.version, metadata)
        self._ready = True
        hints = self._replies[0][1].get("hints")
        timeout_s = hints.get(HINT_RECV_TIMEOUT) if isinstance(hints, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        if isinstance(timeout_s, int) and timeout_s > 0:
            self._check_silence(timeout_s)

    async def run_read(
        self, message: bytes, limits: ReadLimits | None = None, on_columns: Callable[[], None] | None = None
    ) -> Answer:
        """Run a message of `encode_read`; call `on_columns` when the columns arrive.

        Raises:
            Neo4jError: The server rejected or stopped the statement; the connection is usable again.
            ServiceUnavailable: The connection is lost.
            DriverRequiredError: The result has a value that only the driver decodes; the connection is closed.
        """
        self._columns, self._rows = None, []
        self._limits, self._on_columns = limits, on_columns
        self._bytes_left, self._values_left = (limits.bytes, limits.values or 0) if limits else (0, 0)
        self._hooks = dict.fromkeys(STRUCTURE_HOOKS, limits.decode) if limits else STRUCTURE_HOOKS
        try:
            await self._exchange(message, READ_REPLIES)
        finally:
            self._limits, self._on_columns, self._hooks = None, None, STRUCTURE_HOOKS
        rows, self._rows = self._rows, []
        (first, started), (last, summary) = self._replies
        if last == SUCCESS and self._columns is not None and not summary.get("has_more"):
            bookmark = summary.get("bookmark")
            return Answer(self._columns, rows, bookmark if isinstance(bookmark, str) else None)
        if last == SUCCESS and self._columns is not None and limits:
            await self.reset()
            return Answer(self._columns, rows, None, more=True)
        if FAILURE not in {first, last}:
            self.abort(ServiceUnavailable("the server ignored the statement"))
            raise self.failure or ServiceUnavailable
        error = server_error(self.version, started if first == FAILURE else summary)
        await self.reset()
        raise error

    async def reset(self) -> None:
        """Bring the connection into its initial state; close it if the server does not confirm that."""
        try:
            await self._exchange(RESET_MESSAGE, 1)
        except ServiceUnavailable:
            return
        if self._replies[0][0] != SUCCESS:
            self.abort()

    def close(self) -> None:
        """Say goodbye and close the connection."""
        if self.failure is None and self._transport is not None:
            self._transport.write(GOODBYE_MESSAGE)
            self._transport.close()
        self._fail(ServiceUnavailable("the connection was closed"))

    def abort(self, error: Exception | None = None) -> None:
        """Close the connection at once, which ends a running statement."""
        self._fail(error or ServiceUnavailable("the connection was closed"))
        if self._transport is not None:
            self._transport.abort()

    async def _exchange(self, message: bytes, replies: int) -> None:
        """Send bytes and wait for a number of replies."""
        if self.failure is not None or self._transport is None:
            raise self.failure or ServiceUnavailable("the connection is not open")
        self._replies = []
        self._expected = replies
        self._received_at = self._loop.time()
        waiter = self._waiter = self._loop.create_future()
        self._transport.write(message)
        try:
            await waiter
        except BaseException:  # cancelled, or the connection is closed already
            self.abort()
            raise
        finally:
            self._waiter = None

    def data_received(self, data: bytes) -> None:
        """Decode complete messages; anything unexpected closes the connection."""
        if self.failure is not None:
            return
        self._received_at = self._loop.time()
        if self._limits is not None:
            self._bytes_left -= len(data)
            if self._bytes_left < 0:
                self.abort(ResultTooLargeError(TOO_LARGE))
                return
        self._buffer += data
        try:
            if self.version == (0, 0):
                self._receive_handshake()
            else:
                self._receive_messages()
        except (DriverRequiredError, ServiceUnavailable, GraphError) as error:
            self.abort(error)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001 the compiled codec panics with a BaseException
            self.abort(ServiceUnavailable(f"the server sent an invalid response: {type(error).__name__}: {error}"))

    def _receive_handshake(self) -> None:
        agreed = negotiate(self._buffer)
        if agreed is None:
            return
        if agreed.confirmation and self._transport is not None:
            self._transport.write(agreed.confirmation)
        self.version = agreed.version
        self._unpack = unpacker(agreed.version)
        self._buffer.clear()
        self._reply(SUCCESS, {})

    def _receive_messages(self) -> None:
        """Decode the messages in the buffer: each is a series of chunks, ended by an empty chunk.

        A message in one chunk is decoded in place. An empty chunk between messages keeps the connection alive.
        """
        buffer, start, end = self._buffer, 0, len(self._buffer)
        while end - start >= 2:  # noqa: PLR2004 bytes of a chunk's length
            size = buffer[start] << 8 | buffer[start + 1]
            after = start + 2 + size
            if size == 0:
                start = after
                if self._message:
                    message, self._message = self._message, bytearray()
                    self._receive(message, 0, len(message))
            elif after > end:
                break
            elif not self._message and buffer.startswith(END_OF_MESSAGE, after):
                self._receive(buffer, start + 2, after)
                start = after + 2
            else:
                self._message += buffer[start + 2 : after]
                start = after
        del buffer[:start]

    def _receive(self, data: bytearray, start: int, end: int) -> None:
        """Decode the message between two positions."""
        fields, tag = data[start] - 0xB0, data[start + 1]
        value: Any = {}
        position = start + 2
        limits = self._limits
        if limits is not None and limits.row_bytes is not None and end - start > limits.row_bytes and tag == RECORD:
            raise ResultTooLargeError(TOO_LARGE)
        if fields == 1:
            value, position = self._unpack(data, position, self._hooks)
        if position != end or fields not in {0, 1} or self._waiter is None:
            raise ValueError(f"unexpected message {tag:#04x} of {end - start} bytes")
        if tag == RECORD:
            if type(value) is not list or self._columns is None or len(value) != len(self._columns):  # pyright: ignore[reportUnknownArgumentType]
                raise ValueError("unexpected record")
            if limits is not None and limits.values is not None:
                self._values_left -= count_values(value, self._values_left)  # pyright: ignore[reportUnknownArgumentType]
                if self._values_left < 0:
                    raise ResultTooLargeError(TOO_LARGE)
            self._rows.append(value)  # pyright: ignore[reportUnknownArgumentType]
        elif tag in {SUCCESS, FAILURE, IGNORED} and type(value) is dict:
            self._reply(tag, value)  # pyright: ignore[reportUnknownArgumentType]
        else:
            raise ValueError(f"unexpected message {tag:#04x}")

    def _reply(self, tag: int, metadata: dict[str, Any]) -> None:
        """Add a reply; the exchange ends with the last one, or with a failure during sign-in."""
        if len(self._replies) >= self._expected or (tag == IGNORED and not self._replies):
            raise ValueError(f"unexpected reply {tag:#04x}")
        self._replies.append((tag, metadata))
        if self._expected == READ_REPLIES and len(self._replies) == 1 and tag == SUCCESS and self._ready:
            columns = metadata.get("fields")
            if type(columns) is not list:
                raise ValueError("a reply to RUN without columns")
            self._columns = tuple(columns)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            if self._on_columns is not None:
                self._on_columns()
        if len(self._replies) == self._expected or (tag == FAILURE and not self._ready):
            waiter, self._waiter = self._waiter, None
            if waiter is not None and not waiter.done():
                waiter.set_result(None)

    def _check_silence(self, timeout_s: int) -> None:
        """Close the connection if an exchange is pending and the server has been silent for its announced maximum."""
        silent_s = self._loop.time() - self._received_at
        if self._waiter is not None and silent_s >= timeout_s:
            self.abort(ServiceUnavailable(f"the server sent nothing for {timeout_s} s"))
            return
        wait_s = timeout_s - silent_s if self._waiter is not None else timeout_s
        self._silence_timer = self._loop.call_later(max(wait_s, 0.01), self._check_silence, timeout_s)

    def _fail(self, error: Exception) -> None:
        if self.failure is None:
            self.failure = error
        if self._silence_timer is not None:
            self._silence_timer.cancel()
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(self.failure)


async def open_connection(endpoint: Endpoint, auth: AsyncAuthManager) -> BoltConnection:
    """Connect, agree on a version, and sign in with credentials that are requested after connecting.

    Raises ServiceUnavailable, Neo4jError, DriverRequiredError, or an error of `auth`.
    """
    loop = asyncio.get_running_loop()
    connection: BoltConnection | None = None
    try:
        async with asyncio.timeout(SIGN_IN_S):
            async with asyncio.timeout(CONNECT_S):
                _, connection = await loop.create_connection(
                    BoltConnection, endpoint.host, endpoint.port, ssl=endpoint.tls
                )
            await connection.shake_hands()
            await connection.sign_in(cast("Auth", await auth.get_auth()))
            return connection
    except BaseException as error:
        if connection is not None:
            connection.abort()
        if isinstance(error, TimeoutError):
            raise ServiceUnavailable(f"Couldn't connect to {endpoint}: no response in time") from error
        if isinstance(error, OSError | ServiceUnavailable):
            raise ServiceUnavailable(f"Couldn't connect to {endpoint}: {error}") from error
        raise
