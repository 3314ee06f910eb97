"""Resolve and commit batches one after another, and write a batch in parts if Neo4j lacks the memory for it.

The graph depends only on the set of its records. The parts of a batch therefore give the same graph as the whole batch.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias, TypeVar

from cypher.driver.client import Statement
from cypher.driver.errors import GraphMemoryError
from loaders.graph_queries import GraphReader
from loaders.records.match_features import RecordRef
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.resolve_batch import BatchOutcome, ResolvedBatch
from loaders.writing.background_commit import BackgroundWriter, BatchTooLargeError
from loaders.writing.lease import WriterLease

T = TypeVar("T")
PARTS_PER_SIZE = 8
"""Number of parts after which the pipeline tries parts of twice the size. At most every ninth part fails and is written
again, if no larger part fits.
"""
Resolve: TypeAlias = Callable[[Sequence[RecordRef], MentionCache], Awaitable[tuple[ResolvedBatch, BatchOutcome]]]
"""Resolves some records of a batch. It must read the graph through `BatchPipeline.reader`."""


class Completion(NamedTuple):
    """The last statements of a batch, and the function to call after them.

    Attributes:
        load_statements: statements that update the load node in the transaction of the batch's last record.
        on_committed: called after this transaction.
    """

    load_statements: Sequence[Statement]
    on_committed: Callable[[], None]


NO_COMPLETION = Completion((), lambda: None)
Complete: TypeAlias = Callable[[Sequence[BatchOutcome]], Completion]
"""Receives the outcomes of all parts of a batch before the last part is written; returns what completes the batch."""


class StartedBatch(NamedTuple):
    """The batch that is committed in the background, with all that is needed to resolve it again."""

    refs: Sequence[RecordRef]
    resolve: Resolve
    completion: Completion


class BatchPipeline:
    """Resolves a batch while the batch before is committed. Waits for the last commit at the end of `async with`.

    If Neo4j lacks the memory for a transaction, the pipeline writes its batch again in two parts, and divides later
    batches into parts of that size. After some parts, it tries parts of twice the size.

    Only the last part of a batch updates the load node: after a crash between two parts, a resumed load compares the
    records of the first part with the graph and counts them as unchanged.
    """

    def __init__(self, lease: WriterLease, load_id: str) -> None:
        self._writer = BackgroundWriter(lease, load_id)
        self._started: StartedBatch | None = None
        self._cache = MentionCache()
        self._max_records: int | None = None
        self._parts_of_this_size = 0
        self.has_written = False
        """True if the pipeline has begun to write any record."""
        self.smallest_limit: int | None = None
        """Smallest maximum number of records per transaction; None if Neo4j had enough memory for all batches."""

    @property
    def reader(self) -> GraphReader:
        """The graph, for queries that see all batches before."""
        return self._writer

    async def __aenter__(self) -> Self:
        await self._writer.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            await self.run(self._writer.wait)
        await self._writer.__aexit__(kind, error, trace)

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work that reads through `reader`, and return its result.

        The work runs again if the batch that it waited for had to be written in parts: it may have used IDs of that
        batch that were never written. It must therefore have no other effect.

        Raises:
            LeaseHeldError, GraphError: the batch before is not written, or the work failed.
        """
        while True:
            try:
                return await work()
            except BatchTooLargeError as error:
                await self._write_again_in_parts(error)

    async def write(self, refs: Sequence[RecordRef], resolve: Resolve, complete: Complete) -> None:
        """Resolve a batch and start to write it, after the batch before.

        Args:
            refs: keys of the new, changed or removed records; if there are none, only the load statements run.
            resolve: see `Resolve`; called for each part, and again for parts that need too much memory.
            complete: see `Complete`; called once.

        Raises:
            LeaseHeldError, GraphError: the batch or the batch before is not written.
        """
        if refs:
            await self._write_parts(refs, resolve, complete)
            return
        await self.run(self._writer.wait)
        completion = complete(())
        self._started = None
        await self._writer.start(None, completion.load_statements, completion.on_committed)

    async def _write_parts(self, refs: Sequence[RecordRef], resolve: Resolve, complete: Complete) -> None:
        """Resolve and write the records in parts that the limit allows; the last part is only started."""
        outcomes: list[BatchOutcome] = []
        rest = refs
        while rest:
            part, batch, outcome = await self.run(partial(self._resolve_next_part, rest, resolve))
            self._try_larger_parts()
            rest = rest[len(part) :]
            outcomes.append(outcome)
            completion = NO_COMPLETION if rest else complete(outcomes)
            self._started, self.has_written = StartedBatch(part, resolve, completion), True
            await self._writer.start(batch, completion.load_statements, completion.on_committed)

    def _try_larger_parts(self) -> None:
        """Double the limit after some parts: the records that needed much memory may have been few."""
        self._parts_of_this_size += 1
        if self._max_records is not None and self._parts_of_this_size > PARTS_PER_SIZE:
            self._max_records, self._parts_of_this_size = 2 * self._max_records, 0

    async def _resolve_next_part(
        self, rest: Sequence[RecordRef], resolve: Resolve
    ) -> tuple[Sequence[RecordRef], ResolvedBatch, BatchOutcome]:
        """Resolve the first part of the remaining records, and wait for the batch before."""
        part = rest[: self._max_records or len(rest)]
        batch, outcome = await resolve(part, self._cache)
        await self._writer.wait()
        return part, batch, outcome

    async def _write_again_in_parts(self, error: BatchTooLargeError) -> None:
        """Write the batch that needed too much memory in parts; the last part is only started."""
        failed = self._started
        if failed is None:
            raise error
        if len(failed.refs) == 1:
            raise GraphMemoryError(
                f"Neo4j lacks memory for the transaction of the record {failed.refs[0].source}:{failed.refs[0].key}. "
                "Give Neo4j more heap (managed Neo4j: BYLINE_NEO4J_HEAP), and run the command again; a load continues "
                "with --resume."
            ) from error
        limit = (len(failed.refs) + 1) // 2
        self._max_records, self._parts_of_this_size = limit, 0
        self.smallest_limit = min(limit, self.smallest_limit or limit)
        self._cache = MentionCache()  # the batch's people have IDs there that were never written
        await self._write_parts(failed.refs, failed.resolve, lambda _: failed.completion)
