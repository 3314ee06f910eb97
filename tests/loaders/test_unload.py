import json
from pathlib import Path

import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, keep_apart, merge
from loaders.export.canonical_export import export
from loaders.pipeline.progress import Progress
from loaders.pipeline.run import LoadOptions, load
from loaders.records.errors import SourceFileError
from loaders.records.record import Record
from loaders.sources.base import Source, sources
from loaders.unload.release_keys import ReleaseComparisonError, SortedKeySet, SourceRelease
from loaders.unload.remove_records import UnloadResult, UnloadSelection, unload
from loaders.writing.lease import write_lease
from tests.loaders.load_helpers import export_lines, load_records, write_records
from tests.loaders.sources.table_documents import SMALL
from tests.loaders.test_interrupted_loads import many_records, papers
from tests.tiers import sampled_cases

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

SAMPLE = sources()["sample"]
OLD: list[Record] = [*many_records(6), structs.replace(papers(1)[0], source="dblp")]
NEW: list[Record] = [structs.replace(record, title="Renamed") for record in papers(4)]


def release(
    *paths: Path, source: Source = SAMPLE, ignore_unidentified: bool = False, workers: int = 0
) -> SourceRelease:
    """Return a source release made of the given files."""
    return SourceRelease(source, paths, workers, ignore_unidentified)


async def remove_stale(
    graph: Graph, files: SourceRelease, *, only: str | None = None, dry: bool = False
) -> UnloadResult:
    """Remove the records that a release no longer contains."""
    return await unload(graph, files.source.name, UnloadSelection(only, files, dry))


async def test_removal_of_stale_records_gives_graph_of_release(empty_graph: Graph, tmp_path: Path) -> None:
    """A load of the next release and the removal of stale records give the graph of that release alone."""
    plain = await export_lines(empty_graph, tmp_path, NEW)
    await export_lines(empty_graph, tmp_path, OLD)
    await load_records(empty_graph, tmp_path, NEW)
    result = await remove_stale(empty_graph, release(write_records(tmp_path, NEW)))
    assert (result.stored_count, result.removed_count, result.unidentified) == (7, 3, 0)
    assert [f"{record.source}:{record.key}" for record in result.examples] == ["arxiv:4", "arxiv:5", "dblp:0"]
    assert await export(empty_graph) == plain
    before = (await empty_graph.read("MATCH (l:Load) RETURN count(l)")).rows
    assert (await remove_stale(empty_graph, release(write_records(tmp_path, NEW)))).removed_count == 0
    assert (await empty_graph.read("MATCH (l:Load) RETURN count(l)")).rows == before  # nothing was unloaded


async def test_removal_is_limited_to_named_source(empty_graph: Graph, tmp_path: Path) -> None:
    """With a source name, only records of that source are removed, whether the files have them or not."""
    await load_records(empty_graph, tmp_path, OLD)
    files = release(write_records(tmp_path, NEW))
    assert (await remove_stale(empty_graph, files, only="arxiv")).removed_count == 2
    assert (await unload(empty_graph, "sample", UnloadSelection("dblp"))).removed_count == 1
    assert await export(empty_graph) == await export_lines(empty_graph, tmp_path, many_records(4))


async def test_dry_run_removes_nothing(empty_graph: Graph, tmp_path: Path) -> None:
    """A dry run counts the stale records, even while another process writes, and changes nothing."""
    before = await export_lines(empty_graph, tmp_path, OLD)
    async with write_lease(empty_graph, "byline load acl"):
        assert (await remove_stale(empty_graph, release(write_records(tmp_path, NEW)), dry=True)).removed_count == 3
        assert (await unload(empty_graph, "sample", UnloadSelection(dry_run=True))).removed_count == 7
    assert await export(empty_graph) == before


TORN = '[{"record": "paper", "source": "arxiv", "key": "0", "title": "A"}, {"record": "paper", "sou'
UNIDENTIFIED = (
    '[{"record": "paper", "source": "arxiv", "key": "0", "title": "A"}, {"record": "paper", "source": "arxiv"}]'
)
OTHERS = '[{"record": "paper", "source": "arxiv", "key": "another", "title": "A"}]'


@pytest.mark.parametrize(
    ("text", "message"),
    sampled_cases(
        [
            (TORN, r"release\.json: .* only if all files are readable\. Nothing was removed"),
            (UNIDENTIFIED, r"release\.json, record 2: .* The record cannot be identified\. Nothing was removed"),
            (OTHERS, r"These files contain none of the 7 records that sample has in the graph\. Nothing was removed"),
        ],
        parameter_count=2,
    ),
)
async def test_unclear_release_removes_nothing(empty_graph: Graph, tmp_path: Path, text: str, message: str) -> None:
    """A truncated file, an unidentifiable record, unrelated files and empty files remove nothing."""
    before = await export_lines(empty_graph, tmp_path, OLD)
    (tmp_path / "release.json").write_text(text, "utf-8")
    with pytest.raises(ReleaseComparisonError, match=message):
        await remove_stale(empty_graph, release(tmp_path / "release.json"))
    assert await export(empty_graph) == before


async def test_release_without_files_raises_error(empty_graph: Graph, tmp_path: Path) -> None:
    """A folder without files of the source removes nothing and raises an error with the expected files."""
    (tmp_path / "none").mkdir()
    with pytest.raises(SourceFileError, match=r"no file of .* found\. Expected: JSON lists of records"):
        await remove_stale(empty_graph, release(tmp_path / "none"))


async def test_rejected_record_with_known_key_stays(empty_graph: Graph, tmp_path: Path) -> None:
    """A rejected record with a known key is still part of the release: its loaded version stays."""
    await load_records(empty_graph, tmp_path, OLD)
    refused = [structs.replace(papers(1)[0], title=""), *many_records(4)[1:]]
    result = await remove_stale(empty_graph, release(write_records(tmp_path, refused)))
    assert [f"{record.source}:{record.key}" for record in result.examples] == ["arxiv:4", "arxiv:5", "dblp:0"]


@pytest.mark.full
async def test_unidentifiable_records_can_be_ignored(empty_graph: Graph, tmp_path: Path) -> None:
    """With the override, unidentifiable records are counted and the stale records are removed."""
    await load_records(empty_graph, tmp_path, OLD)
    (tmp_path / "release.json").write_text(UNIDENTIFIED, "utf-8")
    result = await remove_stale(empty_graph, release(tmp_path / "release.json", ignore_unidentified=True))
    assert (result.stored_count, result.removed_count, result.unidentified) == (7, 6, 1)


@pytest.mark.full
async def test_worker_processes_read_release_files(empty_graph: Graph, tmp_path: Path) -> None:
    """Worker processes read large files as in a load, with the same result."""
    await load_records(empty_graph, tmp_path, OLD)
    padded = [structs.replace(record, abstract="word " * 200_000) for record in papers(4)]
    files = release(
        write_records(tmp_path, padded[:2], "a.json"), write_records(tmp_path, padded[2:], "b.json"), workers=2
    )
    assert (await remove_stale(empty_graph, files)).removed_count == 3


@pytest.mark.full
async def test_removal_for_one_mapping_preserves_other(empty_graph: Graph, tmp_path: Path) -> None:
    """Removed table rows of one mapping do not affect the rows of another."""
    table = sources()["table"]
    for name, keys in (("my-papers", "ab"), ("your-papers", "cd")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "mapping.toml").write_text(SMALL.replace("my-papers", name), "utf-8")
        rows = "".join(f"{key},Paper {key},Ann {key}\n" for key in keys)
        (folder / "papers.csv").write_text(f"id,title,authors\n{rows}", "utf-8")
        await load(empty_graph, table, [folder])
    (tmp_path / "my-papers" / "papers.csv").write_text("id,title,authors\na,Paper a,Ann a\n", "utf-8")
    result = await remove_stale(empty_graph, release(tmp_path / "my-papers", source=table), only="my-papers")
    assert [(record.source, record.key) for record in result.examples] == [("my-papers", "b")]
    assert (await empty_graph.read("MATCH (p:Paper) RETURN p.title ORDER BY p.title")).rows == [
        ["Paper a"],
        ["Paper c"],
        ["Paper d"],
    ]


async def test_interrupted_removal_is_completed_by_next(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The records of a completed batch stay removed, and the next removal removes the rest."""
    monkeypatch.setattr("loaders.unload.remove_records.CHUNK", 2)
    plain = await export_lines(empty_graph, tmp_path, NEW)
    await export_lines(empty_graph, tmp_path, OLD)
    await load_records(empty_graph, tmp_path, NEW)

    def broken(doing: str) -> None:
        if doing == "2 of 3 records removed":
            raise RuntimeError(doing)

    files = release(write_records(tmp_path, NEW))
    with pytest.raises(RuntimeError):
        await unload(empty_graph, "sample", UnloadSelection(absent_from=files), broken)
    assert (await remove_stale(empty_graph, files)).removed_count == 1
    assert await export(empty_graph) == plain


@pytest.mark.parametrize("run", [64 << 20, 10])
def test_key_sets_are_compared_in_order(run: int) -> None:
    """The keys of one set that the other lacks come in order and once, on disk and in memory."""
    with SortedKeySet("x", run) as files, SortedKeySet("x", run) as there:
        for key in ("b\n", "a", "é", "c", "c", "a\u2028"):
            files.add_key("s", key)
        for key in ("c", "a", "zz"):
            there.add_key("s", key)
        for _ in range(2):
            assert [record.key for record in files.difference(there)] == ["a\u2028", "b\n", "é"]
        assert [record.key for record in there.difference(files)] == ["zz"]
        assert {record.loader for record in files.difference(there)} == {"x"}


@pytest.mark.full
async def test_unloaded_records_are_not_resumed(empty_graph: Graph, tmp_path: Path) -> None:
    """An aborted load whose records were unloaded starts from the beginning."""
    path = write_records(tmp_path, many_records(50))

    def broken(progress: Progress) -> None:
        if progress.read >= 20:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await load(empty_graph, SAMPLE, [path], LoadOptions(chunk_size=10, report=broken))
    assert (await unload(empty_graph, "sample")).removed_count >= 10
    summary = await load(empty_graph, SAMPLE, [path], LoadOptions(chunk_size=10, resume=True))
    assert (summary.resumed, summary.new) == (False, 50)
    assert await export(empty_graph) == await export_lines(empty_graph, tmp_path, many_records(50))


@pytest.mark.full
async def test_rejected_work_with_known_key_stays(empty_graph: Graph, tmp_path: Path) -> None:
    """A Crossref work without a title is still part of the release: its loaded version stays."""
    crossref, path = sources()["crossref"], tmp_path / "works.json"
    works = [{"DOI": f"10.1000/{record}", "type": "journal-article", "title": [f"Title {record}"]} for record in "ABC"]
    path.write_text(json.dumps({"items": works}), "utf-8")
    await load(empty_graph, crossref, [path])
    path.write_text(json.dumps({"items": [works[0], works[1] | {"title": []}]}), "utf-8")
    result = await remove_stale(empty_graph, release(path, source=crossref))
    assert (result.stored_count, result.unidentified, [record.key for record in result.examples]) == (
        3,
        0,
        ["10.1000/c"],
    )


DEACTIVATED = (
    """{"orcid-identifier": {"path": "0000-0002-1825-0097"}, "history": {"deactivation-date": {"value": 1}}}"""
)
OWNER = """{"orcid-identifier": {"path": "0000-0002-1825-0097"},
 "person": {"name": {"given-names": {"value": "Ann"}, "family-name": {"value": "Lee"}, "visibility": "public"}}}"""


@pytest.mark.full
async def test_deactivated_record_is_removed(empty_graph: Graph, tmp_path: Path) -> None:
    """A deactivated ORCID record is identifiable, and its loaded version is removed."""
    orcid = sources()["orcid"]
    for name, text in (
        ("one.json", OWNER),
        ("two.json", OWNER.replace("1825-0097", "5109-3700").replace("0002-", "0001-")),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    await load(empty_graph, orcid, [tmp_path])
    (tmp_path / "one.json").write_text(DEACTIVATED, "utf-8")
    result = await remove_stale(empty_graph, release(tmp_path, source=orcid))
    assert (result.stored_count, result.unidentified, [record.key for record in result.examples]) == (
        2,
        0,
        ["0000-0002-1825-0097"],
    )


@pytest.mark.full
async def test_self_citation_does_not_block_removal(empty_graph: Graph, tmp_path: Path) -> None:
    """A self-citation, which is never a record, does not prevent the removal of stale citations."""
    aan, path = sources()["aan"], tmp_path / "acl.txt"
    path.write_text("P02-1041 ==> A00-1001\nP02-1041 ==> A00-1002\n", "utf-8")
    await load(empty_graph, aan, [path])
    path.write_text("P02-1041 ==> A00-1001\nA00-1001 ==> A00-1001\n", "utf-8")
    result = await remove_stale(empty_graph, release(path, source=aan))
    assert (result.stored_count, result.removed_count, result.unidentified) == (2, 1, 0)


REMOVED = """
MATCH (gone:Tombstone) WITH collect(gone.label) AS labels
MATCH (former:FormerIdentifier) WHERE NOT former.key STARTS WITH 'byline:'
WITH labels, former ORDER BY former.key
WITH labels, collect(former.key) AS keys
UNWIND labels AS label WITH label, keys ORDER BY label
RETURN reduce(text = '', label IN collect(DISTINCT label) | text + label + ' ') + toString(size(keys)), keys
"""


async def test_unload_of_everything_leaves_what_an_unload_in_parts_leaves(empty_graph: Graph, tmp_path: Path) -> None:
    """An unload after which no record is left empties the graph at once: with the feed and IDs of one in parts."""
    await load_records(empty_graph, tmp_path, OLD)
    plain = await export(empty_graph)
    ids = "MATCH (n:Paper) WHERE EXISTS { (n)<-[:IDENTIFIES]-() } WITH n.id AS id ORDER BY id RETURN collect(id)"
    before = (await empty_graph.read(ids)).rows
    await unload(empty_graph, "sample", UnloadSelection("dblp"))
    await load_records(empty_graph, tmp_path, OLD)
    result = await unload(empty_graph, "sample")
    assert (result.removed_count, await export(empty_graph)) == (7, [])
    at_once = (await empty_graph.read(REMOVED)).rows
    await load_records(empty_graph, tmp_path, OLD)
    assert await export(empty_graph) == plain
    assert (await empty_graph.read(ids)).rows == before
    await empty_graph.administer("CREATE (:User {id: 'u'})")  # a user: the graph is not emptied at once
    await unload(empty_graph, "sample")
    assert await export(empty_graph) == []
    in_parts = (await empty_graph.read(REMOVED)).rows
    assert at_once == in_parts
    await empty_graph.administer("MATCH (user:User) DELETE user")


DECISIONS = """
MATCH (decision:Record {source: 'curator'})-[:REFERS_TO|SEEN_IN]->(other)
WITH decision, other ORDER BY other.scheme, other.value
WITH decision, collect(coalesce(other.scheme + ':' + other.value, 'load')) AS others
RETURN decision.statement, others, COUNT { (:Identifier) }, COUNT { (:Record) }, COUNT { ()-[]->() }
"""


async def test_unload_of_everything_leaves_decisions(empty_graph: Graph, tmp_path: Path) -> None:
    """An unload that leaves only decisions empties the graph around them, and they apply to records that return."""
    await load_records(empty_graph, tmp_path, OLD)
    papers_by_id = "MATCH (n:Paper) RETURN n.id ORDER BY n.ord LIMIT 2"
    [[left], [right]] = (await empty_graph.read(papers_by_id)).rows
    await merge(empty_graph, str(left), str(right), Curator("ann", "one paper"))
    decided = await export(empty_graph)
    await unload(empty_graph, "sample")
    at_once = (await empty_graph.read(DECISIONS)).rows
    assert len(at_once) == 1
    await load_records(empty_graph, tmp_path, OLD)
    assert await export(empty_graph) == decided
    await empty_graph.administer("CREATE (:User {id: 'u'})")  # a user: the graph is not emptied at once
    await unload(empty_graph, "sample")
    assert (await empty_graph.read(DECISIONS)).rows == at_once
    await empty_graph.administer("MATCH (user:User) DELETE user")


async def test_unload_of_decisions_leaves_other_records(empty_graph: Graph, tmp_path: Path) -> None:
    """An unload of as many decisions as there are other records does not empty the graph."""
    await load_records(empty_graph, tmp_path, papers(2))
    plain = await export(empty_graph)
    for label in ("Paper", "Researcher"):
        rows = (await empty_graph.read(f"MATCH (n:{label}) RETURN n.id ORDER BY n.ord LIMIT 2")).rows
        left, right = (str(row[0]) for row in rows)
        await keep_apart(empty_graph, left, right, Curator("ann", "different"))
    assert (await unload(empty_graph, "curator")).removed_count == 2
    assert await export(empty_graph) == plain


async def test_emptying_keeps_relationships_of_users(empty_graph: Graph, tmp_path: Path) -> None:
    """A user who followed a paper while the graph was emptied still follows it after the next load."""
    plain = await export_lines(empty_graph, tmp_path, OLD)
    follow = "MATCH (paper:Paper) WITH paper ORDER BY paper.ord LIMIT 1 CREATE (:User {id: 'u'})-[:FOLLOWS]->(paper)"
    await empty_graph.administer(follow)
    await empty_graph.administer("CREATE (:Load {id: 'l_unload', loader: 'unload sample', emptying: true})")
    await load_records(empty_graph, tmp_path, OLD)
    assert await export(empty_graph) == plain
    assert (await empty_graph.read("MATCH (:User)-[:FOLLOWS]->(p:Paper) RETURN count(p.title)")).rows == [[1]]
    await empty_graph.administer("MATCH (user:User) DETACH DELETE user")


async def test_next_command_completes_interrupted_emptying(empty_graph: Graph, tmp_path: Path) -> None:
    """If an unload dies while it empties the graph, the next load empties it first."""
    plain = await export_lines(empty_graph, tmp_path, NEW)
    await export_lines(empty_graph, tmp_path, OLD)
    await empty_graph.administer("CREATE (:Load {id: 'l_unload', loader: 'unload sample', emptying: true})")
    await empty_graph.administer("MATCH (:Record)-[mention:MENTIONS]->() DELETE mention")
    await load_records(empty_graph, tmp_path, NEW)
    assert await export(empty_graph) == plain
