"""Load a source: read, settle batch by batch, derive; go on where a load was broken off; say what a load would change.

A batch is one write transaction, the checkpoint with it: what was acknowledged survives any kill, and what was not is
read again. While one batch is written the next is read, in a thread.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ulid import ULID

from cypher.run import Graph
from cypher.values import Value
from loaders.asking import ask
from loaders.bundle import content
from loaders.files import archive
from loaders.files.archive import SourceFile
from loaders.files.file_names import legible
from loaders.matching.closure import known
from loaders.records.revisions import by_what_is_there
from loaders.reject_list import RejectList, Unlisted
from loaders.source import Source
from loaders.streaming.clock import Clock, running
from loaders.streaming.crew import SMALL
from loaders.streaming.progress import LOADING, Counts, Progress, Tell, untold
from loaders.streaming.reading import CHUNK, Chunk, Reading, Reject, Way, not_read
from loaders.summary import Summary, checkpoint, kept, noted, restore
from loaders.writing.derive import derive, due
from loaders.writing.lease import Turn, writing
from loaders.writing.settle import decide
from loaders.writing.write import commit


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to load: write nothing, go on from the last checkpoint, items to a batch, whom to tell.

    `workers` processes at most read the files; 0 reads them in this process, as do inputs of under `small` bytes. A
    program that asks for some needs the guard `if __name__ == "__main__":`, as for any `multiprocessing`. What is
    refused goes to `rejects` as it comes; the summary keeps the first of it.
    """

    dry: bool = False
    resume: bool = False
    version: str = ""
    chunk: int = CHUNK
    tell: Tell = untold
    workers: int = 0
    small: int = SMALL
    rejects: RejectList = field(default_factory=Unlisted)


class Job(NamedTuple):
    """What to load: a source's files, found at the paths that were given, and what of these cannot be read at all."""

    source: Source
    paths: Sequence[Path]
    files: Sequence[SourceFile]
    unreadable: Sequence[Reject] = ()


async def load(graph: Graph, source: Source, paths: Sequence[Path], wishes: Wishes | None = None) -> Summary:
    """Load a source's files.

    Raises ArchiveError for a path that cannot be read, SourceError where no file is the source's or a side table is
    missing that every file needs, BusyError where another load is at work, or another GraphError. A file that cannot
    be read by itself is reported in the summary, and the load goes on.
    """
    wishes = wishes or Wishes()
    with archive.opened(paths, source.wants) as files:
        if not files:
            raise source.none_among(paths, files.left_out)
        job = Job(source, paths, files, not_read(files.left_out))
        if wishes.dry:
            return await _run(graph, job, wishes, None)
        async with writing(graph, f"byline load {source.name}") as turn:
            return await _run(graph, job, wishes, turn)


async def _run(graph: Graph, job: Job, wishes: Wishes, turn: Turn | None) -> Summary:
    source, files = job.source, job.files
    given: list[Value] = [legible(path.resolve()) for path in job.paths]
    summary = Summary(loader=source.name, load=f"l_{ULID()}", files=len(files))
    after = await _resumed(graph, summary, given) if wishes.resume else None
    if summary.resumed:
        wishes.rejects.go_on(summary.rejects, summary.rejected)
    else:
        summary.unreadable += job.unreadable
    steps = Reading(source, files, Way(after, wishes.chunk, wishes.workers, wishes.small))
    with running() as clock:
        told = Telling(wishes.tell, wishes.rejects, summary, clock, sum(file.size for file in files))
        async with _ended(steps):
            await asyncio.to_thread(steps.start)
            if turn is not None and not summary.resumed:
                begun: dict[str, Value] = {"loader": source.name, "version": wishes.version, "paths": given}
                begun |= {"startedAt": now(), "licence": source.licence, "inputs": [file.name for file in files]}
                begun |= kept(summary)
                await note(turn, summary.load, begun)
            await _through(graph, steps, turn, told)
        if turn is not None:
            clock.count()
            await finish(turn, summary.load, told.step, content(source, job.paths))
        summary.spent = clock.spent
    return summary


@asynccontextmanager
async def _ended(steps: Reading) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        await asyncio.shield(asyncio.to_thread(steps.end))


async def _through(graph: Graph, steps: Reading, turn: Turn | None, told: "Telling") -> None:
    """Settle chunk by chunk, while the next is read."""
    told.of(Chunk())
    ahead = asyncio.create_task(asyncio.to_thread(steps.next))
    try:
        while True:
            with told.clock.reading():
                chunk = await asyncio.shield(ahead)
            if chunk is None:
                return
            ahead = asyncio.create_task(asyncio.to_thread(steps.next))
            await _settle(graph, told, chunk, turn)
            told.of(chunk)
    except BaseException:
        await asyncio.to_thread(steps.end)
        await asyncio.wait([ahead])  # what it reads is not taken from under it
        if not ahead.cancelled():
            ahead.exception()  # nobody asks for it any more
        raise


class Telling(NamedTuple):
    """Whom to tell of a load, where to list what it refuses, and what there is to tell."""

    tell: Tell
    rejects: RejectList
    summary: Summary
    clock: Clock
    total: int

    def of(self, chunk: Chunk) -> None:
        """Tell how far it is after a chunk."""
        self._tell(chunk.done_bytes, chunk.done_files, LOADING)

    def step(self, doing: str) -> None:
        """Tell what is done once all is read."""
        self._tell(self.total, self.summary.files, doing)

    def _tell(self, done: int, files: int, doing: str) -> None:
        summary = self.summary
        brought = (summary.new, summary.changed, summary.unchanged, summary.rejected)
        counts = Counts(files, summary.files, *brought)
        self.tell(Progress(done, self.total, summary.read, doing, counts, self.clock.spent))


async def finish(turn: Turn, load_id: str, tell: Callable[[str], None], bundle: str | None = None) -> None:
    """Derive what is due, and close the load, which says what bundled file it read."""
    await derive_due(turn, tell)
    await note(turn, load_id, {"finishedAt": now(), "bundle": bundle})


async def derive_due(turn: Turn, tell: Callable[[str], None]) -> None:
    """Derive what is due, whoever left it."""
    if await due(turn.graph):
        async for step in derive(turn):
            tell(step)


async def _settle(graph: Graph, told: "Telling", chunk: Chunk, turn: Turn | None) -> None:
    """Settle a chunk and write it; without a turn to write nothing is written."""
    summary = told.summary
    about = graph if chunk.entries and await _holds_anything(graph, summary) else None
    there = await known(about, {entry.ref[:2] for entry in chunk.entries})
    brought = by_what_is_there(chunk.entries, there)
    summary.take(chunk, brought)
    batch, conflicts = None, list[str]()
    if brought.fresh:
        beside = {ref[:2] for ref in brought.fresh}
        batch, outcome = await decide(about, brought.fresh, [ref for ref in there if ref[:2] in beside])
        conflicts = summary.settle(outcome)
    told.rejects.add(chunk.rejects)  # before it is acknowledged: what is listed too much a resumed load cuts off
    if turn is None:
        return
    steps = checkpoint(summary, chunk, conflicts)
    await (commit(turn, batch, summary.load, steps) if batch else turn.write(*steps))


async def _holds_anything(graph: Graph, summary: Summary) -> bool:
    """Tell whether there is anything in the graph that a record could meet."""
    return bool(summary.written) or bool((await ask(graph, "write/holds_anything"))[0][0])


async def _resumed(graph: Graph, summary: Summary, paths: list[Value]) -> tuple[str, int] | None:
    """Take up the newest broken-off load of the same paths: its id, counts and checkpoint."""
    rows = await ask(graph, "write/unfinished_load", loader=summary.loader, paths=paths)
    if not rows:
        return None
    identifier, values = rows[0]
    if not isinstance(values, dict):
        return None
    restore(summary, str(identifier), values)
    return str(values["file"]), int(str(values["offset"]))


async def note(turn: Turn, load_id: str, values: dict[str, Value]) -> None:
    """Set properties of a load's node, which is made where it is not there."""
    await turn.write(noted(load_id, values))


def now() -> str:
    """Return the time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
