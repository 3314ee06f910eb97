"""A bulk load (Neo4j import) and a transactional load of the same sources give the same graph."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import anyio.to_thread
import msgspec
import pytest

from byline.local_neo4j.backup import ManagedGraph, import_full
from byline.local_neo4j.server import start_or_join
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.bulk.executors.dask import dask_executor
from loaders.bulk.executors.local import local_executor
from loaders.bulk.import_package import finish
from loaders.bulk.pipeline import FILES, BulkOptions, BulkResult, prepare
from loaders.bulk.splits import SourceInput
from loaders.export.canonical_export import export, iter_canonical_lines
from loaders.pipeline.run import LoadOptions, load
from loaders.records.parts import Author
from loaders.records.record import VolumeRecord
from loaders.sources.base import sources
from resolvers.version import __version__
from tests.loaders.affiliation_examples import INSTITUTIONS, papers
from tests.loaders.bulk.clusters import local_cluster
from tests.loaders.load_helpers import write_records
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.examples import FILES as EXAMPLES

pytestmark = [pytest.mark.graph, pytest.mark.anyio]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a separate Neo4j that has run once, so that an import can replace it."""
    folder = tmp_path_factory.mktemp("home")
    start_or_join(folder, heap="512m", page_cache="64m").stop()
    return folder


def examples(folder: Path) -> Iterator[SourceInput]:
    """Yield every source except curator decisions, with its example document."""
    for name, source in sources().items():
        if name == "curator":
            continue
        _, _, _, *paths = shlex.split(source.example)
        for path, write in EXAMPLES.get(name, {}).items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            write(folder / name / path)
        if name == "crossref":
            paths.append(write_partial_records(folder / name))
        own = tuple(folder / name / path for path in paths) or (source.bundle(),)
        if name == "sample":
            books = write_edited_books(folder / name)
            own = (*own, books, write_records(folder / name, [*INSTITUTIONS, *papers()], "affiliations.json"))
        yield SourceInput(source, own)


def write_edited_books(folder: Path) -> Path:
    """Write a book whose editors differ in three sources; the source without a priority row wins."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {"bibtex": "Bo Bibb", "vis-group": "Vi Gross", "byline": "By Line"}
    books = [
        VolumeRecord(
            source=source, key="e", title="E", ids=("volume:isbn:9780262033848",), editors=(Author(name=name),)
        )
        for source, name in names.items()
    ]
    return write_records(folder, books, "edited.json")


def write_partial_records(folder: Path) -> str:
    """Write works that name their books and journal differently, one of them with the ISBN of a set."""
    paper, online, of_a_set = "9783161484100", "9780306406157", "9781861972712"
    ways: tuple[tuple[str, list[str], list[str], tuple[str, str] | None], ...] = (
        ("A Book", [paper], ["0098-0331"], ("Rita", "Roe")),
        ("A Book", [online, paper], [], ("Ann", "Lee")),
        ("A Book", [online], ["1573-1561", "0098-0331"], None),
        ("Another", [of_a_set, paper], [], None),
        ("A third", [of_a_set], [], ("Bo", "Lee")),
    )
    works: list[dict[str, object]] = []
    for number, (title, isbns, issns, editor) in enumerate(ways):
        work: dict[str, object] = {"type": "book-chapter", "title": [f"Part {number}"], "container-title": [title]}
        editors = [{"given": editor[0], "family": editor[1]}] if editor else []
        works.append(work | {"DOI": f"10.1000/part.{number}", "ISBN": isbns, "editor": editors, "page": f"{number}-9"})
        article: dict[str, object] = {"type": "journal-article", "title": [f"One {number}"], "ISSN": issns}
        article |= {"DOI": f"10.1000/one.{number}", "container-title": ["J. Ones" if number else "Journal of Ones"]}
        works.append(article | {"volume": "48", "publisher": f"Press{' ' * number}of {number}"})
    (folder / "in_passing.json").write_bytes(msgspec.json.encode({"items": works}))
    return "in_passing.json"


def prepare_on_cluster(asked: list[SourceInput], folder: Path) -> BulkResult:
    """Prepare the import files on two Dask workers, with one record per partition and small slices."""
    with local_cluster(2) as scheduler, dask_executor(scheduler, __version__) as at_work:
        return prepare(asked, folder, BulkOptions(at_work, gb_rows=10, records=1, mentions=4))


def prepare_in_processes(asked: list[SourceInput], folder: Path) -> BulkResult:
    """Prepare the import files in two processes."""
    with local_executor(2) as at_work:
        return prepare(asked, folder, BulkOptions(at_work))


async def import_and_export(home: Path, folder: Path, found: BulkResult) -> list[str]:
    """Import the files into the separate Neo4j and export the graph."""
    target = ManagedGraph(home, heap="512m", page_cache="64m")
    await anyio.to_thread.run_sync(import_full, target, folder / FILES, found.exported.options)
    managed = await anyio.to_thread.run_sync(lambda: start_or_join(home, heap="512m", page_cache="64m"))
    at = managed.connection
    try:
        async with Graph(Address(at.uri, at.username, at.password, at.database)) as graph:
            await finish(graph, found.exported.empty)
            return await export(graph)
    finally:
        managed.stop()


@pytest.mark.full
@pytest.mark.timeout(600)
async def test_bulk_load_of_all_sources_equals_transactional_load(
    home: Path, empty_graph: Graph, tmp_path: Path
) -> None:
    """A clustered bulk load of every source's example in tiny partitions exports as a transactional load does."""
    asked = list(examples(tmp_path / "files"))
    found = await anyio.to_thread.run_sync(prepare_on_cluster, asked, tmp_path / "bulk")
    for one in asked:
        await load(empty_graph, one.source, one.paths, LoadOptions())
    plain = await export(empty_graph)
    bulk = await import_and_export(home, tmp_path / "bulk", found)
    assert [line for line in bulk if line not in set(plain)] == []
    assert [line for line in plain if line not in set(bulk)] == []
    assert bulk == plain
    assert len(plain) > 500
    (edited,) = (await empty_graph.read("MATCH (v:Volume {title: 'E'})<-[:EDITED]-(r) RETURN r.name")).rows
    assert edited == ["Vi Gross"]


@pytest.mark.data
@pytest.mark.full
@pytest.mark.timeout(1800)
async def test_bulk_load_of_anthology_equals_transactional_load(home: Path, empty_graph: Graph, tmp_path: Path) -> None:
    """The ACL Anthology exports identical lines after both kinds of load, with two processes."""
    asked = [SourceInput(sources()["acl"], (data_set("acl_anthology"),))]
    found = await anyio.to_thread.run_sync(prepare_in_processes, asked, tmp_path / "bulk")
    bulk = await import_and_export(home, tmp_path / "bulk", found)
    await load(empty_graph, asked[0].source, asked[0].paths, LoadOptions(workers=2))
    same = 0
    async for line in iter_canonical_lines(empty_graph):
        assert bulk[same] == line
        same += 1
    assert same == len(bulk) > 1_000_000
