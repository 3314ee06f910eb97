"""Where the time of loads, unloads and decisions goes: `python -m bench.loading.profile [OPTIONS]`.

Each part runs on a new Neo4j with the default settings of the image. The report has records per
second, processor seconds of Python and of Neo4j, and the count and seconds of each named statement. `--digest` adds the
SHA-256 of the canonical export, which shows whether a change of the code changes the graph. `--warm` loads the same
data once before the measurement: on a new JVM, the JIT compilers take a third of the processor time.
"""

import argparse
import asyncio
import hashlib
import resource
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import neo4j
import uvloop
from docker.models.containers import Container
from testcontainers.community.neo4j import Neo4jContainer

from bench.loading.arxiv_papers import write_papers
from bench.table import Row, report
from cypher.catalog import catalog, grouped_text, single_transaction_text
from cypher.driver.address import Address
from cypher.driver.client import FollowUp, Graph, Statement
from cypher.driver.values import QueryResult, Value
from cypher.migrate import clear_graph, migrate
from loaders.curation.decisions import Curator, merge, revoke, split
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.records.record import DecisionRecord
from loaders.sources.base import sources
from loaders.unload.release_keys import SourceRelease
from loaders.unload.remove_records import UnloadSelection, unload
from tests import neo4j_under_test

SLOWEST = 25
"""Number of statements in the report."""
MEBI = 1024


class MeasuredGraph(Graph):
    """A graph that measures each named statement: number of runs and seconds, including the network."""

    def __init__(self, address: Address) -> None:
        super().__init__(address, write_timeout_s=1800)
        self.names = {
            text: name
            for name, entry in catalog().items()
            for text in (entry.text, grouped_text(name), single_transaction_text(name))
        }
        self.runs: dict[str, int] = defaultdict(int)
        self.seconds: dict[str, float] = defaultdict(float)

    def _add(self, text: str, began: float) -> None:
        name = self.names.get(text, text[:40])
        self.runs[name] += 1
        self.seconds[name] += time.perf_counter() - began

    async def read(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> QueryResult:
        """Run and measure a reading statement."""
        began = time.perf_counter()
        answer = await super().read(text, parameters, timeout_s=timeout_s)
        self._add(text, began)
        return answer

    async def run_statement(self, transaction: neo4j.AsyncTransaction, statement: Statement) -> QueryResult:
        """Run and measure a statement of a write transaction."""
        began = time.perf_counter()
        answer = await super().run_statement(transaction, statement)
        self._add(statement.text, began)
        return answer

    async def write(self, *statements: Statement | FollowUp, mutex: str = "") -> list[QueryResult]:
        """Run a write transaction; measure what its statements leave, which is mostly the commit."""
        began, before = time.perf_counter(), sum(self.seconds.values())
        answers = await super().write(*statements, mutex=mutex)
        inside = sum(self.seconds.values()) - before
        self.runs["(commit)"] += 1
        self.seconds["(commit)"] += time.perf_counter() - began - inside
        return answers

    async def administer(self, text: str, parameters: Mapping[str, Value] | None = None) -> QueryResult:
        """Run and measure an administrative statement."""
        began = time.perf_counter()
        answer = await super().administer(text, parameters)
        self._add(text, began)
        return answer


class Measurement:
    """Wall time, processor seconds and statements of one activity."""

    def __init__(self, graph: MeasuredGraph, container: Container | None) -> None:
        self.graph, self._container = graph, container
        graph.runs.clear()
        graph.seconds.clear()
        self._began = (time.perf_counter(), python_seconds(), neo4j_seconds(container))

    def rows(self, name: str, items: int = 0) -> list[Row]:
        """Return the figures since the start, with the slowest statements."""
        wall, python, server = self._began
        wall, python = time.perf_counter() - wall, python_seconds() - python
        server = neo4j_seconds(self._container) - server
        rows = [Row(f"{name}: wall", "own", wall, None, "s")]
        if items:
            rows.append(Row(f"{name}: rate", "own", items / wall, None, "records/s"))
            rows.append(Row(f"{name}: CPU per record", "own", (python + server) / items * 1000, None, "ms"))
        rows.append(Row(f"{name}: CPU of Python", "own", python, None, "s"))
        rows.append(Row(f"{name}: CPU of Neo4j", "own", server, None, "s"))
        runs, seconds = self.graph.runs, self.graph.seconds
        rows.append(Row(f"{name}: statements", "own", sum(runs.values()), None, ""))
        for statement, spent in sorted(seconds.items(), key=lambda item: -item[1])[:SLOWEST]:
            rows.append(Row(f"    {statement} x {runs[statement]:,}", "own", spent, None, "s"))
        return rows


def python_seconds() -> float:
    """Return the processor seconds of this process and of its ended children."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def neo4j_seconds(container: Container | None) -> float:
    """Return the processor seconds of the container."""
    if container is None or container.id is None:
        return 0.0
    engine: Any = container.client  # docker leaves the statistics untyped
    return engine.api.stats(container.id, stream=False, one_shot=True)["cpu_stats"]["cpu_usage"]["total_usage"] / 1e9


@asynccontextmanager
async def fresh_graph(heap: str) -> AsyncGenerator[tuple[MeasuredGraph, Container | None]]:
    """Start a Neo4j with default settings, and yield an empty graph in it."""
    password = neo4j_under_test.PASSWORD
    with Neo4jContainer(neo4j_under_test.IMAGE, password=password).with_env("HEAP", heap) as started:
        address = Address(started.get_connection_url(), "neo4j", password)
        async with MeasuredGraph(address) as graph:
            await migrate(graph)
            yield graph, started.get_wrapped_container()


async def digest(graph: Graph) -> str:
    """Return the SHA-256 of the canonical export."""
    whole = hashlib.sha256()
    for line in await export(graph):
        whole.update(line.encode() + b"\n")
    return whole.hexdigest()


def memory_row(name: str) -> Row:
    """Return the peak memory of this process so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBI
    return Row(f"{name}: peak memory of the loader", "own", peak, None, "MiB")


async def measure_load(name: str, source: str, path: Path, options: argparse.Namespace) -> list[Row]:
    """Load a folder into a new graph; optionally decide and unload on it."""
    async with fresh_graph(options.heap) as (graph, container):
        if options.warm:
            await load(graph, sources()[source], [path], LoadOptions(workers=options.workers))
            await clear_graph(graph)
        measurement = Measurement(graph, container)
        summary = await load(graph, sources()[source], [path], LoadOptions(workers=options.workers))
        rows = [*measurement.rows(name, summary.read), memory_row(name)]
        sys.stdout.write(f"{name}: {summary.spent.format()}\n")
        if options.digest:
            sys.stdout.write(f"{name}: export {await digest(graph)}\n")
        if options.decisions:
            rows += await measure_decisions(name, graph, container)
            if options.digest:
                sys.stdout.write(f"{name}: export after decisions {await digest(graph)}\n")
        if options.unload and source == "arxiv":
            rows += await measure_partial_unload(name, source, path, graph, container)
        if options.unload:
            rows += await measure_unloads(name, source, graph, container)
    return rows


PAIRS_OF_PEOPLE = """
MATCH (left:Researcher)-[:AUTHORED]->(:Paper)
WHERE left.paperCount IN [2, 3, 4]
WITH DISTINCT left ORDER BY left.name, left.ord LIMIT 400
WITH collect(left) AS people
UNWIND range(0, 9) AS number
WITH people[number * 40] AS left, people[number * 40 + 20] AS right
MATCH (left)<-[:MENTIONS]-(record)
RETURN left.id, right.id, min(record.source + ':' + record.key)
"""


async def measure_decisions(name: str, graph: MeasuredGraph, container: Container | None) -> list[Row]:
    """Measure the first merge, undo and split, and the mean of later ones."""
    pairs = [(str(left), str(right), str(key)) for left, right, key in (await graph.read(PAIRS_OF_PEOPLE)).rows]
    curator, rows = Curator("bench", "a measurement"), list[Row]()
    spent: dict[str, list[float]] = defaultdict(list)

    async def time_decision(what: str, work: Awaitable[DecisionRecord]) -> str:
        began = time.perf_counter()
        made = await work
        spent[what].append(time.perf_counter() - began)
        return made.key

    for left, right, key in pairs:
        measurement = Measurement(graph, container)
        made = await time_decision("merge", merge(graph, left, right, curator))
        if len(spent["merge"]) in {1, 5}:
            rows += measurement.rows(f"{name}: merge {len(spent['merge'])}")
        await time_decision("undo", revoke(graph, made, curator))
        await time_decision("split", split(graph, left, [key], curator))
    for what, seconds in spent.items():
        later = sorted(seconds[1:])
        rows.append(Row(f"{name}: first {what}", "own", seconds[0], None, "s"))
        rows.append(Row(f"{name}: later {what}, median", "own", later[len(later) // 2], None, "s"))
    return rows


async def measure_unloads(name: str, source: str, graph: MeasuredGraph, container: Container | None) -> list[Row]:
    """Unload everything."""
    [[records]] = (await graph.read("MATCH (record:Record) RETURN count(record)", timeout_s=60)).rows
    measurement = Measurement(graph, container)
    await unload(graph, source, UnloadSelection())
    return measurement.rows(f"{name}: unload", int(str(records)))


def write_release_without_every_tenth(papers: Path, release: Path) -> None:
    """Copy the files of synthetic papers without every tenth line."""
    for path in papers.glob("*.json"):
        lines = path.read_bytes().splitlines(keepends=True)
        (release / path.name).write_bytes(b"".join(line for number, line in enumerate(lines) if number % 10))


async def measure_partial_unload(
    name: str, source: str, papers: Path, graph: MeasuredGraph, container: Container | None
) -> list[Row]:
    """Unload the tenth of the synthetic papers that a release without every tenth paper lacks."""
    with tempfile.TemporaryDirectory(prefix="byline-release-") as folder:
        write_release_without_every_tenth(papers, Path(folder))
        measurement = Measurement(graph, container)
        release = SourceRelease(sources()[source], [Path(folder)])
        result = await unload(graph, source, UnloadSelection(absent_from=release))
        return measurement.rows(f"{name}: unload of a tenth", result.removed_count)


async def measure_all(options: argparse.Namespace) -> list[Row]:
    """Run the selected parts."""
    rows: list[Row] = []
    if options.acl:
        rows += await measure_load("ACL Anthology", "acl", options.acl, options)
    for count in options.papers:
        with tempfile.TemporaryDirectory(prefix="byline-papers-") as folder:
            write_papers(Path(folder), count)
            rows += await measure_load(f"{count:,} arXiv-like papers", "arxiv", Path(folder), options)
    return rows


def main() -> None:
    """Measure, print the table, write bench/out/profile.json."""
    parser = argparse.ArgumentParser(prog="python -m bench.loading.profile", description=__doc__)
    parser.add_argument("--acl", type=Path, help="Folder or archive of the ACL Anthology to load.")
    parser.add_argument("--papers", type=int, nargs="*", default=[], help="Numbers of synthetic papers to load.")
    parser.add_argument("--workers", type=int, default=1, help="Reader processes. Default: 1.")
    parser.add_argument("--heap", default="2g", help="Heap of Neo4j. Default: 2g.")
    parser.add_argument("--warm", action="store_true", help="Load once before the measured load, and empty the graph.")
    parser.add_argument("--digest", action="store_true", help="Print the SHA-256 of the canonical export.")
    parser.add_argument("--decisions", action="store_true", help="Measure merges, undos and splits of people.")
    parser.add_argument("--unload", action="store_true", help="Measure unloads: a tenth of the papers, then all.")
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = runner.run(measure_all(options))
    report("profile", f"Profile of loading ({neo4j_under_test.choice()})", rows)


if __name__ == "__main__":
    main()
