"""Unloaded and reloaded entities regain their Byline IDs, and retired IDs redirect to them again."""

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
from tests.loaders.load_helpers import load_records

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


async def resolve(graph: Graph, identifier: str) -> str:
    """Return the Byline ID of the entity with an ID."""
    return (await lookup_entity(graph, identifier)).id


async def test_entities_with_external_ids_regain_byline_ids(empty_graph: Graph, tmp_path: Path) -> None:
    """Entities of all kinds, and people with an ID, regain their Byline IDs; nothing else is left."""
    await load_records(empty_graph, tmp_path, WORLD)
    before, lines = await ids_now(empty_graph), await export(empty_graph)
    assert len(before) == 7
    await unload(empty_graph, "sample")
    assert await ids_now(empty_graph) == {}
    assert await export(empty_graph) == []
    await load_records(empty_graph, tmp_path, WORLD, chunk=1)
    assert await ids_now(empty_graph) == before
    assert await export(empty_graph) == lines
    assert (await empty_graph.read("MATCH (n:FormerIdentifier|Tombstone) RETURN n")).rows == []


@pytest.mark.full
async def test_retired_ids_resolve_after_reload(empty_graph: Graph, tmp_path: Path) -> None:
    """A merged entity is one entity again with the remaining ID, and the retired ID redirects as before."""
    other = structs.replace(PAPER, key="q", title="Of twos", ids=("acl:P20-1002",))
    await load_records(empty_graph, tmp_path, [PAPER, other])
    one, two = await resolve(empty_graph, "acl:P20-1001"), await resolve(empty_graph, "acl:P20-1002")
    await merge(empty_graph, one, two, Curator("Ann", "one work"))
    await unload(empty_graph, "sample")
    await load_records(empty_graph, tmp_path, [other, PAPER], chunk=1)
    assert {await resolve(empty_graph, each) for each in (one, two, "acl:P20-1002")} == {min(one, two)}


@pytest.mark.full
async def test_two_entities_can_return_as_one(empty_graph: Graph, tmp_path: Path) -> None:
    """If two entities return as one, the older ID stays; if one returns as two, the first has the ID."""
    first = structs.replace(PAPER, ids=("acl:P20-1001",), authors=())
    second = structs.replace(first, key="q", title="Of twos", ids=("doi:10.1000/1",))
    await load_records(empty_graph, tmp_path, [first, second])
    one, two = await resolve(empty_graph, "acl:P20-1001"), await resolve(empty_graph, "doi:10.1000/1")
    await unload(empty_graph, "sample")
    await load_records(empty_graph, tmp_path, [PAPER])
    assert {await resolve(empty_graph, each) for each in (one, two, "doi:10.1000/1")} == {min(one, two)}
    await unload(empty_graph, "sample")
    await load_records(empty_graph, tmp_path, [first, second])
    assert await resolve(empty_graph, "acl:P20-1001") == min(one, two)
    assert await resolve(empty_graph, "doi:10.1000/1") not in (one, two)


@pytest.mark.full
async def test_merged_people_without_ids_regain_byline_ids(empty_graph: Graph, tmp_path: Path) -> None:
    """Two merged people without IDs resolve by both IDs after a reload, and a revoke restores both."""
    solo = [
        PaperRecord(source="acl", key=name, title=f"On {name}", authors=(Author(name=name),))
        for name in ("Bartholomew Quux", "Zebulon Frobnitz")
    ]
    await load_records(empty_graph, tmp_path, solo)
    before = await ids_now(empty_graph)
    one, other = sorted(before[name] for name in ("Bartholomew Quux", "Zebulon Frobnitz"))
    made = await merge(empty_graph, one, other, Curator("Ann", "saw both pages"))
    await unload(empty_graph, "sample")
    await load_records(empty_graph, tmp_path, solo)
    assert [await resolve(empty_graph, each) for each in (one, other)] == [one, one]
    assert (await empty_graph.read("MATCH (n:Tombstone) WHERE n.id = $id RETURN n", {"id": one})).rows == []
    await revoke(empty_graph, made.key, Curator("Ann", "two after all"))
    now = await ids_now(empty_graph)
    assert sorted(now[name] for name in ("Bartholomew Quux", "Zebulon Frobnitz")) == [one, other]


@pytest.mark.full
async def test_name_keeps_byline_id_when_completed_or_moved(empty_graph: Graph, tmp_path: Path) -> None:
    """A person without an external ID has the same Byline ID after a compatible name change or a new position."""
    names = [("B. Quux", "Zebulon Frobnitz"), ("Una Hoyle", "Bartholomew Quux", "Zebulon Frobnitz")]
    first, second = (
        PaperRecord(source="acl", key="p", title="On ones", authors=tuple(Author(name=name) for name in written))
        for written in names
    )
    await load_records(empty_graph, tmp_path, [first])
    before = await ids_now(empty_graph)
    await load_records(empty_graph, tmp_path, [second])
    now = await ids_now(empty_graph)
    assert now["Zebulon Frobnitz"] == before["Zebulon Frobnitz"]
    assert now["Bartholomew Quux"] == before["B. Quux"]
    assert now["Una Hoyle"] not in before.values()


@pytest.mark.full
async def test_topic_regains_byline_id(empty_graph: Graph, tmp_path: Path) -> None:
    """A topic is identified by its code: reloaded, it has its former ID and leaves no tombstone."""
    topic = TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language")
    await load_records(empty_graph, tmp_path, [topic])
    ids = "MATCH (n:Topic) RETURN n.id"
    before = (await empty_graph.read(ids)).rows
    await unload(empty_graph, "sample")
    assert (await empty_graph.read(ids)).rows == []
    await load_records(empty_graph, tmp_path, [topic])
    assert (await empty_graph.read(ids)).rows == before
    assert (await empty_graph.read("MATCH (n:Tombstone) RETURN n")).rows == []
