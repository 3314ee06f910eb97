"""The one module that talks to Neo4j: reads, writes, administration, and their errors.

Reads are auto-commit in READ access mode (one RUN on the wire) with a retry of our own; writes are managed
transactions. Both carry bookmarks, so that a read sees every write that this process has made, on any cluster member.
"""

import asyncio

# pyright: reportUnknownMemberType=false
# The driver leaves its **config untyped; what goes in and out here is typed by us.
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple, Self, cast

import neo4j
import stamina
from neo4j import exceptions as driver_errors
from neo4j.auth_management import AsyncAuthManager
from neo4j.exceptions import Neo4jError

from cypher.driver.driver_errors import translated
from cypher.driver.errors import (
    GraphBusyError,
    GraphError,
    GraphTimeoutError,
    GraphUnavailableError,
    PreconditionFailedError,
)
from cypher.driver.metrics import waiting
from cypher.driver.timeouts import BEAT_S, READ_GRACE_S, HealthProbe, statement_timeout
from cypher.driver.values import Row, Value


class QueryLimiter:
    """So many at once; who comes later waits `wait_s` seconds at most, first come, first served."""

    def __init__(self, at_once: int, wait_s: float, beats: Callable[[], Awaitable[bool]]) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._wait_s = wait_s
        self._beats = beats

    @asynccontextmanager
    async def slot(self) -> AsyncGenerator[None]:
        """Wait for a turn and hold it.

        Raises GraphBusyError where none came in time, GraphUnavailableError where the server gives no sign of life.
        """
        if self._free.locked():
            try:
                async with statement_timeout(self._wait_s, self._beats, grace_s=0):
                    await self._free.acquire()
            except GraphTimeoutError:
                raise GraphBusyError(
                    f"Too many ask at once: no turn came within {self._wait_s:.0f} seconds. Try again in a moment."
                ) from None
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()


class HostBoundAuth(AsyncAuthManager):
    """Gives a user and password only while `still` says that the server is the one that is meant.

    The driver asks for them when a connection stands, so a server that ran before and after it was made is the one at
    its other end: who takes the port of a server that has ended hears no password.
    """

    def __init__(self, username: str, password: str, still: Callable[[], bool]) -> None:
        self._auth = neo4j.basic_auth(username, password)
        self._still = still

    async def get_auth(self) -> neo4j.Auth:
        """Give the user and password. Raises GraphUnavailableError where the server has ended."""
        if not self._still():
            raise GraphUnavailableError("Neo4j has ended.")
        return self._auth

    async def handle_security_exception(self, auth: object, error: Neo4jError) -> bool:  # noqa: ARG002 the driver's form
        """Leave an error as it is: another user or password is not to be had."""
        return False


ACQUIRE_S = 4.0
"""How long a write waits for a connection, and a read whose turn has come."""
VERIFY_S = 5.0
"""How long a server may take to say who it is."""
RETRY_S = 15.0
"""How long a write is tried again where Neo4j says that the trouble will pass."""
READ_ATTEMPTS = 2
"""A pooled connection may have died with the server that it led to: one fresh attempt finds out."""
SCHEMES = re.compile(r"^(bolt|neo4j)(\+s|\+ssc)?://.")
GONE = (driver_errors.ServiceUnavailable, driver_errors.SessionExpired)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a Neo4j is and how to sign in. `uri` may be bolt, neo4j, or either with +s."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    still: Callable[[], bool] | None = None
    """Tells, before each sign-in, whether the server there is the one that is meant."""

    @property
    def auth(self) -> tuple[str, str] | HostBoundAuth:
        """What the driver signs in with."""
        return (
            (self.username, self.password)
            if self.still is None
            else HostBoundAuth(self.username, self.password, self.still)
        )


class QueryResult(NamedTuple):
    """What a statement returned: column names, and one list of values per record."""

    columns: tuple[str, ...]
    rows: list[Row]


class Statement(NamedTuple):
    """A Cypher text with its parameters, for a write of several statements in one transaction.

    Where a `needed` one gives no row nothing of the transaction is written.
    """

    text: str
    parameters: Mapping[str, Value]
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What EXPLAIN says of a statement: its kind (`r`, `rw`, `w`, `s`), columns, and operators with their details."""

    kind: str
    columns: tuple[str, ...]
    operators: tuple[tuple[str, str], ...]


class Graph:
    """An open connection pool to one Neo4j database. Use as an async context manager, or close it yourself."""

    def __init__(
        self,
        address: Address,
        *,
        pool_size: int = 32,
        read_timeout_s: float = 10.0,
        write_timeout_s: float = 300.0,
        wait_s: float = 30.0,
    ) -> None:
        self.address = address
        self.read_timeout_s = read_timeout_s
        self.write_timeout_s = write_timeout_s
        if not SCHEMES.match(address.uri):
            raise GraphError(f"{address.uri!r} is no Neo4j address: one looks like bolt://127.0.0.1:7687.")
        self._bookmarks = neo4j.AsyncGraphDatabase.bookmark_manager()
        self._driver = _driver(address, pool_size, ACQUIRE_S)
        self._pulse = HealthProbe(self._sign_of_life)
        self._turns = QueryLimiter(pool_size, wait_s, self._pulse.is_alive)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection."""
        await self._driver.close()

    async def read(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> QueryResult:
        """Run one reading statement and return its whole answer.

        Raises a GraphError of the fitting kind. Neo4j stops the statement after `timeout_s` seconds. Where all
        connections are in use it waits for its turn, up to `wait_s` seconds.
        """
        limit_s = timeout_s or self.read_timeout_s
        query = neo4j.Query(cast("neo4j.Query", text), timeout=limit_s)  # pyright: ignore[reportArgumentType] the driver asks for a literal; ours come from files and the compiler
        with translated(), waiting():
            async with self._turns.slot(), statement_timeout(limit_s, self._pulse.is_alive, grace_s=READ_GRACE_S):
                async for attempt in stamina.retry_context(
                    on=GONE, attempts=READ_ATTEMPTS, wait_initial=0.05, timeout=4.0
                ):
                    with attempt:
                        async with self._session(neo4j.READ_ACCESS) as session:
                            result = await session.run(query, dict(parameters or {}))
                            answer = QueryResult(tuple(result.keys()), await result.values())
                            self._pulse.record_response()
                            return answer
        raise GraphUnavailableError("Neo4j did not answer.")

    async def stream(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, size: int = 1000, timeout_s: float
    ) -> AsyncGenerator[list[list[Value]]]:
        """Run one reading statement and yield its rows as they come, up to `size` at a time: none is kept.

        Raises a GraphError of the fitting kind. It is not tried again, for part of it may have been taken already.
        """
        query = neo4j.Query(cast("neo4j.Query", text), timeout=timeout_s)  # pyright: ignore[reportArgumentType] as above
        with translated():
            async with self._session(neo4j.READ_ACCESS, size) as session:
                result = await session.run(query, dict(parameters or {}))
                while rows := await result.fetch(size):
                    yield [row.values() for row in rows]

    async def write(self, *statements: Statement) -> list[QueryResult]:
        """Run statements in one transaction, committed whole or not at all; retried on transient errors.

        Raises GraphUnmetError where a needed statement gives no row, or another GraphError.
        """

        @neo4j.unit_of_work(timeout=self.write_timeout_s)
        async def work(transaction: neo4j.AsyncManagedTransaction) -> list[QueryResult]:
            answers: list[QueryResult] = []
            for statement in statements:
                result = await transaction.run(statement.text, dict(statement.parameters))  # pyright: ignore[reportArgumentType] as above
                answers.append(QueryResult(tuple(result.keys()), await result.values()))
                if statement.needed and not answers[-1].rows:
                    raise PreconditionFailedError(
                        "What this write depends on is so no more. Nothing of it was written."
                    )
            return answers

        with translated(), waiting(len(statements) + 1):
            async with statement_timeout(self.write_timeout_s + RETRY_S), self._session(neo4j.WRITE_ACCESS) as session:
                return await session.execute_write(work)

    async def administer(self, text: str, parameters: Mapping[str, Value] | None = None) -> QueryResult:
        """Run one statement that may not stand in a transaction: a migration, or CALL {} IN TRANSACTIONS."""
        query = neo4j.Query(cast("neo4j.Query", text), timeout=0)  # pyright: ignore[reportArgumentType] as above
        with translated(), waiting():
            async with self._session(neo4j.WRITE_ACCESS) as session:
                result = await session.run(query, dict(parameters or {}))
                return QueryResult(tuple(result.keys()), await result.values())

    async def explain(self, text: str, parameters: Mapping[str, Value] | None = None) -> Plan:
        """Plan a statement without running it."""
        with translated():
            async with self._session(neo4j.READ_ACCESS) as session:
                result = await session.run("EXPLAIN " + text, dict(parameters or {}))  # pyright: ignore[reportArgumentType] as above
                columns = tuple(result.keys())
                summary = await result.consume()
        return Plan(summary.query_type or "", columns, tuple(_operators(cast("dict[str, object]", summary.plan or {}))))

    async def verify(self) -> str:
        """Return the server's version, such as ``2026.08.1``. Raises GraphUnavailableError or GraphAuthError."""
        with translated():
            async with statement_timeout(VERIFY_S):
                info = await self._driver.get_server_info()
        return info.agent.removeprefix("Neo4j/")

    async def _sign_of_life(self) -> None:
        async with _driver(self.address, 1, BEAT_S) as driver:
            await driver.verify_connectivity()

    def _session(self, mode: str, fetch_size: int = -1) -> neo4j.AsyncSession:
        return self._driver.session(
            database=self.address.database,
            default_access_mode=mode,
            bookmark_manager=self._bookmarks,
            fetch_size=fetch_size,
        )


def _driver(address: Address, pool_size: int, acquire_timeout_s: float) -> neo4j.AsyncDriver:
    """Open a pool. Raises GraphError for an address that is none."""
    try:
        return neo4j.AsyncGraphDatabase.driver(
            address.uri,
            auth=address.auth,
            max_connection_pool_size=pool_size,
            connection_acquisition_timeout=acquire_timeout_s,
            connection_timeout=2.0,
            max_transaction_retry_time=RETRY_S,
            keep_alive=True,
            telemetry_disabled=True,
            notifications_min_severity="OFF",
            user_agent="byline",
        )
    except (driver_errors.ConfigurationError, ValueError) as error:
        raise GraphError(f"{address.uri!r} is no Neo4j address: {error}") from error


def _operators(plan: dict[str, object]) -> list[tuple[str, str]]:
    arguments = cast("dict[str, object]", plan.get("args", {}))
    here = (str(plan.get("operatorType", "")).partition("@")[0], str(arguments.get("Details", "")))
    children = cast("Sequence[dict[str, object]]", plan.get("children", ()))
    return [here, *(operator for child in children for operator in _operators(child))]


@asynccontextmanager
async def open_graph(address: Address) -> AsyncGenerator[Graph]:
    """Open a graph and check that it answers, for a command that needs it at once."""
    async with Graph(address) as graph:
        await graph.verify()
        yield graph
