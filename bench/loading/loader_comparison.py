"""Compare the load times of Byline and of two simple loaders (`plain_loaders`) on a part of the ACL Anthology.

Each loads the same records twice into the same Neo4j: first into an empty graph, then once more without changes.
"""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
from neo4j import Driver

from bench.loading.plain_loaders import open_driver, write_row_by_row, write_with_unwind
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


def copy_sample(anthology: Path, interval: int, folder: Path) -> Path:
    """Copy every `interval`-th collection of the Anthology and all YAML files to `folder`, and return `folder`."""
    for file in (*sorted(anthology.rglob("*.xml"))[::interval], *anthology.rglob("*.yaml")):
        copy = folder / file.relative_to(anthology)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    return folder


def read_records(path: Path) -> Iterator[Record]:
    """Yield the valid records of a copy of the Anthology, normalized."""
    source = sources()["acl"]
    with archive.open_files([path], source.accepts) as files:
        read_file = source.start(files)
        for file in files:
            for item in read_file(file):
                if not isinstance(item, RejectedItem):
                    try:
                        yield normalize_record(item)
                    except InvalidRecordError:
                        continue


def measure_seconds(function: Callable[[], object]) -> float:
    """Call a function and return its duration in seconds."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def compare_loaders(address: Address, anthology: Path, interval: int) -> list[Row]:
    """Return the load times of Byline and of the simple loaders, for new and for unchanged records."""
    with tempfile.TemporaryDirectory() as folder:
        path = copy_sample(anthology, interval, Path(folder))
        count = sum(1 for _ in read_records(path))
        sys.stdout.write(f"{count:,} records; one collection in {interval} is used\n")
        plain_driver = open_driver(address)
        try:
            unwind = _load_twice(address, plain_driver, write_with_unwind, path)
            by_rows = _load_twice(address, plain_driver, write_row_by_row, path)
        finally:
            plain_driver.close()
        anyio.run(_empty_graph, address)
        byline = [measure_seconds(lambda: anyio.run(_load, address, path)) for _ in range(2)]
    return [
        Row("new: Byline and one MERGE per row", "versus", byline[0], by_rows[0], "s"),
        Row("unchanged: Byline and one MERGE per row", "versus", byline[1], by_rows[1], "s"),
        Row("new: Byline and UNWIND with MERGE", "versus", byline[0], unwind[0], "s"),
        Row("unchanged: Byline and UNWIND with MERGE", "versus", byline[1], unwind[1], "s"),
        Row("new: Byline", "own", count / byline[0], None, "records/s"),
        Row("unchanged: Byline", "own", count / byline[1], None, "records/s"),
    ]


def _load_twice(
    address: Address, plain_driver: Driver, write: Callable[[Driver, Iterator[Record]], None], path: Path
) -> list[float]:
    """Return the durations of a load into an empty graph and of a second load, in seconds, including parsing."""
    anyio.run(_empty_graph, address)
    return [measure_seconds(lambda: write(plain_driver, read_records(path))) for _ in range(2)]


async def _empty_graph(address: Address) -> None:
    async with Graph(address) as graph:
        await migrate(graph)
        await clear_graph(graph)


async def _load(address: Address, path: Path) -> None:
    async with Graph(address) as graph:
        await load(graph, sources()["acl"], [path], LoadOptions(workers=1))
