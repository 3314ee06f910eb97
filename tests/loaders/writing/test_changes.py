"""The feed of changes: what loads added, changed, merged and removed, in order, from any point on."""

from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from msgspec import structs

from cypher.driver.client import Address, Graph
from loaders.curation.decisions import Curator, merge, revoke, split
from loaders.curation.entity_lookup import lookup_entity
from loaders.records.parts import Affiliation, Author, TopicUse, WorkRelation
from loaders.records.record import CitationRecord, InstitutionRecord, PaperRecord, Record, TopicRecord
from loaders.unload.remove_records import unload
from resolvers.execute import Request, Service
from tests.byline.command_line import run
from tests.byline.serving import environment
from tests.loaders.loading import loaded
from tests.loaders.mirror import Mirror
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

FEED = """query ($since: String, $after: String, $first: Int) { changes(since: $since, after: $after, first: $first) {
  edges { cursor node { kind type id mergedInto sequence } } pageInfo { hasNextPage endCursor } } }"""
NAMES = "MATCH (n:Paper|Researcher|Institution) RETURN n.id, coalesce(n.title, n.name)"
ONE = PaperRecord(source="acl", key="one", title="One", ids=("doi:10.1000/one",), authors=(Author(name="Ana Ruiz"),))
TWO = PaperRecord(source="acl", key="two", title="Two", ids=("doi:10.1000/two",), authors=(Author(name="Wei Wang"),))

ORCIDS = ("orcid:0000-0002-1825-0097", "orcid:0000-0001-5109-3700", "orcid:0000-0002-1694-233X")


async def feed(graph: Graph, since: str | None = None, after: str | None = None, first: int = 1000) -> Any:  # noqa: ANN401 an answer
    reply = await Service(graph).answer(Request(FEED, {"since": since, "after": after, "first": first}))
    assert not reply.errors, reply.errors
    assert reply.data is not None
    return reply.data["changes"]


async def told(graph: Graph, since: str | None = None) -> list[tuple[str, str]]:
    """Return what happened to whom, by title or name; what is gone by its kind alone."""
    names = {str(one): str(name) for one, name in (await graph.read(NAMES)).rows}
    edges = (await feed(graph, since))["edges"]
    return sorted(
        (str(edge["node"]["kind"]), str(names.get(edge["node"]["id"], edge["node"]["type"]))) for edge in edges
    )


async def test_each_load_tells_what_it_added_and_changed(empty_graph: Graph, tmp_path: Path) -> None:
    """Since a load what is new is added, what a source says otherwise is changed, what it left alone is not told."""
    first = await loaded(empty_graph, tmp_path, [ONE, TWO])
    assert await told(empty_graph, first.load) == [
        ("ADDED", "Ana Ruiz"),
        ("ADDED", "One"),
        ("ADDED", "Two"),
        ("ADDED", "Wei Wang"),
    ]
    other = PaperRecord(source="acl", key="one", title="Uno", ids=ONE.ids, authors=ONE.authors)
    place = InstitutionRecord(source="ror", key="i", name="Place")
    second = await loaded(empty_graph, tmp_path, [other, TWO, place])
    assert await told(empty_graph, second.load) == [("ADDED", "Place"), ("CHANGED", "Ana Ruiz"), ("CHANGED", "Uno")]
    third = await loaded(empty_graph, tmp_path, [other, TWO, place])
    assert await told(empty_graph, third.load) == []


async def test_a_change_of_one_s_by_line_tells_who_left_it(empty_graph: Graph, tmp_path: Path) -> None:
    """Who stood in a by-line and does not any more has changed, or is removed where no record speaks of them."""
    elsewhere = PaperRecord(
        source="acl", key="e", title="Else", authors=(Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",)),)
    )
    both = (Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",)), Author(name="Wei Wang"))
    await loaded(empty_graph, tmp_path, [PaperRecord(source="acl", key="p", title="P", authors=both), elsewhere])
    load = await loaded(empty_graph, tmp_path, [PaperRecord(source="acl", key="p", title="P", authors=())])
    assert await told(empty_graph, load.load) == [("CHANGED", "Ana Ruiz"), ("CHANGED", "P"), ("REMOVED", "Researcher")]


async def test_what_turns_out_to_be_another_leads_to_it(empty_graph: Graph, tmp_path: Path) -> None:
    """Two papers that a later record joins: one is merged into the other, which has changed; both ids are told."""
    await loaded(empty_graph, tmp_path, [ONE, TWO])
    ids = {str(title): str(one) for one, title in (await empty_graph.read(NAMES)).rows}
    joins = PaperRecord(source="crossref", key="j", title="Both", ids=(*ONE.ids, "arxiv:2001.00001"))
    other = PaperRecord(source="arxiv", key="a", title="A", ids=("arxiv:2001.00001",))
    await loaded(empty_graph, tmp_path, [other])
    load = await loaded(empty_graph, tmp_path, [joins])
    merged = [
        edge["node"] for edge in (await feed(empty_graph, load.load))["edges"] if edge["node"]["kind"] == "MERGED"
    ]
    assert [(one["type"], one["mergedInto"]) for one in merged] == [("Paper", ids["One"])]
    reply = await Service(empty_graph).answer(Request(f'{{ node(id: "{merged[0]["id"]}") {{ id }} }}'))
    assert reply.data == {"node": {"id": ids["One"]}}


async def test_what_is_unloaded_is_removed(empty_graph: Graph, tmp_path: Path) -> None:
    """Since a load, what an unload took away is removed; what other records still describe has changed."""
    load = await loaded(empty_graph, tmp_path, [ONE])
    await loaded(
        empty_graph, tmp_path, [TWO, PaperRecord(source="zoo", key="z", title="One", ids=ONE.ids)], loader="other"
    )
    await unload(empty_graph, "other")
    found = await told(empty_graph, load.load)
    assert ("REMOVED", "Paper") in found
    assert ("ADDED", "One") in found


async def test_a_citation_changes_who_cites(empty_graph: Graph, tmp_path: Path) -> None:
    """A source of citations alone changes the citing paper; the cited one's count is derived, and no change."""
    await loaded(empty_graph, tmp_path, [ONE, TWO])
    cites = CitationRecord(source="aan", key="c", citing=ONE.ids[0], cited=TWO.ids[0])
    load = await loaded(empty_graph, tmp_path, [cites])
    assert await told(empty_graph, load.load) == [("CHANGED", "One")]


@pytest.mark.parametrize("size", [1, 3, 7])
async def test_pages_leave_nothing_out_and_tell_nothing_twice(empty_graph: Graph, tmp_path: Path, size: int) -> None:
    """Followed by cursors, whatever the size of a page, the feed is the whole feed, and goes on behind later loads."""
    papers: list[Record] = [PaperRecord(source="acl", key=f"{n}", title=f"T{n}") for n in range(20)]
    await loaded(empty_graph, tmp_path, papers, chunk=6)
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
    await loaded(empty_graph, tmp_path, [PaperRecord(source="acl", key="new", title="New")])
    (edge,) = (await feed(empty_graph, after=after))["edges"]
    assert edge["node"]["kind"] == "ADDED"


async def follow(graph: Graph, known: dict[str, str], after: str | None, pages: int, size: int = 5) -> str | None:
    """Apply pages of the feed to what a reader knows, title or name by id; return the last cursor.

    Fails where one is told as added who is known, or as changed who is not.
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


@pytest.mark.parametrize("pages", sampled_cases((2, 0, 1, 3, 4, 5)))
async def test_who_comes_back_with_a_cursor_is_told_of_what_is_new_to_them(
    empty_graph: Graph, tmp_path: Path, pages: int
) -> None:
    """Half of a feed is read, loads change, add, merge and remove things on both sides of the cursor, the rest is read.

    Nobody is told of a thing as changed that they were never told of, nor of one as added that they know, and what they
    know in the end is the graph.
    """
    papers = [PaperRecord(source="acl", key=f"{n:02}", title=f"T{n}", ids=(f"doi:10.1000/{n}",)) for n in range(20)]
    known: dict[str, str] = {}
    await loaded(empty_graph, tmp_path, papers, chunk=3)
    cursor = await follow(empty_graph, known, None, pages)
    assert len(known) == min(20, 5 * pages)
    again = [PaperRecord(source="acl", key=f"{n:02}", title=f"T{n} again", ids=papers[n].ids) for n in range(1, 20, 3)]
    joins = PaperRecord(source="crossref", key="j", title="Both", ids=(*papers[2].ids, *papers[17].ids))
    new = [PaperRecord(source="acl", key=f"n{n}", title=f"N{n}") for n in range(4)]
    await loaded(empty_graph, tmp_path, [*again, joins, *new], chunk=4)
    cursor = await follow(empty_graph, known, cursor, 1)
    await loaded(empty_graph, tmp_path, [PaperRecord(source="zoo", key="z", title="Z")], loader="zoo")
    cursor = await follow(empty_graph, known, cursor, 1)
    await loaded(empty_graph, tmp_path, [PaperRecord(source="acl", key="n1", title="N1 again")])
    await unload(empty_graph, "zoo")
    cursor = await follow(empty_graph, known, cursor, 20)
    assert known == {str(one): str(name) for one, name in (await empty_graph.read(NAMES)).rows}
    await loaded(empty_graph, tmp_path, [papers[1], PaperRecord(source="acl", key="late", title="Late")])
    await follow(empty_graph, known, cursor, 2)
    assert known == {str(one): str(name) for one, name in (await empty_graph.read(NAMES)).rows}


async def test_since_a_time_is_since_the_first_load_then(empty_graph: Graph, tmp_path: Path) -> None:
    """A time before all loads tells everything, one after them nothing."""
    await loaded(empty_graph, tmp_path, [ONE])
    assert len(await told(empty_graph, "2020-01-01")) == 2
    assert await told(empty_graph, "2999-01-01T00:00:00+02:00") == []


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
        ({"first": 1001}, "BAD_USER_INPUT"),
    ],
)
async def test_what_is_no_moment_is_refused(empty_graph: Graph, given: dict[str, Any], code: str) -> None:
    """A moment, a cursor or a size that is none is refused with a code; a load or number not there gives null."""
    reply = await Service(empty_graph).answer(Request(FEED, given))
    assert reply.errors[0]["extensions"]["code"] == code
    assert await feed(empty_graph, "l_01ARZ3NDEKTSV4RRFFQ69G5FAV") is None
    assert await feed(empty_graph, "2026") is None


async def test_a_cursor_that_the_feed_has_not_got_to_gives_null(empty_graph: Graph, tmp_path: Path) -> None:
    """A cursor of a graph from before is not answered with an empty page; the last one that there is goes on."""
    summary = await loaded(empty_graph, tmp_path, [ONE])
    last = (await feed(empty_graph))["pageInfo"]["endCursor"]
    assert (await feed(empty_graph, after=last))["edges"] == []
    ahead = "4671:r_01ARZ3NDEKTSV4RRFFQ69G5FAV"
    for since in (None, summary.load, "2020-01-01", "1"):
        assert await feed(empty_graph, since, after=ahead) is None


async def test_the_command_refuses_a_cursor_that_the_feed_has_not_got_to(
    empty_graph: Graph, address: Address, tmp_path: Path
) -> None:
    """`byline changes` says where the feed ends and what to do, with exit code 1 and nothing written."""
    await loaded(empty_graph, tmp_path, [ONE])
    end = (await feed(empty_graph))["edges"][-1]["node"]["sequence"]
    given = ("changes", "--after", "4671:r_01ARZ3NDEKTSV4RRFFQ69G5FAV")
    done = await anyio.to_thread.run_sync(lambda: run(*given, env=environment(address)))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"the end of the change feed, {end}: the graph was rebuilt. Start without a cursor." in done.stderr


async def test_a_cursor_of_an_earlier_version_goes_on(empty_graph: Graph, tmp_path: Path) -> None:
    """A cursor that a reader kept from before, of three parts, stands where it stood."""
    await loaded(empty_graph, tmp_path, [ONE, TWO], chunk=1)
    edges = (await feed(empty_graph))["edges"]
    assert (await feed(empty_graph, after=f"0:{edges[1]['cursor']}"))["edges"] == edges[2:]


async def test_a_split_tells_both_who_lost_a_name_and_who_has_it(empty_graph: Graph, tmp_path: Path) -> None:
    """Who is parted from another is added, the other has changed; undone, one is merged and the other has changed."""
    ann = Curator("Ann", "saw both pages")
    same = (Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",)),)
    one, two = structs.replace(ONE, authors=same), structs.replace(TWO, authors=same)
    first = await loaded(empty_graph, tmp_path, [one, two])
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


async def test_a_namesake_changes_the_institution_that_texts_led_to(empty_graph: Graph, tmp_path: Path) -> None:
    """Where a second institution of a name comes, a text leads to neither: the first has changed, not who wrote it."""
    place = (Affiliation(text="Institute of Ones"),)
    wrote = structs.replace(ONE, authors=(Author(name="Ana Ruiz", affiliations=place),))
    first = InstitutionRecord(source="ror", key="a", name="Institute of Ones")
    await loaded(empty_graph, tmp_path, [wrote, first])
    rows = (await empty_graph.read("MATCH (:Paper)-[:WRITTEN_AT]->(i) RETURN i.name")).rows
    assert rows == [["Institute of Ones"]]
    second = await loaded(empty_graph, tmp_path, [InstitutionRecord(source="ror", key="b", name="Institute of Ones")])
    assert (await empty_graph.read("MATCH (:Paper)-[:WRITTEN_AT]->(i) RETURN i.name")).rows == []
    assert await told(empty_graph, second.load) == [("ADDED", "Institute of Ones"), ("CHANGED", "Institute of Ones")]


@pytest.mark.full
async def test_a_topic_whose_record_went_is_told(empty_graph: Graph, tmp_path: Path) -> None:
    """A topic that papers are filed under stays when its own record is taken out, and has changed: its name is gone."""
    filed = structs.replace(ONE, topics=(TopicUse(scheme="arxiv", code="cs.CL"),))
    named = TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language")
    await loaded(empty_graph, tmp_path, [filed])
    await loaded(empty_graph, tmp_path, [named], loader="other")
    copy = Mirror()
    await copy.follow(empty_graph)
    await unload(empty_graph, "other")
    await copy.follow(empty_graph)
    assert await copy.differing(empty_graph) == []


async def test_a_place_of_an_author_who_is_another_now_is_told(empty_graph: Graph, tmp_path: Path) -> None:
    """Who wrote from a place turns out to be one of the by-line, which is another record's: that place is told."""
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
    await loaded(empty_graph, tmp_path, [place, one, two])
    copy = Mirror()
    await copy.follow(empty_graph)
    positions = "MATCH (:Paper)-[at:WRITTEN_AT]->() RETURN at.position"
    assert (await empty_graph.read(positions)).rows == []
    await merge(empty_graph, ORCIDS[1], ORCIDS[2], Curator("Ann", "saw her page"))
    assert (await empty_graph.read(positions)).rows == [[2]]
    await copy.follow(empty_graph)
    assert await copy.differing(empty_graph) == []


async def test_an_id_that_goes_to_another_is_told(empty_graph: Graph, tmp_path: Path) -> None:
    """A paper that gets an outside id which another held has changed, with what points to it by that id."""
    disputed = "acl:P01-1002"
    holder, waits = (
        PaperRecord(source="acl", key=key, title=f"On {key}", ids=ids)
        for key, ids in (("a", (*ONE.ids, disputed)), ("c", (disputed,)))
    )
    points = PaperRecord(
        source="acl", key="d", title="On d", relations=(WorkRelation(kind="corrects", target=disputed),)
    )
    await loaded(empty_graph, tmp_path, [holder, waits, points])
    copy = Mirror()
    await copy.follow(empty_graph)
    corrects = "MATCH (:Paper)-[:RELATES_TO]->(p) RETURN p.title"
    assert (await empty_graph.read(corrects)).rows == [["On a"]]
    await loaded(empty_graph, tmp_path, [structs.replace(holder, ids=ONE.ids)])
    assert (await empty_graph.read(corrects)).rows == [["On c"]]
    await copy.follow(empty_graph)
    assert await copy.differing(empty_graph) == []
    assert (await lookup_entity(empty_graph, disputed)).name == "On c"
    seen = (await feed(empty_graph))["edges"]
    waiting = (await lookup_entity(empty_graph, disputed)).id
    assert ("CHANGED", waiting) in {(edge["node"]["kind"], edge["node"]["id"]) for edge in seen}
