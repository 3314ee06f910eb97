"""Change feed: added, changed, merged and removed entities, in order, from any position."""

from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from msgspec import structs

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke, split
from loaders.curation.entity_lookup import lookup_entity
from loaders.records.parts import Affiliation, Author, TopicUse, WorkRelation
from loaders.records.record import CitationRecord, InstitutionRecord, PaperRecord, Record, TopicRecord
from loaders.unload.remove_records import unload
from resolvers.execute import Request, Service
from tests.byline.command_line import run
from tests.byline.server_process import environment
from tests.loaders.change_feed_mirror import Mirror
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

FEED = """query ($since: String, $after: String, $first: Int) { changes(since: $since, after: $after, first: $first) {
  edges { cursor node { kind entityKind id mergedInto sequence } } pageInfo { hasNextPage endCursor } } }"""
NAMES = "MATCH (n:Paper|Researcher|Institution) RETURN n.id, coalesce(n.title, n.name)"
ONE = PaperRecord(source="acl", key="one", title="One", ids=("doi:10.1000/one",), authors=(Author(name="Ana Ruiz"),))
TWO = PaperRecord(source="acl", key="two", title="Two", ids=("doi:10.1000/two",), authors=(Author(name="Wei Wang"),))

ORCIDS = ("orcid:0000-0002-1825-0097", "orcid:0000-0001-5109-3700", "orcid:0000-0002-1694-233X")


async def feed(graph: Graph, since: str | None = None, after: str | None = None, first: int = 1000) -> Any:  # noqa: ANN401 an answer
    reply = await Service(graph).answer(Request(FEED, {"since": since, "after": after, "first": first}))
    assert not reply.errors, reply.errors
    assert reply.data is not None
    return reply.data["changes"]


async def changes(graph: Graph, since: str | None = None) -> list[tuple[str, str]]:
    """Return the kind and the title or name of each change; for removed entities, the type."""
    names = {str(one): str(name) for one, name in (await graph.read(NAMES)).rows}
    edges = (await feed(graph, since))["edges"]
    return sorted(
        (str(edge["node"]["kind"]), str(names.get(edge["node"]["id"], edge["node"]["entityKind"]))) for edge in edges
    )


async def test_feed_lists_additions_and_changes_of_each_load(empty_graph: Graph, tmp_path: Path) -> None:
    """Since a load, new entities are added, changed ones are changed, and unchanged ones are not listed."""
    first = await load_records(empty_graph, tmp_path, [ONE, TWO])
    assert await changes(empty_graph, first.load) == [
        ("ADDED", "Ana Ruiz"),
        ("ADDED", "One"),
        ("ADDED", "Two"),
        ("ADDED", "Wei Wang"),
    ]
    other = PaperRecord(source="acl", key="one", title="Uno", ids=ONE.ids, authors=ONE.authors)
    place = InstitutionRecord(source="ror", key="i", name="Place")
    second = await load_records(empty_graph, tmp_path, [other, TWO, place])
    assert await changes(empty_graph, second.load) == [("ADDED", "Place"), ("CHANGED", "Ana Ruiz"), ("CHANGED", "Uno")]
    third = await load_records(empty_graph, tmp_path, [other, TWO, place])
    assert await changes(empty_graph, third.load) == []


@pytest.mark.full
async def test_byline_change_lists_people_who_left(empty_graph: Graph, tmp_path: Path) -> None:
    """A person who left a byline has changed, or is removed if no record mentions them."""
    elsewhere = PaperRecord(
        source="acl", key="e", title="Else", authors=(Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",)),)
    )
    both = (Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",)), Author(name="Wei Wang"))
    await load_records(empty_graph, tmp_path, [PaperRecord(source="acl", key="p", title="P", authors=both), elsewhere])
    load = await load_records(empty_graph, tmp_path, [PaperRecord(source="acl", key="p", title="P", authors=())])
    assert await changes(empty_graph, load.load) == [
        ("CHANGED", "Ana Ruiz"),
        ("CHANGED", "P"),
        ("REMOVED", "RESEARCHER"),
    ]


async def test_merged_entity_names_its_target(empty_graph: Graph, tmp_path: Path) -> None:
    """When a later record joins two papers, one is merged into the other, which has changed; both are listed."""
    await load_records(empty_graph, tmp_path, [ONE, TWO])
    ids = {str(title): str(one) for one, title in (await empty_graph.read(NAMES)).rows}
    joins = PaperRecord(source="crossref", key="j", title="Both", ids=(*ONE.ids, "arxiv:2001.00001"))
    other = PaperRecord(source="arxiv", key="a", title="A", ids=("arxiv:2001.00001",))
    await load_records(empty_graph, tmp_path, [other])
    load = await load_records(empty_graph, tmp_path, [joins])
    merged = [
        edge["node"] for edge in (await feed(empty_graph, load.load))["edges"] if edge["node"]["kind"] == "MERGED"
    ]
    assert [(one["entityKind"], one["mergedInto"]) for one in merged] == [("PAPER", ids["One"])]
    reply = await Service(empty_graph).answer(Request(f'{{ node(id: "{merged[0]["id"]}") {{ id }} }}'))
    assert reply.data == {"node": {"id": ids["One"]}}


async def test_unloaded_entities_are_removed(empty_graph: Graph, tmp_path: Path) -> None:
    """Since a load, unloaded entities are removed, and those with remaining records have changed."""
    load = await load_records(empty_graph, tmp_path, [ONE])
    await load_records(
        empty_graph, tmp_path, [TWO, PaperRecord(source="zoo", key="z", title="One", ids=ONE.ids)], loader="other"
    )
    await unload(empty_graph, "other")
    found = await changes(empty_graph, load.load)
    assert ("REMOVED", "PAPER") in found
    assert ("ADDED", "One") in found


async def test_citation_changes_citing_paper(empty_graph: Graph, tmp_path: Path) -> None:
    """A citation record changes the citing paper; the cited paper's count is derived and not a change."""
    await load_records(empty_graph, tmp_path, [ONE, TWO])
    cites = CitationRecord(source="aan", key="c", citing=ONE.ids[0], cited=TWO.ids[0])
    load = await load_records(empty_graph, tmp_path, [cites])
    assert await changes(empty_graph, load.load) == [("CHANGED", "One")]


@pytest.mark.parametrize("size", sampled_cases([3, 1, 7]))
async def test_pages_are_complete_without_repeats(empty_graph: Graph, tmp_path: Path, size: int) -> None:
    """With any page size the cursors give the whole feed, and a cursor continues after later loads."""
    papers: list[Record] = [PaperRecord(source="acl", key=f"{n}", title=f"T{n}") for n in range(20)]
    await load_records(empty_graph, tmp_path, papers, chunk=6)
    whole = (await feed(empty_graph))["edges"]
    assert len(whole) == 20
    assert [edge["node"]["sequence"] for edge in whole] == sorted(edge["node"]["sequence"] for edge in whole)
    paged: list[Any] = []
    after, more = None, True
    while more:
        page = await feed(empty_graph, after=after, first=size)
        paged += page["edges"]
        after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
    assert paged == whole
    assert (await feed(empty_graph, after=after))["edges"] == []
    await load_records(empty_graph, tmp_path, [PaperRecord(source="acl", key="new", title="New")])
    (edge,) = (await feed(empty_graph, after=after))["edges"]
    assert edge["node"]["kind"] == "ADDED"


async def follow(graph: Graph, known: dict[str, str], after: str | None, pages: int, size: int = 5) -> str | None:
    """Apply pages of the feed to a follower's names by ID and return the last cursor.
    Fail if an addition is already known or a change is unknown.
    """
    for _ in range(pages):
        page = await feed(graph, after=after, first=size)
        names = {str(one): str(name) for one, name in (await graph.read(NAMES)).rows}
        for node in (edge["node"] for edge in page["edges"]):
            if node["kind"] in ("ADDED", "CHANGED"):
                assert (node["id"] in known) == (node["kind"] == "CHANGED"), node
                known[node["id"]] = names.get(node["id"], "gone by now")
            else:
                known.pop(node["id"], None)
        after = page["pageInfo"]["endCursor"] or after
    return after


@pytest.mark.full
@pytest.mark.parametrize("pages", sampled_cases((2, 0, 1, 3, 4, 5)))
async def test_cursor_gives_consistent_changes_after_more_loads(empty_graph: Graph, tmp_path: Path, pages: int) -> None:
    """Changes, additions, merges and removals on both sides of a cursor leave the follower consistent:
    no change of an unknown entity, no addition of a known one, and finally the names of the graph.
    """
    papers = [PaperRecord(source="acl", key=f"{n:02}", title=f"T{n}", ids=(f"doi:10.1000/{n}",)) for n in range(20)]
    known: dict[str, str] = {}
    await load_records(empty_graph, tmp_path, papers, chunk=3)
    cursor = await follow(empty_graph, known, None, pages)
    assert len(known) == min(20, 5 * pages)
    again = [PaperRecord(source="acl", key=f"{n:02}", title=f"T{n} again", ids=papers[n].ids) for n in range(1, 20, 3)]
    joins = PaperRecord(source="crossref", key="j", title="Both", ids=(*papers[2].ids, *papers[17].ids))
    new = [PaperRecord(source="acl", key=f"n{n}", title=f"N{n}") for n in range(4)]
    await load_records(empty_graph, tmp_path, [*again, joins, *new], chunk=4)
    cursor = await follow(empty_graph, known, cursor, 1)
    await load_records(empty_graph, tmp_path, [PaperRecord(source="zoo", key="z", title="Z")], loader="zoo")
    cursor = await follow(empty_graph, known, cursor, 1)
    await load_records(empty_graph, tmp_path, [PaperRecord(source="acl", key="n1", title="N1 again")])
    await unload(empty_graph, "zoo")
    cursor = await follow(empty_graph, known, cursor, 20)
    assert known == {str(one): str(name) for one, name in (await empty_graph.read(NAMES)).rows}
    await load_records(empty_graph, tmp_path, [papers[1], PaperRecord(source="acl", key="late", title="Late")])
    await follow(empty_graph, known, cursor, 2)
    assert known == {str(one): str(name) for one, name in (await empty_graph.read(NAMES)).rows}


@pytest.mark.full
async def test_time_means_first_load_after_it(empty_graph: Graph, tmp_path: Path) -> None:
    """A time before all loads gives all changes, and one after them gives no changes."""
    await load_records(empty_graph, tmp_path, [ONE])
    assert len(await changes(empty_graph, "2020-01-01")) == 2
    assert await changes(empty_graph, "2999-01-01T00:00:00+02:00") == []


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"since": "yesterday"}, "BAD_USER_INPUT"),
        ({"since": "0001-01-01T00:00:00+23:59"}, "BAD_USER_INPUT"),
        ({"since": "l_1"}, "BAD_ID"),
        ({"since": "\uff12\uff10\uff12\uff16"}, "BAD_USER_INPUT"),
        ({"after": "x"}, "BAD_CURSOR"),
        ({"after": "\u0663:p_01ARZ3NDEKTSV4RRFFQ69G5FAV"}, "BAD_CURSOR"),
        ({"first": 0}, "BAD_USER_INPUT"),
        ({"first": 1001}, "PAGE_TOO_LARGE"),
    ],
)
async def test_invalid_feed_position_is_rejected(empty_graph: Graph, given: dict[str, Any], code: str) -> None:
    """An invalid time, cursor or page size returns an error code; an unknown load or number returns null."""
    reply = await Service(empty_graph).answer(Request(FEED, given))
    assert reply.errors[0]["extensions"]["code"] == code
    assert await feed(empty_graph, "l_01ARZ3NDEKTSV4RRFFQ69G5FAV") is None
    assert await feed(empty_graph, "2026") is None


async def test_cursor_beyond_end_of_feed_gives_null(empty_graph: Graph, tmp_path: Path) -> None:
    """A cursor from an earlier graph gives null instead of an empty page; the last valid cursor works."""
    summary = await load_records(empty_graph, tmp_path, [ONE])
    last = (await feed(empty_graph))["pageInfo"]["endCursor"]
    assert (await feed(empty_graph, after=last))["edges"] == []
    ahead = "4671:r_01ARZ3NDEKTSV4RRFFQ69G5FAV"
    for since in (None, summary.load, "2020-01-01", "1"):
        assert await feed(empty_graph, since, after=ahead) is None


@pytest.mark.full
async def test_changes_command_rejects_cursor_beyond_end(empty_graph: Graph, address: Address, tmp_path: Path) -> None:
    """`byline changes` states the end of the feed and the remedy, exits with code 1 and writes nothing."""
    await load_records(empty_graph, tmp_path, [ONE])
    end = (await feed(empty_graph))["edges"][-1]["node"]["sequence"]
    given = ("changes", "--after", "4671:r_01ARZ3NDEKTSV4RRFFQ69G5FAV")
    done = await anyio.to_thread.run_sync(lambda: run(*given, env=environment(address)))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"the end of the change feed ({end}), because the graph was rebuilt. Start without a cursor." in done.stderr


@pytest.mark.full
async def test_cursor_of_earlier_version_still_works(empty_graph: Graph, tmp_path: Path) -> None:
    """A three-part cursor of an earlier version has the same position as before."""
    await load_records(empty_graph, tmp_path, [ONE, TWO], chunk=1)
    edges = (await feed(empty_graph))["edges"]
    assert (await feed(empty_graph, after=f"0:{edges[1]['cursor']}"))["edges"] == edges[2:]


@pytest.mark.full
async def test_split_lists_both_people(empty_graph: Graph, tmp_path: Path) -> None:
    """A split adds one person and changes the other; a revoke merges one and changes the other."""
    ann = Curator("Ann", "saw both pages")
    same = (Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",)),)
    one, two = structs.replace(ONE, authors=same), structs.replace(TWO, authors=same)
    first = await load_records(empty_graph, tmp_path, [one, two])
    before = (await feed(empty_graph))["pageInfo"]["endCursor"]
    ana = (await lookup_entity(empty_graph, same[0].ids[0])).id
    made = await split(empty_graph, ana, ["acl:two"], ann)
    after = await feed(empty_graph, first.load, after=before)
    kinds = {edge["node"]["id"]: edge["node"]["kind"] for edge in after["edges"]}
    (other,) = kinds.keys() - {ana}
    assert kinds == {ana: "CHANGED", other: "ADDED"}
    await revoke(empty_graph, made.key, ann)
    after = await feed(empty_graph, first.load, after=after["pageInfo"]["endCursor"])
    assert [(edge["node"]["kind"], edge["node"]["id"]) for edge in after["edges"]] == [
        ("CHANGED", ana),
        ("MERGED", other),
    ]


@pytest.mark.full
async def test_namesake_changes_matched_institution(empty_graph: Graph, tmp_path: Path) -> None:
    """A second institution of a name ends the match: the first has changed, but not the author."""
    place = (Affiliation(text="Institute of Ones"),)
    wrote = structs.replace(ONE, authors=(Author(name="Ana Ruiz", affiliations=place),))
    first = InstitutionRecord(source="ror", key="a", name="Institute of Ones")
    await load_records(empty_graph, tmp_path, [wrote, first])
    rows = (await empty_graph.read("MATCH (:Paper)-[:WRITTEN_AT]->(i) RETURN i.name")).rows
    assert rows == [["Institute of Ones"]]
    second = await load_records(
        empty_graph, tmp_path, [InstitutionRecord(source="ror", key="b", name="Institute of Ones")]
    )
    assert (await empty_graph.read("MATCH (:Paper)-[:WRITTEN_AT]->(i) RETURN i.name")).rows == []
    assert await changes(empty_graph, second.load) == [("ADDED", "Institute of Ones"), ("CHANGED", "Institute of Ones")]


@pytest.mark.full
async def test_topic_without_record_is_listed_as_changed(empty_graph: Graph, tmp_path: Path) -> None:
    """A topic in use stays when its own record is unloaded and has changed, because its name is gone."""
    filed = structs.replace(ONE, topics=(TopicUse(scheme="arxiv", code="cs.CL"),))
    named = TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language")
    await load_records(empty_graph, tmp_path, [filed])
    await load_records(empty_graph, tmp_path, [named], loader="other")
    copy = Mirror()
    await copy.follow(empty_graph)
    await unload(empty_graph, "other")
    await copy.follow(empty_graph)
    assert await copy.differing(empty_graph) == []


@pytest.mark.full
async def test_affiliation_of_merged_author_is_listed(empty_graph: Graph, tmp_path: Path) -> None:
    """When an affiliated author turns out to be one of another record's byline, the institution has changed."""
    place = InstitutionRecord(source="ror", key="i", name="Place", ids=("ror:03yrm5c26",))
    one, two = (
        PaperRecord(source=source, key="p", title="On ones", ids=ONE.ids, authors=authors)
        for source, authors in (
            ("acl", (Author(name="Ana Ruiz", ids=ORCIDS[:1]), Author(name="Wei Wang", ids=ORCIDS[1:2]))),
            (
                "openalex",
                (Author(name="Weiwei Wang", ids=ORCIDS[2:], affiliations=(Affiliation(ror="ror:03yrm5c26"),)),),
            ),
        )
    )
    await load_records(empty_graph, tmp_path, [place, one, two])
    copy = Mirror()
    await copy.follow(empty_graph)
    positions = "MATCH (:Paper)-[at:WRITTEN_AT]->() RETURN at.position"
    assert (await empty_graph.read(positions)).rows == []
    await merge(empty_graph, ORCIDS[1], ORCIDS[2], Curator("Ann", "saw her page"))
    assert (await empty_graph.read(positions)).rows == [[2]]
    await copy.follow(empty_graph)
    assert await copy.differing(empty_graph) == []


async def test_reassigned_id_is_listed_as_change(empty_graph: Graph, tmp_path: Path) -> None:
    """A paper that gets another paper's external ID has changed, with everything that refers to that ID."""
    disputed = "acl:P01-1002"
    holder, waits = (
        PaperRecord(source="acl", key=key, title=f"On {key}", ids=ids)
        for key, ids in (("a", (*ONE.ids, disputed)), ("c", (disputed,)))
    )
    points = PaperRecord(
        source="acl", key="d", title="On d", relations=(WorkRelation(kind="corrects", target=disputed),)
    )
    await load_records(empty_graph, tmp_path, [holder, waits, points])
    copy = Mirror()
    await copy.follow(empty_graph)
    corrects = "MATCH (:Paper)-[:RELATES_TO]->(p) RETURN p.title"
    assert (await empty_graph.read(corrects)).rows == [["On a"]]
    await load_records(empty_graph, tmp_path, [structs.replace(holder, ids=ONE.ids)])
    assert (await empty_graph.read(corrects)).rows == [["On c"]]
    await copy.follow(empty_graph)
    assert await copy.differing(empty_graph) == []
    assert (await lookup_entity(empty_graph, disputed)).name == "On c"
    seen = (await feed(empty_graph))["edges"]
    waiting = (await lookup_entity(empty_graph, disputed)).id
    assert ("CHANGED", waiting) in {(edge["node"]["kind"], edge["node"]["id"]) for edge in seen}
