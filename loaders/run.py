"""Load a source: read, settle batch by batch, derive; go on where a load was broken off; say what a load would change.

A batch is one write transaction, the checkpoint with it: what was acknowledged survives any kill, and what was not is
read again. While one batch is written the next is read, in a thread.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ulid import ULID

from cypher.catalog import statement
from cypher.run import Graph, Statement
from cypher.values import Value
from loaders import archive
from loaders.archive import SourceFile
from loaders.closure import ask, known
from loaders.derive import derive, due
from loaders.identity import Ref
from loaders.lease import writing
from loaders.reading import CHUNK, Chunk, Entry, Reject, chunks
from loaders.record import Record
from loaders.settle import decide
from loaders.source import Source
from loaders.write import commit


@dataclass(slots=True)
class Summary:
    """What a load came to: read = new + changed + unchanged + rejected."""

    loader: str
    load: str
    files: int = 0
    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0
    merged: int = 0
    """Of the new and changed: records that joined a thing which another record describes."""
    authorships: int = 0
    """Places in the by-lines of new and changed records."""
    authorship_edges: int = 0
    """People in those by-lines: one whom a by-line names twice counts once."""
    ambiguous: int = 0
    conflicts: list[str] = field(default_factory=list[str])
    rejects: list[Reject] = field(default_factory=list[Reject])
    unreadable: list[Reject] = field(default_factory=list[Reject])
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a load has come: bytes of the files that are done, of how many; records; what it is doing."""

    done_bytes: int
    total_bytes: int
    read: int
    doing: str


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to load: write nothing, go on from the last checkpoint, items to a batch, whom to tell."""

    dry: bool = False
    resume: bool = False
    version: str = ""
    chunk: int = CHUNK
    tell: Callable[[Progress], None] = lambda _: None


async def load(graph: Graph, source: Source, paths: Sequence[Path], wishes: Wishes | None = None) -> Summary:
    """Load a source's files.

    Raises ArchiveError for a path that cannot be read, SourceError for a side table that every file needs, BusyError
    where another load is at work, or another GraphError. A file that cannot be read by itself is reported in the
    summary, and the load goes on.
    """
    wishes = wishes or Wishes()
    with archive.opened(paths, source.wants) as files:
        if wishes.dry:
            return await _run(graph, source, paths, files, wishes)
        async with writing(graph, f"byline load {source.name}"):
            return await _run(graph, source, paths, files, wishes)


async def _run(
    graph: Graph, source: Source, paths: Sequence[Path], files: Sequence[SourceFile], wishes: Wishes
) -> Summary:
    given: list[Value] = [str(path.resolve()) for path in paths]
    summary = Summary(loader=source.name, load=f"l_{ULID()}", files=len(files))
    after = await _resumed(graph, summary, given) if wishes.resume else None
    if not wishes.dry and not summary.resumed:
        begun: dict[str, Value] = {"loader": source.name, "version": wishes.version, "paths": given, "startedAt": now()}
        begun["inputs"] = [file.name for file in files]
        await note(graph, summary.load, begun)
    total = sum(file.size for file in files)
    steps = chunks(source, files, after=after, size=wishes.chunk)
    ahead = asyncio.create_task(asyncio.to_thread(_next, steps))
    while (chunk := await ahead) is not None:
        ahead = asyncio.create_task(asyncio.to_thread(_next, steps))
        try:
            await _settle(graph, summary, chunk, dry=wishes.dry)
        except BaseException:
            await asyncio.wait([ahead])
            raise
        wishes.tell(Progress(chunk.done_bytes, total, summary.read, "loading"))
    if not wishes.dry:
        await finish(graph, summary.load, lambda step: wishes.tell(Progress(total, total, summary.read, step)))
    return summary


async def finish(graph: Graph, load_id: str, tell: Callable[[str], None]) -> None:
    """Derive what is due, whoever left it, and close the load."""
    if await due(graph):
        async for step in derive(graph):
            tell(step)
    await note(graph, load_id, {"finishedAt": now()})


async def _settle(graph: Graph, summary: Summary, chunk: Chunk, *, dry: bool) -> None:
    hashes = await known(graph, {entry.ref[:2] for entry in chunk.entries}) if chunk.entries else {}
    fresh: dict[Ref, Record] = {}
    seen = dict(hashes)
    for entry in chunk.entries:
        _count(summary, entry, seen, fresh)
    summary.read += chunk.items
    summary.rejected += len(chunk.rejects)
    summary.rejects += [*chunk.rejects, *chunk.unreadable]
    summary.unreadable += chunk.unreadable
    checkpoint: dict[str, Value] = {"file": chunk.file, "offset": chunk.offset, **counts(summary)}
    if not fresh:
        if not dry:
            await note(graph, summary.load, checkpoint)
        return
    beside = {ref[:2] for ref in fresh}
    batch, outcome = await decide(graph, fresh, [ref for ref in hashes if ref[:2] in beside])
    summary.merged += outcome.merged
    summary.ambiguous += outcome.ambiguous
    summary.authorships += outcome.authorships
    summary.authorship_edges += outcome.authorship_edges
    summary.conflicts += [
        f"{ref.source}:{ref.key} states {one}, which another record holds" for ref, one in outcome.conflicts
    ]
    if not dry:
        await commit(graph, batch, summary.load, checkpoint | {"merged": summary.merged})


def _count(summary: Summary, entry: Entry, seen: dict[Ref, str], fresh: dict[Ref, Record]) -> None:
    """Count an entry by what was there before it: in the graph, or earlier in this batch."""
    before = seen.get(entry.ref)
    if before == entry.hash:
        summary.unchanged += 1
        return
    if before is None:
        summary.new += 1
    else:
        summary.changed += 1
    seen[entry.ref] = entry.hash
    fresh[entry.ref] = entry.record


def counts(summary: Summary) -> dict[str, Value]:
    """Return what a load's node keeps of its summary."""
    return {name: getattr(summary, name) for name in ("read", "new", "changed", "unchanged", "rejected", "merged")}


async def _resumed(graph: Graph, summary: Summary, paths: list[Value]) -> tuple[str, int] | None:
    """Take up the newest broken-off load of the same paths: its id, counts and checkpoint."""
    rows = await ask(graph, "write/unfinished_load", loader=summary.loader, paths=paths)
    if not rows:
        return None
    identifier, values = rows[0]
    if not isinstance(values, dict):
        return None
    summary.load, summary.resumed = str(identifier), True
    for name in counts(summary):
        setattr(summary, name, int(str(values.get(name) or 0)))
    return str(values["file"]), int(str(values["offset"]))


async def note(graph: Graph, load_id: str, values: dict[str, Value]) -> None:
    """Set properties of a load's node, which is made where it is not there."""
    await graph.write(Statement(statement("write/load").text, {"id": load_id, "values": values}))


def _next(steps: Iterator[Chunk]) -> Chunk | None:
    return next(steps, None)


def now() -> str:
    """Return the time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
