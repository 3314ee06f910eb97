"""Commit a batch in the background, while the next one is resolved.

A query of the next batch that names a key of the batch under way (of a record, an ID, a title, a name) waits until that
batch is committed. All other queries give the same rows before and after the commit, so the graph is the same as if
every batch waited for the batch before.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self, TypeAlias

from cypher.catalog import Query, RowT
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphMemoryError
from cypher.driver.metrics import WaitTimer, add_trips, timed, waiting
from cypher.driver.values import Value
from loaders.records.record import DecisionRecord, TopicRecord
from loaders.records.serialization import StoredRecord, entity_ids, title_key
from loaders.resolution.resolve_batch import ResolvedBatch
from loaders.writing.commit import commit
from loaders.writing.lease import WriterLease
from normalization.identifiers import split_id

WrittenKeys: TypeAlias = frozenset[str] | None
"""All keys that a batch writes; None if every query must wait for it."""


class BatchTooLargeError(GraphMemoryError):
    """Neo4j lacks the memory for the transaction of the batch under way. Write its records in several batches."""


class BackgroundWriter:
    """Commits one batch at a time. As a `GraphReader`, it delays the queries that this batch affects.

    At the end of an `async with` block, it waits until the last batch is committed.
    """

    def __init__(self, lease: WriterLease, load_id: str) -> None:
        self._lease = lease
        self._graph: Graph = lease.graph
        self._load_id = load_id
        self._keys: WrittenKeys = frozenset()
        self._commit: asyncio.Task[WaitTimer] | None = None
        self._on_committed: Callable[[], None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            await self.wait()
        elif self._commit:
            await asyncio.gather(self._commit, return_exceptions=True)  # the error of the block is raised

    async def fetch(
        self, query: Query[RowT], parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> list[RowT]:
        """Run a query, after the batch under way if that batch writes a key in the parameters. Raises a GraphError."""
        if self._commit and (self._keys is None or not self._keys.isdisjoint(_texts((parameters or {}).values()))):
            await self.wait()
        return await self._graph.fetch(query, parameters, timeout_s=timeout_s)

    async def start(
        self, batch: ResolvedBatch | None, load_statements: Sequence[Statement], on_committed: Callable[[], None]
    ) -> None:
        """Start to commit a batch, after the batch under way.

        Args:
            batch: None to run only `load_statements`.
            load_statements: statements that update the load node in the same transaction.
            on_committed: called by the next method that waits, after the batch is committed.

        Raises:
            LeaseHeldError, GraphError: the batch before is not written.
        """
        await self.wait()
        self._keys = written_keys(batch) if batch else frozenset()
        self._on_committed = on_committed
        self._commit = asyncio.create_task(self._write(batch, load_statements))

    async def _write(self, batch: ResolvedBatch | None, load_statements: Sequence[Statement]) -> WaitTimer:
        with timed() as timer:
            if batch:
                await commit(self._lease, batch, self._load_id, load_statements)
            else:
                await self._lease.write(*load_statements)
        return timer

    async def wait(self) -> None:
        """Wait until the batch under way is committed.

        Raises:
            BatchTooLargeError: Neo4j lacks the memory for the batch; it is not written.
            LeaseHeldError, GraphError: the batch is not written.
        """
        if self._commit is None:
            return
        commit_task = self._commit
        with waiting(0):
            await asyncio.wait([commit_task])  # several queries may wait for one commit
        is_first = self._commit is commit_task
        if is_first:
            self._commit = None
        try:
            timer = commit_task.result()
        except GraphMemoryError as error:
            raise BatchTooLargeError(str(error)) from error
        if is_first:
            add_trips(timer)
            if self._on_committed:
                self._on_committed()


def written_keys(batch: ResolvedBatch) -> WrittenKeys:
    """Return all keys that a batch writes, in the form that the queries of `resolve_batch` use."""
    stored_records = [*batch.records.values(), *batch.stored_before.values()]
    if any(isinstance(stored.record, DecisionRecord) for stored in stored_records):
        return None
    assignments = batch.assignments
    keys = {key for stored in stored_records for key in _keys_of_record(stored)}
    keys |= assignments.name_keys
    keys |= {form for id_ in {*assignments.ids, *assignments.ids_without_owner} for form in _forms(id_)}
    keys |= {*assignments.ids.values(), *assignments.merged_into, *assignments.merged_into.values()}
    keys |= assignments.people_reassigned | {person for person, _ in assignments.person_of.values()}
    keys |= {*batch.redirects, *batch.entity_of.values()}
    for restored in (batch.restored_ids, assignments.restored_ids):
        keys |= restored.after_revoked_merge
        for id_, other_ids in restored.redirects_of_restored.items():
            keys |= {id_, *other_ids}
    return frozenset(keys)


def _keys_of_record(stored: StoredRecord) -> Iterator[str]:
    yield stored.ref.key
    if stored.entity:
        yield stored.entity
    if title := title_key(stored.record):
        yield title
    if isinstance(stored.record, TopicRecord):
        yield stored.record.code
    for id_ in entity_ids(stored.record):
        yield from _forms(id_)


def _forms(id_: str) -> tuple[str, str]:
    """Return an ID with and without its scheme: queries name either."""
    return id_, split_id(id_)[1]


def _texts(values: Iterable[Value]) -> Iterator[str]:
    """Yield the strings in parameters."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _texts(value)
        elif isinstance(value, Mapping):
            yield from _texts(value.values())
