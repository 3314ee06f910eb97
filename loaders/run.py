"""Load a source: read, settle batch by batch, derive; go on where a load was broken off; say what a load would change.

A batch is one write transaction, the checkpoint with it: what was acknowledged survives any kill, and what was not is
read again. While one batch is written the next is read, in a thread.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ulid import ULID

from cypher.run import Graph
from cypher.values import Value
from loaders import archive
from loaders.archive import SourceFile
from loaders.asking import ask
from loaders.bundle import content
from loaders.closure import known
from loaders.derive import derive, due
from loaders.lease import Turn, writing
from loaders.progress import LOADING, Progress, Tell, untold
from loaders.reading import CHUNK, Chunk, chunks
from loaders.revisions import by_what_is_there
from loaders.settle import decide
from loaders.source import Source, SourceError
from loaders.summary import Summary, checkpoint, noted, restore
from loaders.write import commit


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to load: write nothing, go on from the last checkpoint, items to a batch, whom to tell."""

    dry: bool = False
    resume: bool = False
    version: str = ""
    chunk: int = CHUNK
    tell: Tell = untold


class Job(NamedTuple):
    """What to load: a source's files, found at the paths that were given."""

    source: Source
    paths: Sequence[Path]
    files: Sequence[SourceFile]


async def load(graph: Graph, source: Source, paths: Sequence[Path], wishes: Wishes | None = None) -> Summary:
    """Load a source's files.

    Raises ArchiveError for a path that cannot be read, SourceError where no file is the source's or a side table is
    missing that every file needs, BusyError where another load is at work, or another GraphError. A file that cannot
    be read by itself is reported in the summary, and the load goes on.
    """
    wishes = wishes or Wishes()
    with archive.opened(paths, source.wants) as files:
        if not files:
            given = ", ".join(map(str, paths))
            raise SourceError(f"{given}: no file of {source.title} is there. Expected: {source.expects}.")
        job = Job(source, paths, files)
        if wishes.dry:
            return await _run(graph, job, wishes, None)
        async with writing(graph, f"byline load {source.name}") as turn:
            return await _run(graph, job, wishes, turn)


async def _run(graph: Graph, job: Job, wishes: Wishes, turn: Turn | None) -> Summary:
    source, files = job.source, job.files
    given: list[Value] = [str(path.resolve()) for path in job.paths]
    summary = Summary(loader=source.name, load=f"l_{ULID()}", files=len(files))
    after = await _resumed(graph, summary, given) if wishes.resume else None
    steps = await asyncio.to_thread(chunks, source, files, after=after, size=wishes.chunk)
    if not wishes.dry and not summary.resumed:
        begun: dict[str, Value] = {"loader": source.name, "version": wishes.version, "paths": given, "startedAt": now()}
        begun["licence"] = source.licence
        begun["inputs"] = [file.name for file in files]
        await note(graph, summary.load, begun)
    total = sum(file.size for file in files)
    wishes.tell(Progress(0, total, summary.read, LOADING))
    ahead = asyncio.create_task(asyncio.to_thread(_next, steps))
    while (chunk := await ahead) is not None:
        ahead = asyncio.create_task(asyncio.to_thread(_next, steps))
        try:
            await _settle(graph, summary, chunk, turn)
        except BaseException:
            await asyncio.wait([ahead])
            raise
        wishes.tell(Progress(chunk.done_bytes, total, summary.read, LOADING))
    if turn is not None:
        await turn.sure()
        bundle = content(source, job.paths)
        await finish(graph, summary.load, lambda step: wishes.tell(Progress(total, total, summary.read, step)), bundle)
    return summary


async def finish(graph: Graph, load_id: str, tell: Callable[[str], None], bundle: str | None = None) -> None:
    """Derive what is due, whoever left it, and close the load, which says what bundled file it read."""
    if await due(graph):
        async for step in derive(graph):
            tell(step)
    await note(graph, load_id, {"finishedAt": now(), "bundle": bundle})


async def _settle(graph: Graph, summary: Summary, chunk: Chunk, turn: Turn | None) -> None:
    """Settle a chunk and write it; without a turn to write nothing is written."""
    about = graph if chunk.entries and await _holds_anything(graph, summary) else None
    there = await known(about, {entry.ref[:2] for entry in chunk.entries})
    brought = by_what_is_there(chunk.entries, there)
    summary.take(chunk, brought)
    batch, conflicts = None, list[str]()
    if brought.fresh:
        beside = {ref[:2] for ref in brought.fresh}
        batch, outcome = await decide(about, brought.fresh, [ref for ref in there if ref[:2] in beside])
        conflicts = summary.settle(outcome)
    if turn is None:
        return
    steps = checkpoint(summary, chunk, conflicts)
    await turn.sure()
    await (commit(graph, batch, summary.load, steps) if batch else graph.write(*steps))


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


async def note(graph: Graph, load_id: str, values: dict[str, Value]) -> None:
    """Set properties of a load's node, which is made where it is not there."""
    await graph.write(noted(load_id, values))


def _next(steps: Iterator[Chunk]) -> Chunk | None:
    return next(steps, None)


def now() -> str:
    """Return the time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
