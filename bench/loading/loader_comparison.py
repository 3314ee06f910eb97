"""Byline and two plain loaders on a part of the ACL Anthology, in one run on one Neo4j: new, then unchanged records."""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
from neo4j import Driver

from bench.loading.plain_loaders import by_row, by_unwind, driver
from bench.table import Row
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import clear_graph, migrate
from loaders.formats import archive
from loaders.pipeline.run import LoadOptions, load
from loaders.records.errors import InvalidRecordError, RejectedItem
from loaders.records.normalize import normalize_record
from loaders.records.record import Record
from loaders.sources.base import sources


def part(anthology: Path, every: int, folder: Path) -> Path:
    """Copy every n-th collection of the Anthology with its other files, and return the copy."""
    for file in (*sorted(anthology.rglob("*.xml"))[::every], *anthology.rglob("*.yaml")):
        copy = folder / file.relative_to(anthology)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    return folder


def records(path: Path) -> Iterator[Record]:
    """Yield the normalized records of the Anthology's files."""
    source = sources()["acl"]
    with archive.open_files([path], source.accepts) as files:
        read = source.start(files)
        for file in files:
            for item in read(file):
                if not isinstance(item, RejectedItem):
                    try:
                        yield normalize_record(item)
                    except InvalidRecordError:
                        continue


def timed(work: Callable[[], object]) -> float:
    """Return the duration of a function in seconds."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def measured(address: Address, anthology: Path, every: int) -> list[Row]:
    """Return the durations of Byline and of the plain loaders, for new and for unchanged records."""
    with tempfile.TemporaryDirectory() as folder:
        path = part(anthology, every, Path(folder))
        count = sum(1 for _ in records(path))
        sys.stdout.write(f"{count:,} records of every {every}th collection\n")
        plain = driver(address)
        try:
            unwind = _twice(address, plain, by_unwind, path)
            by_rows = _twice(address, plain, by_row, path)
        finally:
            plain.close()
        anyio.run(_emptied, address)
        ours = [timed(lambda: anyio.run(_load, address, path)) for _ in range(2)]
    return [
        Row("new: Byline and MERGE a row at a time", "versus", ours[0], by_rows[0], "s"),
        Row("unchanged: Byline and MERGE a row at a time", "versus", ours[1], by_rows[1], "s"),
        Row("new: Byline and UNWIND with MERGE", "versus", ours[0], unwind[0], "s"),
        Row("unchanged: Byline and UNWIND with MERGE", "versus", ours[1], unwind[1], "s"),
        Row("new: Byline", "own", count / ours[0], None, "records/s"),
        Row("unchanged: Byline", "own", count / ours[1], None, "records/s"),
    ]


def _twice(
    address: Address, plain: Driver, write: Callable[[Driver, Iterator[Record]], None], path: Path
) -> list[float]:
    """Return the durations of a load into an empty graph and of its repetition, including parsing."""
    anyio.run(_emptied, address)
    return [timed(lambda: write(plain, records(path))) for _ in range(2)]


async def _emptied(address: Address) -> None:
    async with Graph(address) as graph:
        await migrate(graph)
        await clear_graph(graph)


async def _load(address: Address, path: Path) -> None:
    async with Graph(address) as graph:
        await load(graph, sources()["acl"], [path], LoadOptions(workers=1))
