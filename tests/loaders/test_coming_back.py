"""What is taken out and loaded again has the Byline ids of before, and ids that led to it lead to it again."""

from pathlib import Path

import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from loaders.curation.entity_lookup import lookup_entity
from loaders.export.canonical_export import export
from loaders.records.parts import Author, VolumeUse
from loaders.records.record import (
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.unload.remove_records import unload
from tests.loaders.loading import loaded

pytestmark = pytest.mark.graph

IDS = "MATCH (n:Paper|Researcher|Institution|Funder|Venue|Volume) RETURN coalesce(n.title, n.name), n.id"
ORCID, CLOSED = "orcid:0000-0002-1825-0097", "acl-person:ann-lee"
PAPER = PaperRecord(
    source="acl",
    key="p",
    title="On ones",
    ids=("acl:P20-1001", "doi:10.1000/1"),
    authors=(Author(name="Ada Ruiz", ids=(ORCID,)), Author(name="Ann Lee", ids=(CLOSED,))),
    appeared_in=VolumeUse(volume="acl:v"),
)
WORLD: list[Record] = [
    PAPER,
    InstitutionRecord(source="acl", key="i", name="Institute", ids=("ror:https://ror.org/03yrm5c26",)),
    FunderRecord(source="acl", key="f", name="Fund", ids=("funder:10.13039/100000001",)),
    VenueRecord(source="acl", key="c", name="Meeting", ids=("acl-venue:acl",)),
    VolumeRecord(source="acl", key="v", title="Proceedings", venues=("acl-venue:acl",)),
]


async def ids_now(graph: Graph) -> dict[str, str]:
    return {str(name): str(one) for name, one in (await graph.read(IDS)).rows}


async def resolved(graph: Graph, identifier: str) -> str:
    return (await lookup_entity(graph, identifier)).id


async def test_everything_with_an_outside_id_comes_back_as_itself(empty_graph: Graph, tmp_path: Path) -> None:
    """All kinds of things, and people whom an id tells apart, have their Byline ids again; nothing else is left."""
    await loaded(empty_graph, tmp_path, WORLD)
    before, lines = await ids_now(empty_graph), await export(empty_graph)
    assert len(before) == 7
    await unload(empty_graph, "sample")
    assert await ids_now(empty_graph) == {}
    assert await export(empty_graph) == []
    await loaded(empty_graph, tmp_path, WORLD, chunk=1)
    assert await ids_now(empty_graph) == before
    assert await export(empty_graph) == lines
    assert (await empty_graph.read("MATCH (n:FormerIdentifier|Tombstone) RETURN n")).rows == []


@pytest.mark.full
async def test_ids_of_a_merge_resolve_after_all_was_taken_out(empty_graph: Graph, tmp_path: Path) -> None:
    """What a person merged is one again, under the id that stayed, and the other leads to it as before."""
    other = structs.replace(PAPER, key="q", title="Of twos", ids=("acl:P20-1002",))
    await loaded(empty_graph, tmp_path, [PAPER, other])
    one, two = await resolved(empty_graph, "acl:P20-1001"), await resolved(empty_graph, "acl:P20-1002")
    await merge(empty_graph, one, two, Curator("Ann", "one work"))
    await unload(empty_graph, "sample")
    await loaded(empty_graph, tmp_path, [other, PAPER], chunk=1)
    assert {await resolved(empty_graph, each) for each in (one, two, "acl:P20-1002")} == {min(one, two)}


async def test_what_was_two_may_come_back_as_one(empty_graph: Graph, tmp_path: Path) -> None:
    """Of two ids of before the older stays and the other leads to it; of one id of two things now the first has it."""
    first = structs.replace(PAPER, ids=("acl:P20-1001",), authors=())
    second = structs.replace(first, key="q", title="Of twos", ids=("doi:10.1000/1",))
    await loaded(empty_graph, tmp_path, [first, second])
    one, two = await resolved(empty_graph, "acl:P20-1001"), await resolved(empty_graph, "doi:10.1000/1")
    await unload(empty_graph, "sample")
    await loaded(empty_graph, tmp_path, [PAPER])
    assert {await resolved(empty_graph, each) for each in (one, two, "doi:10.1000/1")} == {min(one, two)}
    await unload(empty_graph, "sample")
    await loaded(empty_graph, tmp_path, [first, second])
    assert await resolved(empty_graph, "acl:P20-1001") == min(one, two)
    assert await resolved(empty_graph, "doi:10.1000/1") not in (one, two)


async def test_people_without_ids_whom_a_merge_speaks_of_come_back_as_themselves(
    empty_graph: Graph, tmp_path: Path
) -> None:
    """Two people of names alone, merged, taken out and loaded: both ids lead to them, and undoing gives both back."""
    solo = [
        PaperRecord(source="acl", key=name, title=f"On {name}", authors=(Author(name=name),))
        for name in ("Bartholomew Quux", "Zebulon Frobnitz")
    ]
    await loaded(empty_graph, tmp_path, solo)
    before = await ids_now(empty_graph)
    one, other = sorted(before[name] for name in ("Bartholomew Quux", "Zebulon Frobnitz"))
    made = await merge(empty_graph, one, other, Curator("Ann", "saw both pages"))
    await unload(empty_graph, "sample")
    await loaded(empty_graph, tmp_path, solo)
    assert [await resolved(empty_graph, each) for each in (one, other)] == [one, one]
    assert (await empty_graph.read("MATCH (n:Tombstone) WHERE n.id = $id RETURN n", {"id": one})).rows == []
    await revoke(empty_graph, made.key, Curator("Ann", "two after all"))
    now = await ids_now(empty_graph)
    assert sorted(now[name] for name in ("Bartholomew Quux", "Zebulon Frobnitz")) == [one, other]


async def test_a_name_that_is_spelt_in_full_or_moves_in_its_by_line_keeps_its_id(
    empty_graph: Graph, tmp_path: Path
) -> None:
    """Who has no outside id keeps the Byline id where the name is corrected to one that fits, or moves by a place."""
    names = [("B. Quux", "Zebulon Frobnitz"), ("Una Hoyle", "Bartholomew Quux", "Zebulon Frobnitz")]
    first, second = (
        PaperRecord(source="acl", key="p", title="On ones", authors=tuple(Author(name=name) for name in written))
        for written in names
    )
    await loaded(empty_graph, tmp_path, [first])
    before = await ids_now(empty_graph)
    await loaded(empty_graph, tmp_path, [second])
    now = await ids_now(empty_graph)
    assert now["Zebulon Frobnitz"] == before["Zebulon Frobnitz"]
    assert now["Bartholomew Quux"] == before["B. Quux"]
    assert now["Una Hoyle"] not in before.values()


async def test_a_topic_comes_back_as_itself(empty_graph: Graph, tmp_path: Path) -> None:
    """A topic goes by its code: taken out and loaded again it has the id of before, and is not told as gone."""
    topic = TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language")
    await loaded(empty_graph, tmp_path, [topic])
    ids = "MATCH (n:Topic) RETURN n.id"
    before = (await empty_graph.read(ids)).rows
    await unload(empty_graph, "sample")
    assert (await empty_graph.read(ids)).rows == []
    await loaded(empty_graph, tmp_path, [topic])
    assert (await empty_graph.read(ids)).rows == before
    assert (await empty_graph.read("MATCH (n:Tombstone) RETURN n")).rows == []
