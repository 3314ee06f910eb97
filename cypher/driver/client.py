"""The client of a Neo4j database: reads, writes and administration.

Reads are auto-commit in READ access mode (one RUN on the wire) with one retry, over connections of `read_pool` or, if
those do not suffice, of the official driver. Writes are managed transactions of the driver. Both carry bookmarks, so
that a read sees all earlier writes of this process, on any cluster member.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias, cast

import neo4j
from neo4j import exceptions as driver_errors

from cypher.catalog import PARAMETER_MAP, Query, RowT, grouped_text
from cypher.driver.address import SCHEMES, Address
from cypher.driver.bolt import Answer, ReadLimits
from cypher.driver.errors import (
    GraphBusyError,
    GraphError,
    GraphRejectedError,
    GraphTimeoutError,
    GraphUnavailableError,
    PreconditionFailedError,
    translated,
)
from cypher.driver.explain import EXPLAIN, Plan, without_explain
from cypher.driver.metrics import waiting
from cypher.driver.packstream import DriverRequiredError
from cypher.driver.plan_versions import PlanVersions
from cypher.driver.planning import PlanningGate
from cypher.driver.read_pool import ReadPool, endpoint_of
from cypher.driver.retries import WRITE_PAUSES_S, retry_read, retry_write
from cypher.driver.timeouts import HEALTH_CHECK_S, READ_GRACE_S, HealthProbe, QueryLimiter, statement_timeout
from cypher.driver.values import QueryResult, Value

# pyright: reportUnknownMemberType=false
# The driver's **config is untyped; the interface of this module is typed.

ACQUIRE_S = 4.0
"""Timeout in seconds for acquiring a connection."""
VERIFY_S = 5.0
"""Timeout in seconds for reading the server's version."""
EXPLAIN_S = 60.0
"""Timeout in seconds of EXPLAIN."""
MIN_LIMIT_S = 0.1
"""Minimum time limit in seconds of a read that has waited for the plan of another one."""


class Statement(NamedTuple):
    """A Cypher text with its parameters, as part of a write transaction.

    If a `needed` statement returns no row, the transaction is rolled back.
    """

    text: str
    parameters: Mapping[str, Value]
    needed: bool = False

    @classmethod
    def grouped(cls, name: str, parameters: Mapping[str, Value]) -> Self:
        """Return a statement of the catalog with all parameters in one map, so that texts of all sizes share a plan."""
        return cls(grouped_text(name), {PARAMETER_MAP: dict(parameters)})


FollowUp: TypeAlias = Callable[[Sequence[QueryResult]], Statement | None]
"""Returns the next statement of a transaction from the results of those before it, or None for no statement."""


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
        endpoint = endpoint_of(address.uri)
        self.read_pool = endpoint and ReadPool(endpoint, address.auth, address.database, self._bookmarks)
        """Connections for reads; None if the driver runs all reads."""
        self._health = HealthProbe(self._check_connection)
        self._limiter = QueryLimiter(pool_size, wait_s, self._health.is_alive)
        self._write_limiter = QueryLimiter(pool_size, wait_s, self._health.is_alive)
        self._planning = PlanningGate()
        self.plan_versions = PlanVersions()
        """Versions of the statements of `read`; a server sets their counts regularly."""
        self._replanning: asyncio.Task[None] | None = None
        self._mutexes: dict[str, asyncio.Lock] = {}
        self._wait_s = wait_s

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        if self._replanning is not None:
            self._replanning.cancel()
        if self.read_pool is not None:
            await self.read_pool.close()
        await self._driver.close()

    async def latest_bookmarks(self) -> frozenset[str]:
        """Return the bookmarks of the latest transactions that this process has seen; equal ones mean equal data."""
        return frozenset(await self._bookmarks.get_bookmarks())

    async def read(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> QueryResult:
        """Run a reading statement and return its result. Raises a GraphError.

        Neo4j stops the statement after `timeout_s` seconds. If all connections are in use, the read waits up to
        `wait_s` seconds for a slot.
        """
        limit_s = timeout_s or self.read_timeout_s
        parameters = {} if parameters is None else parameters
        newest = self.plan_versions.outdated(text)
        if newest and (self._replanning is None or self._replanning.done()):
            self._replanning = asyncio.create_task(self._replan(text, newest, parameters, limit_s))
        return await self._planned_read(self.plan_versions.current(text), parameters, limit_s)

    async def _planned_read(self, text: str, parameters: Mapping[str, Value], limit_s: float) -> QueryResult:
        if self._planning.is_planned(text):
            return await self._run_read(text, parameters, limit_s, None)
        started_at = time.monotonic()
        async with self._planning.planning(text, wait_s=min(limit_s, self._wait_s)) as report_planned:
            left_s = max(MIN_LIMIT_S, limit_s - (time.monotonic() - started_at))
            return await self._run_read(text, parameters, left_s, report_planned)

    async def _replan(self, text: str, newest: str, parameters: Mapping[str, Value], limit_s: float) -> None:
        """Run a read once more, in the newest version of its statement, which all requests use from then on."""
        with suppress(GraphError):  # a later read tries again
            await self._planned_read(newest, parameters, limit_s)
            self.plan_versions.replace(text, newest)

    async def _run_read(
        self,
        text: str,
        parameters: Mapping[str, Value],
        limit_s: float,
        on_columns: Callable[[], None] | None,
    ) -> QueryResult:
        with translated(), waiting():
            async with self._limiter.slot(), statement_timeout(limit_s, self._health.is_alive, grace_s=READ_GRACE_S):
                if self.read_pool is None:
                    answer = await self._read_with_driver(text, parameters, limit_s)
                else:
                    try:
                        answer = await self.read_pool.run_read(text, parameters, limit_s, on_columns)
                    except DriverRequiredError:
                        answer = await self._read_with_driver(text, parameters, limit_s)
                self._health.record_response()
                if on_columns:
                    on_columns()
                return answer

    async def read_bounded(
        self, text: str, parameters: Mapping[str, Value], limits: ReadLimits, *, timeout_s: float
    ) -> Answer:
        """Run a reading statement of a client, and return at most `limits.rows` rows.

        Raises ResultTooLargeError if the result has more bytes than allowed, an error of `limits.decode`, or another
        GraphError.
        """
        if self.read_pool is None:
            raise GraphUnavailableError("Bounded reads need an address with the scheme bolt.")
        with translated(), waiting():
            async with self._limiter.slot(), statement_timeout(timeout_s, self._health.is_alive, grace_s=READ_GRACE_S):
                try:
                    answer = await self.read_pool.run_bounded_read(text, parameters, timeout_s, limits)
                except DriverRequiredError as error:
                    raise GraphRejectedError(
                        "The result or a parameter has a value that is not a JSON value.", ""
                    ) from error
                self._health.record_response()
                return answer

    async def _read_with_driver(self, text: str, parameters: Mapping[str, Value], limit_s: float) -> QueryResult:
        query = neo4j.Query(cast("neo4j.Query", text), timeout=limit_s)  # pyright: ignore[reportArgumentType] the driver requires a literal; these texts come from files and the compiler

        async def run() -> QueryResult:
            async with self._session(neo4j.READ_ACCESS) as session:
                result = await session.run(query, dict(parameters))
                return QueryResult(tuple(result.keys()), await result.values())

        return await retry_read(run)

    async def read_statement(
        self, name: str, parameters: Mapping[str, Value], *, timeout_s: float | None = None
    ) -> QueryResult:
        """Run a reading statement of the catalog with its parameters in one map. Raises a GraphError (see `read`)."""
        return await self.read(grouped_text(name), {PARAMETER_MAP: dict(parameters)}, timeout_s=timeout_s)

    async def fetch(
        self, query: Query[RowT], parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> list[RowT]:
        """Run a query of the catalog and return its rows as instances of its row class. Raises a GraphError."""
        result = await self.read_statement(query.name, parameters or {}, timeout_s=timeout_s)
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

    async def write(self, *statements: Statement | FollowUp, mutex: str = "") -> list[QueryResult]:
        """Run statements in one transaction, retried on transient errors, and return the result of each.

        If all connections are in use, the write waits up to `wait_s` seconds for a slot.

        Args:
            statements: the statements of the transaction.
            mutex: name of a node that this and other transactions lock until their commit. This process then runs
                one of them at a time. Neo4j's waiting transactions poll for a lock, at growing intervals.

        Raises PreconditionFailedError if a needed statement returns no row, or another GraphError.
        """
        if not mutex:
            return await self._planned_write(statements)
        lock = self._mutexes.setdefault(mutex, asyncio.Lock())
        try:
            async with asyncio.timeout(self._wait_s):
                await lock.acquire()
        except TimeoutError:
            raise GraphBusyError(f"Other changes did not end within {self._wait_s:g} s. Try again.") from None
        try:
            return await self._planned_write(statements)
        finally:
            lock.release()

    async def _planned_write(self, statements: Sequence[Statement | FollowUp]) -> list[QueryResult]:
        texts = tuple(step.text for step in statements if isinstance(step, Statement))
        if self._planning.is_planned(texts):
            return await self._write(statements, None)
        async with self._planning.planning(texts, wait_s=self._wait_s) as report_planned:
            return await self._write(statements, report_planned)

    async def _write(
        self, statements: Sequence[Statement | FollowUp], report_planned: Callable[[], None] | None
    ) -> list[QueryResult]:
        with translated(), waiting(len(statements) + 1):
            async with self._write_limiter.slot(), statement_timeout(self.write_timeout_s + WRITE_PAUSES_S):
                results = await retry_write(self._write_once, statements, report_planned)
                self._health.record_response()
                return results

    async def _write_once(
        self, statements: Sequence[Statement | FollowUp], report_planned: Callable[[], None] | None
    ) -> list[QueryResult]:
        results: list[QueryResult] = []
        async with (
            self._session(neo4j.WRITE_ACCESS) as session,
            await session.begin_transaction(timeout=self.write_timeout_s) as transaction,
        ):
            for step in statements:
                statement = step if isinstance(step, Statement) else step(results)
                if statement is None:
                    results.append(QueryResult((), []))
                    continue
                results.append(await self.run_statement(transaction, statement))
                if statement.needed and not results[-1].rows:
                    raise PreconditionFailedError(
                        "Precondition failed: the graph changed after it was read. Nothing was written."
                    )
            if report_planned:
                report_planned()
            await transaction.commit()
        return results

    async def run_statement(self, transaction: neo4j.AsyncTransaction, statement: Statement) -> QueryResult:
        """Run one statement of a write transaction; a subclass may measure it."""
        result = await transaction.run(statement.text, dict(statement.parameters))  # pyright: ignore[reportArgumentType] as above
        return QueryResult(tuple(result.keys()), await result.values())

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

    async def explain(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float = EXPLAIN_S
    ) -> Plan:
        """Return the plan of a statement without running it. Raises a GraphError."""
        try:
            with translated():
                async with statement_timeout(timeout_s), self._session(neo4j.READ_ACCESS) as session:
                    result = await session.run(EXPLAIN + text, dict(parameters or {}))  # pyright: ignore[reportArgumentType] as above
                    columns = tuple(result.keys())
                    summary = await result.consume()
        except GraphRejectedError as error:
            raise GraphRejectedError(without_explain(str(error)), error.code) from None
        return Plan.from_summary(summary.query_type or "", columns, cast("Mapping[str, object]", summary.plan or {}))

    async def plan(self, statement: Statement) -> None:
        """Let Neo4j plan a statement: run it, and roll back. EXPLAIN does not keep its plan. Raises a GraphError.

        Neo4j keeps one plan for transactions without earlier changes, and one for those with changes. It also keeps the
        plan of a statement that it rejects because of missing parameters.
        """
        for first in ("RETURN 1", "CREATE ()"):
            with suppress(GraphRejectedError), translated():
                async with (
                    self._write_limiter.slot(),
                    statement_timeout(EXPLAIN_S),
                    self._session(neo4j.WRITE_ACCESS) as session,
                    await session.begin_transaction(timeout=EXPLAIN_S) as transaction,
                ):
                    await transaction.run(first)
                    result = await transaction.run(statement.text, dict(statement.parameters))  # pyright: ignore[reportArgumentType] as above
                    await result.consume()
                    await transaction.rollback()

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
            keep_alive=True,
            telemetry_disabled=True,
            notifications_min_severity="OFF",
            user_agent="byline",
        )
    except (driver_errors.ConfigurationError, ValueError) as error:
        raise GraphError(f"{address.uri!r} is not a valid Neo4j URI: {error}") from error


@asynccontextmanager
async def open_graph(address: Address) -> AsyncGenerator[Graph]:
    """Open a graph and check that the server responds."""
    async with Graph(address) as graph:
        await graph.verify()
        yield graph
