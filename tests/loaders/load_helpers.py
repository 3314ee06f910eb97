"""Helpers that load hand-made records through a sample file, as a user would."""

import random
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.pipeline.summary import Summary
from loaders.records.record import Record
from loaders.sources.base import sources
from loaders.unload.release_keys import SourceRelease
from loaders.unload.remove_records import UnloadSelection, unload
from tests.conftest import emptied


@contextmanager
def small_neighborhoods() -> Generator[None]:
    """Fetch the mentions of two name keys per query and neighborhood, so that small loads read several of both."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("loaders.resolution.blocking.mentions.KEYS_PER_QUERY", 2)
        patch.setattr("loaders.resolution.blocking.mentions.MENTIONS_PER_NEIGHBORHOOD", 1)
        yield


def write_records(folder: Path, records: Sequence[Record], name: str = "records.json") -> Path:
    """Write records as a JSON sample file and return its path."""
    path = folder / name
    path.write_bytes(msgspec.json.encode(list(records)))
    return path


async def load_records(
    graph: Graph, folder: Path, records: Sequence[Record], *, chunk: int = 2000, loader: str = "sample"
) -> Summary:
    """Load records under the given loader name and return the load summary."""
    source = replace(sources()["sample"], name=loader)
    return await load(graph, source, [write_records(folder, records)], LoadOptions(chunk_size=chunk))


async def load_sample(graph: Graph, only: str | None = None) -> None:
    """Empty the graph and load the sample or one file of it."""
    await emptied(graph)
    sample = sources()["sample"]
    await load(graph, sample, [sample.bundle(only)])


async def export_lines(graph: Graph, folder: Path, records: Sequence[Record], *, chunk: int = 2000) -> list[str]:
    """Load the records into an empty graph and return its export."""
    await emptied(graph)
    await load_records(graph, folder, records, chunk=chunk)
    return await export(graph)


async def order_differences(graph: Graph, folder: Path, records: Sequence[Record], seed: int, chunk: int) -> list[str]:
    """Load in the given order, then shuffled in two small-batch loads with the first repeated;
    return the differences of the exports.
    """
    plain = await export_lines(graph, folder, records)
    other = list(records)
    random.Random(seed).shuffle(other)  # noqa: S311 no secret
    await emptied(graph)
    half = len(other) // 2
    for part in (other[:half], other[half:], other[:half]):
        await load_records(graph, folder, part, chunk=chunk)
    return sorted(set(plain) ^ set(await export(graph)))


async def change_differences(
    graph: Graph, folder: Path, before: Sequence[Record], passing: Sequence[Record], final: Sequence[Record]
) -> list[str]:
    """Load an earlier version, then partial records by another loader, then the final version, and unload
    the other loader. The earlier version has no revision date, because a newer one would stay.
    Return the differences from a load of the final version and the remaining partial records.
    """
    earlier = _earlier_versions(before, final)
    plain = await export_lines(graph, folder, [*_remaining_partials(earlier, final), *final])
    await emptied(graph)
    await load_records(graph, folder, earlier, chunk=2)
    await load_records(graph, folder, passing, chunk=3, loader="other")
    await load_records(graph, folder, final, chunk=2)
    await unload(graph, "other")
    return sorted(set(plain) ^ set(await export(graph)))


async def release_differences(
    graph: Graph, folder: Path, before: Sequence[Record], final: Sequence[Record]
) -> list[str]:
    """Load a release and a newer one, remove stale records, and return the differences
    from a load of the newer release alone.
    """
    undated = [structs.replace(one, revised=None) for one in before]
    plain = await export_lines(graph, folder, [*_remaining_partials(_earlier_versions(before, final), final), *final])
    await emptied(graph)
    await load_records(graph, folder, undated, chunk=2)
    await load_records(graph, folder, final, chunk=2)
    release = SourceRelease(sources()["sample"], [write_records(folder, final)])
    await unload(graph, "sample", UnloadSelection(absent_from=release))
    return sorted(set(plain) ^ set(await export(graph)))


def _earlier_versions(before: Sequence[Record], final: Sequence[Record]) -> list[Record]:
    """Return the records of `before`, undated, whose keys occur in `final`."""
    keys = {(record.source, record.key) for record in final}
    return [structs.replace(one, revised=None) for one in before if (one.source, one.key) in keys]


def _remaining_partials(earlier: Sequence[Record], final: Sequence[Record]) -> list[Record]:
    """Return the earlier records that remain in the graph: those that are partial records then or now."""
    by_the_way = {(record.source, record.key) for record in final if record.in_passing}
    return [one for one in earlier if one.in_passing or (one.source, one.key) in by_the_way]
