"""Loading hand-made records in tests: they travel as a sample file, the way a person's would."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec import structs

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.pipeline.summary import Summary
from loaders.records.record import Record
from loaders.sources.base import sources
from loaders.unload.remove_records import UnloadSelection, unload
from loaders.unload.stale_records import SourceRelease
from tests.conftest import emptied


def written(folder: Path, records: Sequence[Record], name: str = "records.json") -> Path:
    path = folder / name
    path.write_bytes(msgspec.json.encode(list(records)))
    return path


async def loaded(
    graph: Graph, folder: Path, records: Sequence[Record], *, chunk: int = 2000, loader: str = "sample"
) -> Summary:
    source = replace(sources()["sample"], name=loader)
    return await load(graph, source, [written(folder, records)], LoadOptions(chunk=chunk))


async def sampled(graph: Graph, only: str | None = None) -> None:
    """Empty the graph and load the sample, or one file of it."""
    await emptied(graph)
    sample = sources()["sample"]
    await load(graph, sample, [sample.bundle(only)])


async def lines(graph: Graph, folder: Path, records: Sequence[Record], *, chunk: int = 2000) -> list[str]:
    """Load the records into an empty graph and export it."""
    await emptied(graph)
    await loaded(graph, folder, records, chunk=chunk)
    return await export(graph)


async def differing(graph: Graph, folder: Path, records: Sequence[Record], seed: int, chunk: int) -> list[str]:
    """Load in the order given, then shuffled in two loads of small batches, the first twice; return what differs."""
    plain = await lines(graph, folder, records)
    other = list(records)
    random.Random(seed).shuffle(other)  # noqa: S311 no secret
    await emptied(graph)
    half = len(other) // 2
    for part in (other[:half], other[half:], other[:half]):
        await loaded(graph, folder, part, chunk=chunk)
    return sorted(set(plain) ^ set(await export(graph)))


async def differing_after_changes(
    graph: Graph, folder: Path, before: Sequence[Record], passing: Sequence[Record], final: Sequence[Record]
) -> list[str]:
    """Load records in an earlier form, others by another loader, then the final form, and take the others out.

    The earlier form has no date of revision, for a newer one would stay. Returns the lines by which that differs from
    loading the final form alone, and what stays beside it: the earlier forms of what is said in passing, then or now.
    """
    earlier = _earlier(before, final)
    plain = await lines(graph, folder, [*_staying(earlier, final), *final])
    await emptied(graph)
    await loaded(graph, folder, earlier, chunk=2)
    await loaded(graph, folder, passing, chunk=3, loader="other")
    await loaded(graph, folder, final, chunk=2)
    await unload(graph, "other")
    return sorted(set(plain) ^ set(await export(graph)))


async def differing_after_release(
    graph: Graph, folder: Path, before: Sequence[Record], final: Sequence[Record]
) -> list[str]:
    """Load a release, then another over it, and take out what that has no more; return what differs from it alone."""
    undated = [structs.replace(one, revised=None) for one in before]
    plain = await lines(graph, folder, [*_staying(_earlier(before, final), final), *final])
    await emptied(graph)
    await loaded(graph, folder, undated, chunk=2)
    await loaded(graph, folder, final, chunk=2)
    release = SourceRelease(sources()["sample"], [written(folder, final)])
    await unload(graph, "sample", UnloadSelection(absent_from=release))
    return sorted(set(plain) ^ set(await export(graph)))


def _earlier(before: Sequence[Record], final: Sequence[Record]) -> list[Record]:
    """Return what was said before, undated, of the keys of which something is said in the end."""
    keys = {(record.source, record.key) for record in final}
    return [structs.replace(one, revised=None) for one in before if (one.source, one.key) in keys]


def _staying(earlier: Sequence[Record], final: Sequence[Record]) -> list[Record]:
    """Return what stays beside what is said in the end: what is said in passing, or was and is now."""
    by_the_way = {(record.source, record.key) for record in final if record.in_passing}
    return [one for one in earlier if one.in_passing or (one.source, one.key) in by_the_way]
