"""A pool of Bolt connections for reads, which decides which reads the official driver runs.

The driver runs a read if `endpoint_of` returns None (routing, missing codec, unusual URI), if the server speaks only
other versions of Bolt, or if a parameter or value is of a type that only the driver knows (dates, points, nodes).
"""

import asyncio
import ssl
import time
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from neo4j.api import AsyncBookmarkManager
from neo4j.auth_management import AsyncAuthManager
from neo4j.exceptions import Neo4jError, ServiceUnavailable

from cypher.driver.bolt import Answer, BoltConnection, Endpoint, ReadLimits, open_connection
from cypher.driver.packstream import (
    CODEC,
    PULL_ALL,
    DriverRequiredError,
    UnknownVersionError,
    encode_pull,
    encode_read,
)
from cypher.driver.values import QueryResult, Value

DEFAULT_PORT = 7687
RETRY_WAIT_S = 0.05
"""Wait in seconds before the second attempt of a read whose connection was lost."""
RETRY_WITHIN_S = 4.0
"""A read whose connection is lost later than this many seconds after its start is not repeated."""
LIVENESS_S = 60.0
"""A connection that was idle for longer than this many seconds is checked before use."""
LIVENESS_CHECK_S = 1.0
"""Timeout in seconds of that check."""
MAX_AGE_S = 3600.0
"""Maximum age of a connection in seconds, as in the driver."""
AUTH_EXPIRED = "Neo.ClientError.Security.AuthorizationExpired"


def endpoint_of(uri: str) -> Endpoint | None:
    """Return the endpoint of a URI with the scheme bolt, bolt+s or bolt+ssc; None if reads need the driver."""
    try:
        parts = urlsplit(uri)
        port = parts.port or DEFAULT_PORT
    except ValueError:  # the driver reports it, or knows more
        return None
    if CODEC is None or not parts.hostname or "@" in parts.netloc or parts.query or parts.path.strip("/"):
        return None
    match parts.scheme:
        case "bolt":
            tls = None
        case "bolt+s":
            tls = _tls_context(verified=True)
        case "bolt+ssc":
            tls = _tls_context(verified=False)
        case _:
            return None
    return Endpoint(parts.hostname, port, tls)


def _tls_context(*, verified: bool) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = verified
    context.verify_mode = ssl.CERT_REQUIRED if verified else ssl.CERT_NONE
    context.load_default_certs()
    return context


class ReadPool:
    """Connections for reads.

    A read opens a connection only if none is idle. The caller limits concurrent reads, and thereby the connections.

    Args:
        auth: Provides the credentials; called before each read, so that it can refuse a server that has stopped.
        bookmarks: Shared with the driver, so that reads see the driver's writes.
    """

    def __init__(
        self, endpoint: Endpoint, auth: AsyncAuthManager, database: str, bookmarks: AsyncBookmarkManager
    ) -> None:
        self._endpoint = endpoint
        self._auth = auth
        self._database = database
        self._bookmarks = bookmarks
        self._idle: list[BoltConnection] = []
        self._busy: set[BoltConnection] = set()
        self._driver_only = False
        self._closed = False

    async def run_read(
        self,
        text: str,
        parameters: Mapping[str, Value],
        timeout_s: float,
        on_columns: Callable[[], None] | None = None,
    ) -> QueryResult:
        """Run a reading statement; a lost connection is replaced once.

        The reply with the columns arrives when Neo4j has planned the statement, and calls `on_columns`.

        Raises Neo4jError, ServiceUnavailable, an error of the auth manager, or DriverRequiredError.
        """
        if self._driver_only or self._closed:
            raise DriverRequiredError
        bookmarks = await self._bookmarks.get_bookmarks()
        run = encode_read(text, parameters, database=self._database, timeout_s=timeout_s, bookmarks=bookmarks)
        message = run + PULL_ALL
        await self._auth.get_auth()
        started_at = time.monotonic()
        try:
            answer = await self._attempt(message, on_columns=on_columns)
        except ServiceUnavailable:
            if time.monotonic() - started_at > RETRY_WITHIN_S or self._closed:
                raise
            self._close_idle()
            await asyncio.sleep(RETRY_WAIT_S)
            answer = await self._attempt(message, on_columns=on_columns)
        if answer.bookmark is not None and not (len(bookmarks) == 1 and answer.bookmark in bookmarks):
            await self._bookmarks.update_bookmarks(bookmarks, (answer.bookmark,))
        return QueryResult(answer.columns, answer.rows)

    async def run_bounded_read(
        self, text: str, parameters: Mapping[str, Value], timeout_s: float, limits: ReadLimits
    ) -> Answer:
        """Run a reading statement and return at most `limits.rows` rows.

        Raises ResultTooLargeError, or what `run_read` raises.
        """
        bookmarks = await self._bookmarks.get_bookmarks()
        run = encode_read(text, parameters, database=self._database, timeout_s=timeout_s, bookmarks=bookmarks)
        await self._auth.get_auth()
        return await self._attempt(run + encode_pull(limits.rows), limits)

    async def close(self) -> None:
        """Close all connections; pending reads fail."""
        self._closed = True
        self._close_idle()
        for connection in list(self._busy):
            connection.abort()
        await asyncio.sleep(0)  # the event loop closes the sockets in its next iteration

    async def _attempt(
        self, message: bytes, limits: ReadLimits | None = None, on_columns: Callable[[], None] | None = None
    ) -> Answer:
        connection = self._take_idle() or await self._acquire()
        self._busy.add(connection)
        try:
            return await connection.run_read(message, limits, on_columns)
        except Neo4jError as error:
            if error.code == AUTH_EXPIRED:
                self._close_idle()
                connection.close()
            raise
        finally:
            self._busy.discard(connection)
            if connection.failure is None:
                self._release(connection)

    def _take_idle(self) -> BoltConnection | None:
        """Return a connection that was used recently, if there is one."""
        now = time.monotonic()
        while self._idle:
            connection = self._idle.pop()
            if now - connection.opened_at > MAX_AGE_S:
                connection.close()
            elif connection.failure is None:
                if now - connection.used_at > LIVENESS_S:
                    self._idle.append(connection)
                    return None
                return connection
        return None

    async def _acquire(self) -> BoltConnection:
        """Return a connection that was idle for long and is alive, or a new one."""
        while self._idle:
            connection = self._idle.pop()
            if connection.failure is None and await self._is_alive(connection):
                return connection
            self._close_idle()  # the others were idle for longer
        try:
            return await open_connection(self._endpoint, self._auth)
        except UnknownVersionError:
            self._driver_only = True
            raise

    async def _is_alive(self, connection: BoltConnection) -> bool:
        try:
            async with asyncio.timeout(LIVENESS_CHECK_S):
                await connection.reset()
        except TimeoutError:
            return False
        return connection.failure is None

    def _release(self, connection: BoltConnection) -> None:
        if self._closed:
            connection.close()
            return
        connection.used_at = time.monotonic()
        self._idle.append(connection)

    def _close_idle(self) -> None:
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
