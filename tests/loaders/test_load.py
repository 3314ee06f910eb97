from pathlib import Path

import msgspec
import pytest

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.records.errors import SourceFileError
from loaders.records.parts import Affiliation, Author, Resource, TopicUse, TypedDate, VolumeUse
from loaders.records.record import InstitutionRecord, PaperRecord, PersonRecord, Record, VenueRecord, VolumeRecord
from loaders.sources.base import sources
from loaders.unload.remove_records import unload
from loaders.writing.derive import count_stale
from tests.loaders.load_helpers import load_records, write_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

HUBS = """
MATCH (r:Researcher)-[e:AUTHORED]->(p:Paper)
RETURN 'authored' AS what, collect(e.rid = r.id AND e.pid = p.id AND e.ord = p.ord) AS right
UNION ALL
MATCH (p:Paper)-[e:ABOUT]->(t:Topic)
RETURN 'about' AS what, collect(e.tid = t.id AND e.ord = p.ord) AS right
UNION ALL
MATCH (p:Paper)-[e:CITES]->(cited:Paper)
RETURN 'cites' AS what, collect(e.pid = cited.id AND e.ord = p.ord) AS right
UNION ALL
MATCH (p:Paper)-[e:WRITTEN_AT]->(i:Institution)
RETURN 'written' AS what, collect(e.iid = i.id AND e.ord = p.ord) AS right
UNION ALL
MATCH (p:Paper)
RETURN 'papers' AS what, collect(p.ord ENDS WITH p.id AND size(p.ord) = 8 + size(p.id)) AS right
"""

UNIVERSITY = Affiliation(text="University of Examples")
ANA = Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",), affiliations=(UNIVERSITY,))
WORLD: list[Record] = [
    PaperRecord(
        source="acl",
        key="one",
        title="One",
        ids=("doi:10.1000/one",),
        dates=(TypedDate(value="2001-05"),),
        authors=(ANA, Author(name="Li Wei")),
        topics=(TopicUse(scheme="arxiv", code="cs.CL", primary=True),),
        appeared_in=VolumeUse(volume="acl:v1", pages="1-2"),
        references=("doi:10.1000/two", "doi:10.1000/one", "doi:10.1000/nowhere"),
    ),
    PaperRecord(
        source="arxiv",
        key="two",
        title="Two",
        ids=("doi:10.1000/two",),
        dates=(TypedDate(value="2000"),),
        authors=(Author(name="Ana Ruiz"), Author(name="Li Wei")),
        authors_complete=False,
    ),
    InstitutionRecord(source="ror", key="u", name="University of Examples", ids=("ror:03jdj4y14",)),
    VolumeRecord(
        source="acl",
        key="v1",
        title="Proceedings",
        venues=("acl-venue:acl",),
        editors=(Author(name="Li Wei"), Author(name="Ana Ruiz")),
    ),
    VenueRecord(source="acl", key="venue/acl", name="Annual Meeting", ids=("acl-venue:acl",)),
    PersonRecord(source="orcid", key="ana", ids=ANA.ids, names=("Ana María Ruiz",), headline="Linguist"),
]


async def single_row(graph: Graph, question: str) -> list[object]:
    """Return the only row of a query."""
    answer = await graph.read(question)
    assert len(answer.rows) == 1, answer
    return list(answer.rows[0])


@pytest.mark.full
async def test_small_graph_is_built_completely(empty_graph: Graph, tmp_path: Path) -> None:
    """Citations, institutions, volumes, people and counts follow from the records."""
    await load_records(empty_graph, tmp_path, WORLD)
    assert await single_row(
        empty_graph, "MATCH (a:Paper)-[c:CITES]->(b:Paper) RETURN a.title, b.title, a.referenceCount, b.citationCount"
    ) == ["One", "Two", 1, 1]
    assert await single_row(
        empty_graph,
        "MATCH (r:Researcher {orcid: '0000-0002-1825-0097'})-[a:AFFILIATED_WITH]->(i:Institution)"
        " RETURN r.name, r.aliases, r.headline, r.paperCount, r.affiliationsKnown, a.since, a.until, a.role, a.source,"
        " i.paperCount",
    ) == ["Ana María Ruiz", ["Ana Ruiz"], "Linguist", 2, True, 2001, 2001, "author", "by-line", 1]
    assert await single_row(
        empty_graph,
        "MATCH (p:Paper {title: 'One'})-[a:APPEARED_IN]->(w:Volume)-[:PART_OF]->(v:Venue)"
        " RETURN a.pages, w.title, v.name, v.paperCount",
    ) == ["1-2", "Proceedings", "Annual Meeting", 1]
    assert await single_row(
        empty_graph,
        "MATCH (r:Researcher {name: 'Li Wei'})-[e:EDITED]->(:Volume) MATCH (r)-[c:COLLABORATED_WITH]-()"
        " RETURN e.position, c.papers, c.firstYear, c.lastYear, r.closeCollaboratorCount, r.trustScore",
    ) == [1, 2, 2000, 2001, 1, 13]
    assert await single_row(
        empty_graph, "MATCH (p:Paper {title: 'Two'}) RETURN p.authorsComplete, p.institutionsKnown"
    ) == [
        False,
        False,
    ]


async def test_edge_properties_equal_node_properties(empty_graph: Graph, tmp_path: Path) -> None:
    """Every rid, pid, tid, iid and ord on an edge equals that of its node, also after a date change."""
    await load_records(empty_graph, tmp_path, WORLD)
    earlier = msgspec.structs.replace(WORLD[0], dates=(TypedDate(value="1999-12-31"),))
    assert (await load_records(empty_graph, tmp_path, [earlier])).changed == 1
    rows = (await empty_graph.read(HUBS)).rows
    assert len(rows) == 5
    assert all(isinstance(right, list) and right and all(right) for _, right in rows), rows


async def test_second_load_changes_nothing(empty_graph: Graph, tmp_path: Path) -> None:
    """A second load reports all records as unchanged and leaves every export line as it was."""
    first = await load_records(empty_graph, tmp_path, WORLD)
    before = await export(empty_graph)
    second = await load_records(empty_graph, tmp_path, WORLD)
    assert (first.read, first.new, first.changed, first.unchanged) == (6, 6, 0, 0)
    assert (second.read, second.new, second.changed, second.unchanged) == (6, 0, 0, 6)
    assert await export(empty_graph) == before
    assert await count_stale(empty_graph) == 0


async def test_repeated_key_in_file_is_new_once(empty_graph: Graph, tmp_path: Path) -> None:
    """Of three undated records with one key, the last is new, and the others count as unchanged."""
    first = PaperRecord(source="acl", key="a", title="First", ids=("acl:P01-1001",))
    last = msgspec.structs.replace(first, title="Last")
    summary = await load_records(empty_graph, tmp_path, [first, first, last])
    assert (summary.read, summary.new, summary.changed, summary.unchanged) == (3, 1, 0, 2)
    assert await single_row(empty_graph, "MATCH (p:Paper) RETURN p.title") == ["Last"]


async def test_ids_survive_changes_and_merges(empty_graph: Graph, tmp_path: Path) -> None:
    """Two papers that become one have the older ID, and the other ID still resolves."""
    ids = [
        PaperRecord(source="acl", key="a", title="A", ids=("doi:10.1000/a",)),
        PaperRecord(source="arxiv", key="b", title="B", ids=("arxiv:2001.00001",)),
    ]
    for record in ids:
        await load_records(empty_graph, tmp_path, [record])
    before = [str(row[0]) for row in (await empty_graph.read("MATCH (p:Paper) RETURN p.id ORDER BY p.id")).rows]
    await load_records(
        empty_graph, tmp_path, [msgspec.structs.replace(ids[1], ids=("arxiv:2001.00001", "doi:10.1000/a"))]
    )
    assert await single_row(empty_graph, "MATCH (p:Paper) RETURN p.id, p.title, p.arxiv, p.doi") == [
        before[0],
        "A",
        "2001.00001",
        "10.1000/a",
    ]
    retired = "MATCH (i:Identifier {scheme: 'byline'})-[:IDENTIFIES]->(p:Paper) RETURN i.value, p.id"
    assert await single_row(empty_graph, retired) == [before[1], before[0]]


@pytest.mark.full
async def test_saved_paper_survives_loads(empty_graph: Graph, tmp_path: Path) -> None:
    """A saved paper stays saved when its record changes, when it is merged, and when its records are removed."""
    paper = PaperRecord(source="acl", key="a", title="A", ids=("doi:10.1000/a",))
    await load_records(
        empty_graph, tmp_path, [PaperRecord(source="arxiv", key="b", title="B", ids=("arxiv:2001.00001",))]
    )
    await load_records(empty_graph, tmp_path, [paper])
    await empty_graph.administer("MATCH (p:Paper {title: 'A'}) CREATE (:User {id: 'u'})-[:SAVED {at: 'now'}]->(p)")
    await load_records(
        empty_graph, tmp_path, [msgspec.structs.replace(paper, ids=("doi:10.1000/a", "arxiv:2001.00001"))]
    )
    saved = "MATCH (:User)-[s:SAVED]->(p:Paper) RETURN s.at, p.title, COUNT { (p)<-[:DESCRIBES]-() }"
    assert await single_row(empty_graph, saved) == ["now", "A", 2]
    await unload(empty_graph, "sample")
    assert (await single_row(empty_graph, saved))[2] == 0


async def test_dry_run_writes_nothing_and_reports_same_counts(empty_graph: Graph, tmp_path: Path) -> None:
    """With --dry-run the summary equals that of a load, and the graph stays empty."""
    path = write_records(tmp_path, WORLD)
    dry = await load(empty_graph, sources()["sample"], [path], LoadOptions(dry_run=True))
    assert await single_row(empty_graph, "MATCH (n) WHERE NOT n:Migration RETURN count(n)") == [0]
    wet = await load(empty_graph, sources()["sample"], [path])
    assert (dry.read, dry.new, dry.merged, dry.conflicts) == (wet.read, wet.new, wet.merged, wet.conflicts)


async def test_bad_records_and_files_are_reported(empty_graph: Graph, tmp_path: Path) -> None:
    """An untitled record, an unknown kind and an invalid JSON file are reported; the rest is loaded."""
    good = msgspec.to_builtins(WORLD[1])
    (tmp_path / "a.json").write_bytes(msgspec.json.encode([good, {**good, "key": "x", "title": " "}, {"record": "no"}]))
    (tmp_path / "b.json").write_text("{torn", "utf-8")
    summary = await load(empty_graph, sources()["sample"], [tmp_path])
    assert (summary.read, summary.new, summary.rejected) == (3, 1, 2)
    assert [(one.file, one.place) for one in summary.rejects] == [
        (str(tmp_path / "a.json"), "arxiv:x"),
        (str(tmp_path / "a.json"), "record 3"),
    ]
    assert [one.file for one in summary.unreadable] == [str(tmp_path / "b.json")]


async def test_folder_without_matching_files_raises_error(empty_graph: Graph, tmp_path: Path) -> None:
    """If no file belongs to the source, the error states the expected files, and nothing is written."""
    with pytest.raises(SourceFileError, match=r"no file of Bundled sample.* found\. Expected: JSON lists"):
        await load(empty_graph, sources()["sample"], [tmp_path])
    assert await single_row(empty_graph, "MATCH (n:Load) RETURN count(n)") == [0]


@pytest.mark.parametrize("text", ['{"torn', '[1, "two", {"a": 3}]'])
async def test_file_of_another_kind_is_unreadable(empty_graph: Graph, tmp_path: Path, text: str) -> None:
    """A file without any record of the source is unreadable and not a rejected record."""
    (tmp_path / "a.json").write_text(text, "utf-8")
    summary = await load(empty_graph, sources()["sample"], [tmp_path / "a.json"])
    assert ([one.file for one in summary.unreadable], summary.read, summary.rejects) == (
        [str(tmp_path / "a.json")],
        0,
        [],
    )
    assert "a.json" not in summary.unreadable[0].reason


async def test_unload_preserves_records_of_other_loaders(empty_graph: Graph, tmp_path: Path) -> None:
    """After an unload, the graph equals that of the other loader's records alone."""
    await load_records(empty_graph, tmp_path, WORLD[:2], loader="other")
    before = await export(empty_graph)
    await load_records(empty_graph, tmp_path, WORLD)
    assert (await unload(empty_graph, "sample")).removed_count == 6
    assert await export(empty_graph) == before
    assert (await unload(empty_graph, "other")).removed_count == 2
    assert await single_row(
        empty_graph, "MATCH (n) WHERE NOT n:Migration|Load|ChangeFeedCounter|Tombstone|FormerIdentifier RETURN count(n)"
    ) == [0]


async def test_values_removed_from_record_are_deleted(empty_graph: Graph, tmp_path: Path) -> None:
    """IDs, links, citations and affiliations that a changed record no longer states are deleted."""
    later = PaperRecord(source="acl", key="one", title="One")
    much = msgspec.structs.replace(
        later,
        ids=("doi:10.1000/one",),
        authors=(ANA,),
        references=("doi:10.1000/nowhere",),
        resources=(Resource(url="https://github.com/a/b", kind="code"),),
    )
    await load_records(empty_graph, tmp_path, [much])
    await load_records(empty_graph, tmp_path, [later])
    left = "MATCH (n) WHERE n:Identifier OR n:InstitutionName OR n:Resource OR n:Researcher RETURN count(n)"
    assert await single_row(empty_graph, left) == [0]
    assert await count_stale(empty_graph) == 0


NAMESAKE = InstitutionRecord(
    source="ror", key="old", name="University of Examples", ids=("ror:042nb2s44",), status="withdrawn"
)
PLACED = """
MATCH (i:Institution) RETURN i.ror, i.paperCount, COUNT { (i)<-[:AFFILIATED_WITH]-() } ORDER BY i.ror
"""


async def counts_by_institution(graph: Graph) -> dict[object, tuple[object, object]]:
    """Return the number of papers and of people at each institution, by ROR ID."""
    return {ror: (papers, people) for ror, papers, people in (await graph.read(PLACED)).rows}


@pytest.mark.full
async def test_withdrawn_namesake_does_not_affect_matching(empty_graph: Graph, tmp_path: Path) -> None:
    """A name matches the only institution that is not withdrawn, after each change of status and each unload."""
    works_there = PersonRecord(source="orcid", key="li", ids=("orcid:0000-0001-5109-3700",), names=("Li Wei",))
    works_there = msgspec.structs.replace(works_there, affiliations=(UNIVERSITY,))
    await load_records(empty_graph, tmp_path, [*WORLD[:2], works_there])
    await load_records(empty_graph, tmp_path, [NAMESAKE], loader="old")
    assert await counts_by_institution(empty_graph) == {"042nb2s44": (0, 0)}
    await load_records(empty_graph, tmp_path, [WORLD[2]], loader="new")
    assert await counts_by_institution(empty_graph) == {"03jdj4y14": (1, 2), "042nb2s44": (0, 0)}
    alive = msgspec.structs.replace(NAMESAKE, status="active")
    await load_records(empty_graph, tmp_path, [alive], loader="old")
    assert await counts_by_institution(empty_graph) == {"03jdj4y14": (0, 0), "042nb2s44": (0, 0)}
    withdrawn = msgspec.structs.replace(WORLD[2], status="withdrawn")
    await load_records(empty_graph, tmp_path, [withdrawn], loader="new")
    assert await counts_by_institution(empty_graph) == {"03jdj4y14": (0, 0), "042nb2s44": (1, 2)}
    await load_records(empty_graph, tmp_path, [WORLD[2]], loader="new")
    assert await counts_by_institution(empty_graph) == {"03jdj4y14": (0, 0), "042nb2s44": (0, 0)}
    await unload(empty_graph, "old")
    assert await counts_by_institution(empty_graph) == {"03jdj4y14": (1, 2)}
