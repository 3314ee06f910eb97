"""The only module that communicates with Neo4j: reads, writes, administration, and error handling.

Reads are auto-commit in READ access mode (one RUN on the wire) with one retry; writes are managed transactions. Both
carry bookmarks, so that a read sees all earlier writes of this process, on any cluster member.
"""

import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple, Self, cast

import neo4j
import stamina
from neo4j import exceptions as driver_errors
from neo4j.auth_management import AsyncAuthManager
from neo4j.exceptions import Neo4jError

from cypher.catalog import Query, RowT
from cypher.driver.errors import (
    GraphAuthError,
    GraphBusyError,
    GraphError,
    GraphRejectedError,
    GraphTimeoutError,
    GraphUnavailableError,
    PreconditionFailedError,
)
from cypher.driver.metrics import waiting
from cypher.driver.timeouts import HEALTH_CHECK_S, READ_GRACE_S, HealthProbe, QueryLimiter, statement_timeout
from cypher.driver.values import Row, Value

# pyright: reportUnknownMemberType=false
# The driver's **config is untyped; the interface of this module is typed.


class HostBoundAuth(AsyncAuthManager):
    """Provides credentials only while `is_running` confirms that the intended server process is running.

    The driver requests the credentials after it has connected, so a server process that runs at that time is the one at
    the other end. A program that takes over the port of a stopped server never receives the password.
    """

    def __init__(self, username: str, password: str, is_running: Callable[[], bool]) -> None:
        self._auth = neo4j.basic_auth(username, password)
        self._is_running = is_running

    async def get_auth(self) -> neo4j.Auth:
        """Return the credentials. Raises GraphUnavailableError if the server has stopped."""
        if not self._is_running():
            raise GraphUnavailableError("Neo4j has stopped.")
        return self._auth

    async def handle_security_exception(self, auth: object, error: Neo4jError) -> bool:  # noqa: ARG002 signature of the driver
        """Return False: there are no other credentials to try."""
        return False


ACQUIRE_S = 4.0
"""Timeout in seconds for acquiring a connection."""
VERIFY_S = 5.0
"""Timeout in seconds for reading the server's version."""
RETRY_S = 15.0
"""Maximum duration in seconds of retries of a write after transient errors."""
READ_ATTEMPTS = 2
"""Attempts per read: a pooled connection may be dead after a restart of the server, a new one works."""
SCHEMES = re.compile(r"^(bolt|neo4j)(\+s|\+ssc)?://.")
CONNECTION_LOST = (driver_errors.ServiceUnavailable, driver_errors.SessionExpired)


@dataclass(frozen=True, slots=True)
class Address:
    """Address and credentials of a Neo4j; `uri` has the scheme bolt or neo4j, optionally with +s or +ssc."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    is_running: Callable[[], bool] | None = None
    """Returns True while the intended server process is running; called before each sign-in."""

    @property
    def auth(self) -> tuple[str, str] | HostBoundAuth:
        """Credentials for the driver."""
        return (
            (self.username, self.password)
            if self.is_running is None
            else HostBoundAuth(self.username, self.password, self.is_running)
        )


class QueryResult(NamedTuple):
    """Result of a statement: column names, and one list of values per row."""

    columns: tuple[str, ...]
    rows: list[Row]


class Statement(NamedTuple):
    """A Cypher text with its parameters, as part of a write transaction.

    If a `needed` statement returns no row, the transaction is rolled back.
    """

    text: str
    parameters: Mapping[str, Value]
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Result of EXPLAIN: query type (`r`, `rw`, `w`, `s`), columns, and operators with their details."""

    kind: str
    columns: tuple[str, ...]
    operators: tuple[tuple[str, str], ...]


class Graph:
    """A connection pool of one Neo4j database. Use it as an async context manager, or call `close`."""

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
            raise GraphError(f"{address.uri!r} is not a valid Neo4j URI. Expected one such as bolt://127.0.0.1:7687.")
        self._bookmarks = neo4j.AsyncGraphDatabase.bookmark_manager()
        self._driver = _driver(address, pool_size, ACQUIRE_S)
        self._health = HealthProbe(self._check_connection)
        self._limiter = QueryLimiter(pool_size, wait_s, self._health.is_alive)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._driver.close()

    async def read(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> QueryResult:
        """Run a reading statement and return its result. Raises a GraphError.

        Neo4j stops the statement after `timeout_s` seconds. If all connections are in use, the read waits up to
        `wait_s` seconds for a slot.
        """
        limit_s = timeout_s or self.read_timeout_s
        query = neo4j.Query(cast("neo4j.Query", text), timeout=limit_s)  # pyright: ignore[reportArgumentType] the driver requires a literal; these texts come from files and the compiler
        with translated(), waiting():
            async with self._limiter.slot(), statement_timeout(limit_s, self._health.is_alive, grace_s=READ_GRACE_S):
                async for attempt in stamina.retry_context(
                    on=CONNECTION_LOST, attempts=READ_ATTEMPTS, wait_initial=0.05, timeout=4.0
                ):
                    with attempt:
                        async with self._session(neo4j.READ_ACCESS) as session:
                            result = await session.run(query, dict(parameters or {}))
                            answer = QueryResult(tuple(result.keys()), await result.values())
                            self._health.record_response()
                            return answer
        raise GraphUnavailableError("Neo4j did not respond.")

    async def fetch(
        self, query: Query[RowT], parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> list[RowT]:
        """Run a query of the catalog and return its rows as instances of its row class.

        Raises:
            GraphError: See `read`.
        """
        result = await self.read(query.text, parameters, timeout_s=timeout_s)
        return query.typed_rows(result.rows)

    async def stream(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, size: int = 1000, timeout_s: float
    ) -> AsyncGenerator[list[list[Value]]]:
        """Run a reading statement and yield its rows in lists of up to `size` as they arrive. Raises a GraphError.

        Errors are not retried, because the caller may have consumed rows already.
        """
        query = neo4j.Query(cast("neo4j.Query", text), timeout=timeout_s)  # pyright: ignore[reportArgumentType] as above
        with translated():
            async with self._session(neo4j.READ_ACCESS, size) as session:
                result = await session.run(query, dict(parameters or {}))
                while rows := await result.fetch(size):
                    yield [row.values() for row in rows]

    async def write(self, *statements: Statement) -> list[QueryResult]:
        """Run statements in one transaction, retried on transient errors.

        Raises PreconditionFailedError if a needed statement returns no row, or another GraphError.
        """

        @neo4j.unit_of_work(timeout=self.write_timeout_s)
        async def work(transaction: neo4j.AsyncManagedTransaction) -> list[QueryResult]:
            answers: list[QueryResult] = []
            for statement in statements:
                result = await transaction.run(statement.text, dict(statement.parameters))  # pyright: ignore[reportArgumentType] as above
                answers.append(QueryResult(tuple(result.keys()), await result.values()))
                if statement.needed and not answers[-1].rows:
                    raise PreconditionFailedError(
                        "Precondition failed: the graph changed after it was read. Nothing was written."
                    )
            return answers

        with translated(), waiting(len(statements) + 1):
            async with statement_timeout(self.write_timeout_s + RETRY_S), self._session(neo4j.WRITE_ACCESS) as session:
                return await session.execute_write(work)

    async def administer(self, text: str, parameters: Mapping[str, Value] | None = None) -> QueryResult:
        """Run a statement that cannot run in an explicit transaction: a migration, or CALL {} IN TRANSACTIONS.

        Byline sets no time limit. Raises GraphTimeoutError if a limit of the server stops the statement.
        """
        query = neo4j.Query(cast("neo4j.Query", text), timeout=0)  # pyright: ignore[reportArgumentType] as above
        try:
            with translated(), waiting():
                async with self._session(neo4j.WRITE_ACCESS) as session:
                    result = await session.run(query, dict(parameters or {}))
                    return QueryResult(tuple(result.keys()), await result.values())
        except GraphTimeoutError as error:
            raise GraphTimeoutError(
                "Neo4j stopped an administrative statement at its time limit (db.transaction.timeout). Run the command "
                "again when the server is less busy, or raise that limit."
            ) from error

    async def explain(self, text: str, parameters: Mapping[str, Value] | None = None) -> Plan:
        """Return the plan of a statement without running it."""
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

    async def _check_connection(self) -> None:
        async with _driver(self.address, 1, HEALTH_CHECK_S) as driver:
            await driver.verify_connectivity()

    def _session(self, mode: str, fetch_size: int = -1) -> neo4j.AsyncSession:
        return self._driver.session(
            database=self.address.database,
            default_access_mode=mode,
            bookmark_manager=self._bookmarks,
            fetch_size=fetch_size,
        )


def _driver(address: Address, pool_size: int, acquire_timeout_s: float) -> neo4j.AsyncDriver:
    """Create the driver. Raises GraphError for an invalid URI."""
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
        raise GraphError(f"{address.uri!r} is not a valid Neo4j URI: {error}") from error


def _operators(plan: dict[str, object]) -> list[tuple[str, str]]:
    arguments = cast("dict[str, object]", plan.get("args", {}))
    here = (str(plan.get("operatorType", "")).partition("@")[0], str(arguments.get("Details", "")))
    children = cast("Sequence[dict[str, object]]", plan.get("children", ()))
    return [here, *(operator for child in children for operator in _operators(child))]


@asynccontextmanager
async def open_graph(address: Address) -> AsyncGenerator[Graph]:
    """Open a graph and check that the server responds."""
    async with Graph(address) as graph:
        await graph.verify()
        yield graph


class translated:  # noqa: N801 used like a function: `with translated():`
    """Convert errors of the driver in the block to GraphErrors."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, driver_errors.Neo4jError | driver_errors.DriverError | OSError):
            raise translate(error) from error


def translate(error: Exception) -> GraphError:
    """Return the GraphError for an error of the driver."""
    text = getattr(error, "message", None) or str(error)
    code = str(getattr(error, "code", "") or "")
    match error:
        case driver_errors.AuthError():
            return GraphAuthError(
                f"Neo4j rejected the credentials ({text.rstrip('.')}). Check NEO4J_USERNAME and NEO4J_PASSWORD."
            )
        case driver_errors.ServiceUnavailable() | driver_errors.SessionExpired() | OSError():
            return GraphUnavailableError(
                f"Cannot connect to Neo4j ({text}). Check that it is running. Try: byline doctor"
            )
        case driver_errors.ConnectionAcquisitionTimeoutError():
            return GraphBusyError("All connections to Neo4j are in use. Try again later.")
        case _ if "TransactionTimedOut" in code:
            return GraphTimeoutError("The query exceeded its time limit and was stopped. Request less data at once.")
        case driver_errors.TransientError():
            return GraphBusyError(f"Neo4j is busy ({text}). Try again later.")
        case driver_errors.Neo4jError():
            return GraphRejectedError(f"Neo4j rejected the statement: {text}", code)
        case _:
            return GraphError(f"The Neo4j driver failed: {text}")
