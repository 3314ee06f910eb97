"""Loading hand-made records in tests: they travel as a sample file, the way a person's would."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec import structs

from cypher.run import Graph
from loaders.canonical import export
from loaders.records.record import Record
from loaders.run import Wishes, load
from loaders.source import sources
from loaders.summary import Summary
from loaders.unload import unload
from tests.conftest import emptied


def written(folder: Path, records: Sequence[Record], name: str = "records.json") -> Path:
    path = folder / name
    path.write_bytes(msgspec.json.encode(list(records)))
    return path


async def loaded(
    graph: Graph, folder: Path, records: Sequence[Record], *, chunk: int = 2000, loader: str = "sample"
) -> Summary:
    source = replace(sources()["sample"], name=loader)
    return await load(graph, source, [written(folder, records)], Wishes(chunk=chunk))


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
    loading the final form alone.
    """
    plain = await lines(graph, folder, final)
    await emptied(graph)
    keys = {(record.source, record.key) for record in final}
    earlier = [structs.replace(one, revised=None) for one in before if (one.source, one.key) in keys]
    await loaded(graph, folder, earlier, chunk=2)
    await loaded(graph, folder, passing, chunk=3, loader="other")
    await loaded(graph, folder, final, chunk=2)
    await unload(graph, "other")
    return sorted(set(plain) ^ set(await export(graph)))
