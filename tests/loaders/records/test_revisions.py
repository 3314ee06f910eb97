"""Several statements of one source about one key: the one that was revised last counts, in any order."""

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
from tests.loaders.loading import loaded

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


async def newest_stays(graph: Graph) -> bool:
    return (await graph.read(SHOWN)).rows == [[*NEWEST, "2021-03-01T00:00:00Z"]]


@pytest.mark.graph
async def test_the_newest_version_wins_whatever_the_names_of_the_files(empty_graph: Graph, tmp_path: Path) -> None:
    """Of three versions in three files the newest stands, in each order; a second load changes nothing."""
    for order in permutations(VERSIONS):
        await emptied(empty_graph)
        for place, name in enumerate(order):
            (tmp_path / f"{place}.xml").write_text(FEED.format(VERSIONS[name]), "utf-8")
        first = await load(empty_graph, sources()["arxiv"], [tmp_path])
        assert await newest_stays(empty_graph), order
        assert (first.read, first.new, first.changed, first.unchanged, first.older) == (3, 1, 0, 2, 2)
        again = await load(empty_graph, sources()["arxiv"], [tmp_path])
        assert (again.read, again.new, again.changed, again.unchanged, again.older) == (3, 0, 0, 3, 2)
        assert await newest_stays(empty_graph), order


@pytest.mark.graph
async def test_an_older_version_does_not_turn_a_record_back(empty_graph: Graph, tmp_path: Path) -> None:
    """A load of an older version after a newer one changes nothing; a newer one after an older is a change."""
    (tmp_path / "a.xml").write_text(FEED.format(VERSIONS["mid"]), "utf-8")
    await load(empty_graph, sources()["arxiv"], [tmp_path])
    (tmp_path / "a.xml").write_text(FEED.format(VERSIONS["new"] + VERSIONS["old"]), "utf-8")
    newer = await load(empty_graph, sources()["arxiv"], [tmp_path])
    assert (newer.read, newer.new, newer.changed, newer.unchanged, newer.older) == (2, 0, 1, 1, 1)
    before = await export(empty_graph)
    (tmp_path / "a.xml").write_text(FEED.format(VERSIONS["old"]), "utf-8")
    older = await load(empty_graph, sources()["arxiv"], [tmp_path])
    assert (older.read, older.new, older.changed, older.unchanged, older.older) == (1, 0, 0, 1, 1)
    assert await newest_stays(empty_graph)
    assert await export(empty_graph) == before


@pytest.mark.graph
async def test_one_key_under_two_loaders_shows_what_was_revised_last(empty_graph: Graph, tmp_path: Path) -> None:
    """Where two loaders bring one source's statements about one key, both stay, and the later one is shown."""
    newer = PaperRecord(source="arxiv", key="k", title="Newer", revised="2021", authors=(Author(name="Ana Ruiz"),))
    older = PaperRecord(
        source="arxiv", key="k", title="Older", revised="2020-12-31", authors=(Author(name="A. Ruiz"),), comment="Kept"
    )
    await loaded(empty_graph, tmp_path, [older], loader="another")
    await loaded(empty_graph, tmp_path, [newer])
    question = """
    MATCH (p:Paper)<-[a:AUTHORED]-() RETURN p.title, p.comment, a.nameAsWritten, COUNT { (p)<-[:DESCRIBES]-() }
    """
    assert (await empty_graph.read(question)).rows == [["Newer", "Kept", "Ana Ruiz", 2]]


@pytest.mark.full
@pytest.mark.graph
async def test_the_fixture_of_three_papers_over_the_sample_changes_nothing(empty_graph: Graph) -> None:
    """The sample says more of two papers than the fixture and dates it: the fixture's statements are older there."""
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
    forms = (Manifestation(url=f"https://x.example/{told.hash}", kind="page"),)
    record = PaperRecord(source="arxiv", key="k", title="T", revised=told.revised or None, forms=forms)
    return IncomingRecord(REF, encoded(record), told.hash, told.revised)


@given(said=st.lists(TOLD, max_size=5), held=st.none() | TOLD)
def test_counts_add_up_and_nothing_is_turned_back(said: list[VersionInfo], held: VersionInfo | None) -> None:
    """Every entry is counted once, and at most one is written, which is older than no other nor than what stands."""
    found = classify_changes(map(entry, said), {} if held is None else {REF: held})
    assert found.new + found.changed + found.unchanged == len(said)
    assert found.new + found.changed == len(found.fresh) <= 1
    assert found.older + found.superseded <= found.unchanged
    newest = max((told.revised for told in (*said, *([held] if held else []))), default="")
    assert all((record.revised or "") == newest for record in found.fresh.values())
    if found.fresh:
        last = [told for told in said if told.revised == newest][-1]
        assert classify_changes(map(entry, said), {REF: last}).fresh == {}


@given(said=st.lists(TOLD, min_size=1, max_size=5, unique_by=lambda one: one.revised), data=st.data())
def test_the_order_of_reading_is_of_no_account(said: list[VersionInfo], data: st.DataObject) -> None:
    """Statements of different revisions bring the same record in any order."""
    other = data.draw(st.permutations(said))
    assert classify_changes(map(entry, said), {}).fresh == classify_changes(map(entry, other), {}).fresh


def test_what_another_statement_of_its_key_takes_the_place_of_is_counted() -> None:
    """Of two that say otherwise of one key, both as new, the first is superseded; one that says the same is not."""
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
