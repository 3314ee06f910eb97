import json
from pathlib import Path

import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.pipeline.progress import Progress
from loaders.pipeline.run import LoadOptions, load
from loaders.records.errors import SourceFileError
from loaders.records.record import Record
from loaders.sources.base import Source, sources
from loaders.unload.key_set import SortedKeySet
from loaders.unload.remove_records import UnloadResult, UnloadSelection, unload
from loaders.unload.stale_records import ReleaseComparisonError, SourceRelease
from loaders.writing.lease import write_lease
from tests.loaders.loading import lines, loaded, written
from tests.loaders.sources.table_documents import SMALL
from tests.loaders.test_broken_off import many, papers

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

SAMPLE = sources()["sample"]
OLD: list[Record] = [*many(6), structs.replace(papers(1)[0], source="dblp")]
NEW: list[Record] = [structs.replace(one, title="Renamed") for one in papers(4)]


def release(*paths: Path, source: Source = SAMPLE, despite_refused: bool = False, workers: int = 0) -> SourceRelease:
    return SourceRelease(source, paths, workers, despite_refused)


async def absent(graph: Graph, files: SourceRelease, *, only: str | None = None, dry: bool = False) -> UnloadResult:
    return await unload(graph, files.source.name, UnloadSelection(only, files, dry))


async def test_what_a_release_has_no_more_is_as_if_it_had_never_been(empty_graph: Graph, tmp_path: Path) -> None:
    """A release over the one before, and what it has no more taken out, give the graph of the release alone."""
    plain = await lines(empty_graph, tmp_path, NEW)
    await lines(empty_graph, tmp_path, OLD)
    await loaded(empty_graph, tmp_path, NEW)
    taken = await absent(empty_graph, release(written(tmp_path, NEW)))
    assert (taken.there, taken.gone, taken.nameless) == (7, 3, 0)
    assert [f"{one.source}:{one.key}" for one in taken.first] == ["arxiv:4", "arxiv:5", "dblp:0"]
    assert await export(empty_graph) == plain
    before = (await empty_graph.read("MATCH (l:Load) RETURN count(l)")).rows
    assert (await absent(empty_graph, release(written(tmp_path, NEW)))).gone == 0
    assert (await empty_graph.read("MATCH (l:Load) RETURN count(l)")).rows == before  # nothing was unloaded


async def test_of_several_sources_one_is_taken_alone(empty_graph: Graph, tmp_path: Path) -> None:
    """With the name of a source nothing of another goes, in these files or not."""
    await loaded(empty_graph, tmp_path, OLD)
    here = release(written(tmp_path, NEW))
    assert (await absent(empty_graph, here, only="arxiv")).gone == 2
    assert (await unload(empty_graph, "sample", UnloadSelection("dblp"))).gone == 1
    assert await export(empty_graph) == await lines(empty_graph, tmp_path, many(4))


async def test_a_dry_run_takes_nothing_out(empty_graph: Graph, tmp_path: Path) -> None:
    """It counts what would go, though another writes, and leaves every line of the graph."""
    before = await lines(empty_graph, tmp_path, OLD)
    async with write_lease(empty_graph, "byline load acl"):
        assert (await absent(empty_graph, release(written(tmp_path, NEW)), dry=True)).gone == 3
        assert (await unload(empty_graph, "sample", UnloadSelection(dry=True))).gone == 7
    assert await export(empty_graph) == before


TORN = '[{"record": "paper", "source": "arxiv", "key": "0", "title": "A"}, {"record": "paper", "sou'
NAMELESS = '[{"record": "paper", "source": "arxiv", "key": "0", "title": "A"}, {"record": "paper", "source": "arxiv"}]'
OTHERS = '[{"record": "paper", "source": "arxiv", "key": "another", "title": "A"}]'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TORN, r"release\.json: .* only if all files are readable\. Nothing was removed"),
        (NAMELESS, r"release\.json, record 2: .* The record cannot be identified\. Nothing was removed"),
        (OTHERS, r"These files contain not one of the 7 records of sample in the graph\. Nothing was removed"),
    ],
)
async def test_nothing_goes_where_the_files_do_not_tell(
    empty_graph: Graph, tmp_path: Path, text: str, told: str
) -> None:
    """A file that is torn, a record that cannot be told, files of something else and empty ones take nothing out."""
    before = await lines(empty_graph, tmp_path, OLD)
    (tmp_path / "release.json").write_text(text, "utf-8")
    with pytest.raises(ReleaseComparisonError, match=told):
        await absent(empty_graph, release(tmp_path / "release.json"))
    assert await export(empty_graph) == before


async def test_where_there_are_no_files_the_source_says_what_it_expects(empty_graph: Graph, tmp_path: Path) -> None:
    """A folder without a file of the source takes nothing out."""
    (tmp_path / "none").mkdir()
    with pytest.raises(SourceFileError, match=r"no file of .* found\. Expected: JSON lists of records"):
        await absent(empty_graph, release(tmp_path / "none"))


async def test_a_refused_record_whose_key_is_known_stays(empty_graph: Graph, tmp_path: Path) -> None:
    """What a file has in a form that is refused it has all the same: the form that was loaded before stays."""
    await loaded(empty_graph, tmp_path, OLD)
    refused = [structs.replace(papers(1)[0], title=""), *many(4)[1:]]
    taken = await absent(empty_graph, release(written(tmp_path, refused)))
    assert [f"{one.source}:{one.key}" for one in taken.first] == ["arxiv:4", "arxiv:5", "dblp:0"]


async def test_who_says_so_takes_out_what_cannot_be_told(empty_graph: Graph, tmp_path: Path) -> None:
    """Despite a record that cannot be told from any other the rest goes, and such records are counted."""
    await loaded(empty_graph, tmp_path, OLD)
    (tmp_path / "release.json").write_text(NAMELESS, "utf-8")
    taken = await absent(empty_graph, release(tmp_path / "release.json", despite_refused=True))
    assert (taken.there, taken.gone, taken.nameless) == (7, 6, 1)


@pytest.mark.full
async def test_files_are_read_by_processes_too(empty_graph: Graph, tmp_path: Path) -> None:
    """Large files are read in processes of their own, as they are when they are loaded, with the same outcome."""
    await loaded(empty_graph, tmp_path, OLD)
    padded = [structs.replace(one, abstract="word " * 200_000) for one in papers(4)]
    here = release(written(tmp_path, padded[:2], "a.json"), written(tmp_path, padded[2:], "b.json"), workers=2)
    assert (await absent(empty_graph, here)).gone == 3


async def test_one_mapping_of_two_keeps_the_other(empty_graph: Graph, tmp_path: Path) -> None:
    """A table's rows that are gone go without a word of another mapping's."""
    table = sources()["table"]
    for name, keys in (("my-papers", "ab"), ("your-papers", "cd")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "mapping.toml").write_text(SMALL.replace("my-papers", name), "utf-8")
        rows = "".join(f"{key},Paper {key},Ann {key}\n" for key in keys)
        (folder / "papers.csv").write_text(f"id,title,authors\n{rows}", "utf-8")
        await load(empty_graph, table, [folder])
    (tmp_path / "my-papers" / "papers.csv").write_text("id,title,authors\na,Paper a,Ann a\n", "utf-8")
    taken = await absent(empty_graph, release(tmp_path / "my-papers", source=table), only="my-papers")
    assert [(one.source, one.key) for one in taken.first] == [("my-papers", "b")]
    assert (await empty_graph.read("MATCH (p:Paper) RETURN p.title ORDER BY p.title")).rows == [
        ["Paper a"],
        ["Paper c"],
        ["Paper d"],
    ]


async def test_a_removal_that_was_broken_off_is_finished_by_the_next(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one batch took out stays out, and the next removal takes the rest."""
    monkeypatch.setattr("loaders.unload.remove_records.CHUNK", 2)
    plain = await lines(empty_graph, tmp_path, NEW)
    await lines(empty_graph, tmp_path, OLD)
    await loaded(empty_graph, tmp_path, NEW)

    def broken(doing: str) -> None:
        if doing == "2 of 3 records removed":
            raise RuntimeError(doing)

    files = release(written(tmp_path, NEW))
    with pytest.raises(RuntimeError):
        await unload(empty_graph, "sample", UnloadSelection(absent_from=files), broken)
    assert (await absent(empty_graph, files)).gone == 1
    assert await export(empty_graph) == plain


@pytest.mark.parametrize("run", [64 << 20, 10])
def test_lists_are_compared_key_by_key(run: int) -> None:
    """What one list has and the other has not comes in order and once, on the disk as in memory."""
    with SortedKeySet("x", run) as here, SortedKeySet("x", run) as there:
        for key in ("b\n", "a", "é", "c", "c", "a\u2028"):
            here.add_key("s", key)
        for key in ("c", "a", "zz"):
            there.add_key("s", key)
        for _ in range(2):
            assert [one.key for one in here.difference(there)] == ["a\u2028", "b\n", "é"]
        assert [one.key for one in there.difference(here)] == ["zz"]
        assert {one.loader for one in here.difference(there)} == {"x"}


async def test_what_was_taken_out_is_not_taken_for_loaded(empty_graph: Graph, tmp_path: Path) -> None:
    """A load that was broken off, and whose records were taken out, is not gone on with: it begins at its start."""
    path = written(tmp_path, many(50))

    def broken(progress: Progress) -> None:
        if progress.read >= 20:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await load(empty_graph, SAMPLE, [path], LoadOptions(chunk=10, tell=broken))
    assert (await unload(empty_graph, "sample")).gone >= 10
    summary = await load(empty_graph, SAMPLE, [path], LoadOptions(chunk=10, resume=True))
    assert (summary.resumed, summary.new) == (False, 50)
    assert await export(empty_graph) == await lines(empty_graph, tmp_path, many(50))


async def test_a_refused_work_whose_key_is_told_stays(empty_graph: Graph, tmp_path: Path) -> None:
    """A work of Crossref that has lost its title is in the release all the same: the form of before stays."""
    crossref, path = sources()["crossref"], tmp_path / "works.json"
    works = [{"DOI": f"10.1000/{one}", "type": "journal-article", "title": [f"Title {one}"]} for one in "ABC"]
    path.write_text(json.dumps({"items": works}), "utf-8")
    await load(empty_graph, crossref, [path])
    path.write_text(json.dumps({"items": [works[0], works[1] | {"title": []}]}), "utf-8")
    taken = await absent(empty_graph, release(path, source=crossref))
    assert (taken.there, taken.nameless, [one.key for one in taken.first]) == (3, 0, ["10.1000/c"])


DEACTIVATED = (
    """{"orcid-identifier": {"path": "0000-0002-1825-0097"}, "history": {"deactivation-date": {"value": 1}}}"""
)
OWNER = """{"orcid-identifier": {"path": "0000-0002-1825-0097"},
 "person": {"name": {"given-names": {"value": "Ann"}, "family-name": {"value": "Lee"}, "visibility": "public"}}}"""


async def test_what_a_source_says_is_no_more_goes(empty_graph: Graph, tmp_path: Path) -> None:
    """Who deactivated their ORCID record is no record that nobody can tell: what was loaded of them goes."""
    orcid = sources()["orcid"]
    for name, text in (
        ("one.json", OWNER),
        ("two.json", OWNER.replace("1825-0097", "5109-3700").replace("0002-", "0001-")),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    await load(empty_graph, orcid, [tmp_path])
    (tmp_path / "one.json").write_text(DEACTIVATED, "utf-8")
    taken = await absent(empty_graph, release(tmp_path, source=orcid))
    assert (taken.there, taken.nameless, [one.key for one in taken.first]) == (2, 0, ["0000-0002-1825-0097"])


async def test_a_paper_that_cites_itself_is_no_record(empty_graph: Graph, tmp_path: Path) -> None:
    """A line that can never be a citation keeps none from being told gone."""
    aan, path = sources()["aan"], tmp_path / "acl.txt"
    path.write_text("P02-1041 ==> A00-1001\nP02-1041 ==> A00-1002\n", "utf-8")
    await load(empty_graph, aan, [path])
    path.write_text("P02-1041 ==> A00-1001\nA00-1001 ==> A00-1001\n", "utf-8")
    taken = await absent(empty_graph, release(path, source=aan))
    assert (taken.there, taken.gone, taken.nameless) == (2, 1, 0)
