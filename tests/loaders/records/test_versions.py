"""Several versions of one key in one source: the latest revision wins, in any order."""

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.pipeline.run import load
from loaders.records.match_features import RecordRef
from loaders.records.parts import Author, Manifestation
from loaders.records.record import PaperRecord
from loaders.records.serialization import encoded
from loaders.records.versions import IncomingRecord, VersionInfo, classify_changes
from loaders.sources.base import sources
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.anyio

FEED = """<feed xmlns="http://www.w3.org/2005/Atom">{}</feed>"""
VERSION = """<entry><id>http://arxiv.org/abs/2998.00001v{number}</id><title>{title}</title>
<published>2020-01-01T00:00:00Z</published><updated>{updated}</updated><author><name>Ana Ruiz</name></author></entry>"""
VERSIONS = {
    "old": VERSION.format(number=1, title="Oldest title", updated="2020-01-01T00:00:00Z"),
    "mid": VERSION.format(number=2, title="Middle title", updated="2020-06-01T00:00:00Z"),
    "new": VERSION.format(number=3, title="Newest title", updated="2021-03-01T00:00:00Z"),
}
SHOWN = """
MATCH (p:Paper)<-[:DESCRIBES]-(record:Record)
RETURN p.title, p.publishedOn, p.dateValues, record.revised
"""
NEWEST = ["Newest title", "2020-01-01T00:00:00Z", ["2020-01-01T00:00:00Z", "2021-03-01T00:00:00Z"]]


async def newest_is_shown(graph: Graph) -> bool:
    """Return True if the graph shows the newest version."""
    return (await graph.read(SHOWN)).rows == [[*NEWEST, "2021-03-01T00:00:00Z"]]


@pytest.mark.graph
async def test_newest_version_wins_in_any_file_order(empty_graph: Graph, tmp_path: Path) -> None:
    """The newest of three versions in three files wins in each order, and a second load changes nothing."""
    for order in permutations(VERSIONS):
        await emptied(empty_graph)
        for place, name in enumerate(order):
            (tmp_path / f"{place}.xml").write_text(FEED.format(VERSIONS[name]), "utf-8")
        first = await load(empty_graph, sources()["arxiv"], [tmp_path])
        assert await newest_is_shown(empty_graph), order
        assert (first.read, first.new, first.changed, first.unchanged, first.older) == (3, 1, 0, 2, 2)
        again = await load(empty_graph, sources()["arxiv"], [tmp_path])
        assert (again.read, again.new, again.changed, again.unchanged, again.older) == (3, 0, 0, 3, 2)
        assert await newest_is_shown(empty_graph), order


@pytest.mark.graph
async def test_older_version_does_not_replace_newer(empty_graph: Graph, tmp_path: Path) -> None:
    """Loading an older version after a newer one changes nothing; a newer version after an older is a change."""
    (tmp_path / "a.xml").write_text(FEED.format(VERSIONS["mid"]), "utf-8")
    await load(empty_graph, sources()["arxiv"], [tmp_path])
    (tmp_path / "a.xml").write_text(FEED.format(VERSIONS["new"] + VERSIONS["old"]), "utf-8")
    newer = await load(empty_graph, sources()["arxiv"], [tmp_path])
    assert (newer.read, newer.new, newer.changed, newer.unchanged, newer.older) == (2, 0, 1, 1, 1)
    before = await export(empty_graph)
    (tmp_path / "a.xml").write_text(FEED.format(VERSIONS["old"]), "utf-8")
    older = await load(empty_graph, sources()["arxiv"], [tmp_path])
    assert (older.read, older.new, older.changed, older.unchanged, older.older) == (1, 0, 0, 1, 1)
    assert await newest_is_shown(empty_graph)
    assert await export(empty_graph) == before


@pytest.mark.graph
async def test_latest_revision_of_two_loaders_is_shown(empty_graph: Graph, tmp_path: Path) -> None:
    """Two loaders' records of one source and key both stay, and the graph shows the later revision."""
    newer = PaperRecord(source="arxiv", key="k", title="Newer", revised="2021", authors=(Author(name="Ana Ruiz"),))
    older = PaperRecord(
        source="arxiv", key="k", title="Older", revised="2020-12-31", authors=(Author(name="A. Ruiz"),), comment="Kept"
    )
    await load_records(empty_graph, tmp_path, [older], loader="another")
    await load_records(empty_graph, tmp_path, [newer])
    question = """
    MATCH (p:Paper)<-[a:AUTHORED]-() RETURN p.title, p.comment, a.nameAsWritten, COUNT { (p)<-[:DESCRIBES]-() }
    """
    assert (await empty_graph.read(question)).rows == [["Newer", "Kept", "Ana Ruiz", 2]]


@pytest.mark.full
@pytest.mark.graph
async def test_three_papers_fixture_over_sample_changes_nothing(empty_graph: Graph) -> None:
    """The sample has newer and fuller records of two papers than the fixture, so the fixture changes nothing."""
    sample = sources()["sample"]
    await load(empty_graph, sample, [sample.bundle()])
    before = await export(empty_graph)
    again = await load(empty_graph, sample, [sample.bundle("three-papers")])
    assert (again.read, again.written_count, again.unchanged, again.older) == (8, 0, 8, 2)
    assert await export(empty_graph) == before


REF = RecordRef("arxiv", "k", "arxiv")
REVISED = ("", "2019", "2019-05", "2020-01-02T03:04:05Z")
TOLD = st.builds(VersionInfo, st.sampled_from("abcd"), st.sampled_from(REVISED), st.none())


def entry(told: VersionInfo) -> IncomingRecord:
    """Return an incoming record with a version."""
    forms = (Manifestation(url=f"https://x.example/{told.hash}", kind="page"),)
    record = PaperRecord(source="arxiv", key="k", title="T", revised=told.revised or None, forms=forms)
    return IncomingRecord(REF, encoded(record), told.hash, told.revised)


@given(said=st.lists(TOLD, max_size=5), held=st.none() | TOLD)
def test_counts_add_up_and_older_version_is_not_written(said: list[VersionInfo], held: VersionInfo | None) -> None:
    """Every entry counts once; at most one is written, and it is not older than the others or the stored one."""
    found = classify_changes(map(entry, said), {} if held is None else {REF: held})
    assert found.new + found.changed + found.unchanged == len(said)
    assert found.new + found.changed == len(found.new_or_changed) <= 1
    assert found.older + found.superseded <= found.unchanged
    newest = max((told.revised for told in (*said, *([held] if held else []))), default="")
    assert all((record.revised or "") == newest for record in found.new_or_changed.values())
    if found.new_or_changed:
        last = [told for told in said if told.revised == newest][-1]
        assert classify_changes(map(entry, said), {REF: last}).new_or_changed == {}


@given(said=st.lists(TOLD, min_size=1, max_size=5, unique_by=lambda one: one.revised), data=st.data())
def test_reading_order_does_not_affect_result(said: list[VersionInfo], data: st.DataObject) -> None:
    """Versions with different revisions give the same record in any order."""
    other = data.draw(st.permutations(said))
    assert (
        classify_changes(map(entry, said), {}).new_or_changed == classify_changes(map(entry, other), {}).new_or_changed
    )


def test_replaced_version_counts_as_superseded() -> None:
    """Of two differing versions of one key the first counts as superseded; a repeated version does not."""
    first, second, dated = VersionInfo("a"), VersionInfo("b"), VersionInfo("c", "2020")
    counts = {
        (first, second): (1, 1, 0, 1),
        (first, first): (1, 1, 0, 0),
        (first, second, second): (1, 2, 0, 1),
        (first, dated): (1, 1, 1, 0),
    }
    for said, count in counts.items():
        found = classify_changes(map(entry, said), {})
        assert (found.new, found.unchanged, found.older, found.superseded) == count
    again = classify_changes(map(entry, (first, second)), {REF: second})
    assert (again.unchanged, again.superseded) == (2, 1)
