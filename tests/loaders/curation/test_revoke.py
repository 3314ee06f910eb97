"""Revoking merges and splits in any order restores the original Byline ID of each entity."""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke, split
from loaders.curation.entity_lookup import lookup_entity
from loaders.records.parts import Anchor, Author, CascadedMerge, Revocation, TypedDate
from loaders.records.record import DecisionRecord, PaperRecord, PersonRecord, Record, VolumeRecord
from loaders.resolution.ids.history import DecisionIdHistory
from loaders.unload.remove_records import unload
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

ANN = Curator("Ann", "saw both pages")
OF_PAPERS = "MATCH (r:Record)-[:DESCRIBES]->(thing:Paper) RETURN r.source + ':' + r.key, thing.id"
OF_PEOPLE = "MATCH (r:Record)-[:MENTIONS]->(person) RETURN r.source + ':' + r.key, person.id"
NAMES = {"a": "Annika Tozzi", "b": "Boris Krall", "c": "Cemal Ilgaz", "d": "Danuta Wrona"}
Plan = Sequence[str]
"""What is decided, in this order: `acl:a acl:b` joins, `acl:a` parts the record from the rest of what it is of."""

PLANS: list[Plan] = [
    ("acl:a acl:b", "acl:b acl:c"),
    ("acl:b acl:c", "acl:a acl:b"),
    ("acl:a acl:b", "acl:b acl:c", "acl:c acl:d"),
    ("acl:a acl:b", "acl:c acl:d", "acl:b acl:c"),
    ("acl:c acl:d", "acl:b acl:d", "acl:a acl:d"),
    ("arxiv:c", "arxiv:c acl:b"),
    ("acl:a acl:b", "arxiv:b"),
    ("acl:b acl:c", "arxiv:c", "arxiv:c acl:a"),
    ("arxiv:c", "arxiv:c acl:b", "acl:c acl:a"),
    ("acl:a acl:b", "arxiv:a", "acl:b acl:c"),
]


def paper(key: str, name: str, *ids: str, source: str = "acl", person: tuple[str, ...] = ()) -> PaperRecord:
    return PaperRecord(
        source=source,
        key=key,
        title=f"On {source} {key}",
        ids=ids,
        authors=(Author(name=name, ids=person),),
        dates=(TypedDate(value="2020"),),
    )


def papers() -> list[Record]:
    """Return four papers with two records each that share a DOI."""
    return [
        one
        for number, key in enumerate(NAMES)
        for one in (
            paper(key, f"Zed {key}", f"doi:10.1000/{number}"),
            paper(key, f"Zed {key}", f"doi:10.1000/{number}", source="arxiv"),
        )
    ]


def people() -> list[Record]:
    """Return four people with two bylines each: two people match by ID, two by name alone."""
    return [
        paper(key, name, source=source, person=(f"acl-person:{key}",) if key in "ac" else ())
        for key, name in NAMES.items()
        for source in ("acl", "arxiv")
    ]


async def ids_now(graph: Graph, text: str) -> dict[str, str]:
    return {str(key): str(one) for key, one in (await graph.read(text)).rows}


@pytest.mark.full
@pytest.mark.parametrize("plan", PLANS, ids=", ".join)
@pytest.mark.parametrize("kind", ["papers", "people"])
async def test_revoking_decisions_in_any_order_restores_ids(
    empty_graph: Graph, tmp_path: Path, plan: Plan, kind: str
) -> None:
    """Revoking in any order restores the ID of each paper and person, and every earlier ID still resolves."""
    text = OF_PAPERS if kind == "papers" else OF_PEOPLE
    every = papers() if kind == "papers" else people()
    for one in every:
        await load_records(empty_graph, tmp_path, [one])
    before = await ids_now(empty_graph, text)
    assert len(set(before.values())) == len(NAMES)
    for order in permutations(range(len(plan))):
        made: list[str] = []
        seen = set(before.values())
        for step in plan:
            at = await ids_now(empty_graph, text)
            one, *other = step.split()
            decided = (
                await merge(empty_graph, at[one], at[other[0]], ANN)
                if other
                else await split(empty_graph, at[one], [one], ANN)
            )
            made.append(decided.key)
            seen |= set((await ids_now(empty_graph, text)).values())
        for number in order:
            await revoke(empty_graph, made[number], ANN)
            seen |= set((await ids_now(empty_graph, text)).values())
        assert await ids_now(empty_graph, text) == before, order
        now = {one: (await lookup_entity(empty_graph, one)).id for one in seen}
        assert {one: now[one] for one in before.values()} == {one: one for one in before.values()}


async def test_person_merged_by_a_revocation_regains_its_id(empty_graph: Graph, tmp_path: Path) -> None:
    """A name that two people share joins one of them when a split is revoked, and later gets its own ID back."""
    orcid, other_orcid = "orcid:0000-0002-1825-0097", "orcid:0000-0001-5109-3700"
    shared_name = "Chu Ren Huang"
    every: list[Record] = [
        PersonRecord(source="orcid", key="p1", ids=(orcid, "acl-person:wang-1"), names=(shared_name, "Jane Smith")),
        PersonRecord(source="acl", key="p1", ids=(orcid,), names=("Jane Smith",)),
        PersonRecord(source="orcid", key="p2", ids=(orcid, other_orcid), names=("Jane Smith",)),
        PersonRecord(source="acl", key="p2", ids=(orcid, other_orcid), names=(shared_name,)),
        paper("a", "Jane Smith", source="arxiv", person=("acl-person:jane-smith", other_orcid)),
        VolumeRecord(source="acl", key="v1", title="Proceedings", editors=(Author(name=shared_name),)),
    ]
    await load_records(empty_graph, tmp_path, every)
    before = await ids_now(empty_graph, OF_PEOPLE)
    assert len(set(before.values())) == 3
    first = await split(empty_graph, before["orcid:p1"], ["orcid:p1"], ANN)
    second = await split(empty_graph, before["acl:p2"], ["acl:p2"], ANN)
    await revoke(empty_graph, first.key, ANN)
    merged = await ids_now(empty_graph, OF_PEOPLE)
    assert merged["acl:v1"] == merged["orcid:p1"]
    await revoke(empty_graph, second.key, ANN)
    assert await ids_now(empty_graph, OF_PEOPLE) == before


def test_revocations_from_a_file_need_no_key() -> None:
    """Two revocations with the same key and time, as a file can have them, are in the order of their decisions."""
    name = Anchor(source="acl", key="v1", role="editor", name="Wei Wang")
    made = DecisionRecord(
        source="curator",
        key="d_1",
        verdict="apart",
        about="researcher",
        left=(Anchor(id="orcid:0000-0002-1825-0097"),),
        right=(Anchor(id="orcid:0000-0001-5109-3700"),),
        by="Ann",
        timestamp="2026-01-02T03:04:05Z",
        undone=Revocation(by="Ann", timestamp="2026-02-03", others=(CascadedMerge(anchor=name, was="r_1"),)),
    )
    history = DecisionIdHistory([replace(made, key="d_2"), made])
    assert list(history.of_records([], {}).fallback) == []


@pytest.mark.parametrize("revised", sampled_cases([", revised", ""]), ids=["after a reload", "at once"])
async def test_revoking_paper_merge_restores_author_ids(empty_graph: Graph, tmp_path: Path, revised: str) -> None:
    """Two papers' authors of one name are one person during a merge and get their own IDs back after a revoke."""
    with_whom = {"a": "Ilse Aichinger", "b": "Ngozi Obi", "c": "Ilse Aichinger", "d": "Ngozi Obi"}
    every = [
        replace(one, authors=(Author(name="A. Tozzi"), Author(name=with_whom[one.key])))
        for one in (paper(key, "") for key in with_whom)
    ]
    for one in every:
        await load_records(empty_graph, tmp_path, [one])
    names = "MATCH (r:Record)-[:MENTIONS {position: 1}]->(person) RETURN r.key, person.id"
    before = await ids_now(empty_graph, names)
    assert before["a"] == before["c"] != before["b"] == before["d"]
    of_papers = await ids_now(empty_graph, OF_PAPERS)
    made = await merge(empty_graph, of_papers["acl:a"], of_papers["acl:b"], ANN)
    assert len(set((await ids_now(empty_graph, names)).values())) == 1
    if revised:
        await load_records(empty_graph, tmp_path, [replace(one, title=one.title + revised) for one in every])
    await revoke(empty_graph, made.key, ANN)
    assert await ids_now(empty_graph, names) == before
    assert {(await lookup_entity(empty_graph, one)).id for one in before.values()} == set(before.values())


@pytest.mark.full
async def test_ambiguous_person_is_restored_after_revoked_merge(empty_graph: Graph, tmp_path: Path) -> None:
    """A mention that fits two people joins them during their merge and has its own ID after the revoke."""
    ids = {"a": ("acl-person:a",), "b": ("acl-person:b",), "c": ()}
    every = [paper(key, "A. Tozzi", person=person) for key, person in ids.items()]
    every = [replace(one, authors=(*(one.authors or ()), Author(name="Ilse Aichinger"))) for one in every]
    for one in every:
        await load_records(empty_graph, tmp_path, [one])
    names = "MATCH (r:Record)-[:MENTIONS {position: 1}]->(person) RETURN r.key, person.id"
    before = await ids_now(empty_graph, names)
    assert len(set(before.values())) == 3
    made = await merge(empty_graph, before["a"], before["b"], ANN)
    assert len(set((await ids_now(empty_graph, names)).values())) == 1
    await revoke(empty_graph, made.key, ANN)
    assert await ids_now(empty_graph, names) == before


@pytest.mark.full
@pytest.mark.parametrize("kind", ["papers", "people"])
async def test_unloaded_source_regains_ids_after_revoked_merge(empty_graph: Graph, tmp_path: Path, kind: str) -> None:
    """A source that was unloaded during a revoke gets the original IDs when it is loaded again."""
    text = OF_PAPERS if kind == "papers" else OF_PEOPLE
    every = [paper("a", "Annika Tozzi"), paper("b", "Boris Krall", source="arxiv")]
    for one in every:
        await load_records(empty_graph, tmp_path, [one], loader=one.source)
    before = await ids_now(empty_graph, text)
    away, stays = ("arxiv:b", "acl:a")
    made = await merge(empty_graph, before[stays], before[away], ANN)
    await unload(empty_graph, "arxiv")
    await revoke(empty_graph, made.key, ANN)
    assert await ids_now(empty_graph, text) == {stays: before[stays]}
    await load_records(empty_graph, tmp_path, [every[1]], loader="arxiv")
    assert await ids_now(empty_graph, text) == before
    assert (await lookup_entity(empty_graph, before[away])).id == before[away]


@pytest.mark.full
@pytest.mark.parametrize("kind", ["papers", "people"])
async def test_retired_ids_redirect_correctly_after_revoke(empty_graph: Graph, tmp_path: Path, kind: str) -> None:
    """After C merges into B and B into A, a revoke makes C redirect to B again, and a second restores C."""
    text = OF_PAPERS if kind == "papers" else OF_PEOPLE
    for one in papers() if kind == "papers" else people():
        await load_records(empty_graph, tmp_path, [one])
    before = await ids_now(empty_graph, text)
    a, b, c = (before[f"acl:{key}"] for key in "abc")
    first = await merge(empty_graph, b, c, ANN)
    second = await merge(empty_graph, a, b, ANN)
    assert {(await lookup_entity(empty_graph, one)).id for one in (b, c)} == {a}
    await revoke(empty_graph, second.key, ANN)
    assert [(await lookup_entity(empty_graph, one)).id for one in (a, b, c)] == [a, b, b]
    await revoke(empty_graph, first.key, ANN)
    assert await ids_now(empty_graph, text) == before


async def test_namesakes_in_one_byline_regain_their_ids(empty_graph: Graph, tmp_path: Path) -> None:
    """Two equal names in one byline get their own IDs back when their merge is revoked."""
    twice = replace(paper("a", ""), authors=(Author(name="Annika Tozzi"), Author(name="Annika Tozzi")))
    await load_records(empty_graph, tmp_path, [twice])
    places = "MATCH (:Record)-[named:MENTIONS]->(person) RETURN toString(named.position), person.id"
    before = await ids_now(empty_graph, places)
    made = await merge(empty_graph, before["1"], before["2"], ANN)
    await revoke(empty_graph, made.key, ANN)
    assert await ids_now(empty_graph, places) == before


@pytest.mark.full
@pytest.mark.parametrize("kind", ["papers", "people"])
async def test_merge_under_later_split_can_be_revoked(empty_graph: Graph, tmp_path: Path, kind: str) -> None:
    """Revoking a merge after a split restores both entities, except for the record that was split off."""
    text = OF_PAPERS if kind == "papers" else OF_PEOPLE
    for one in papers() if kind == "papers" else people():
        await load_records(empty_graph, tmp_path, [one])
    before = await ids_now(empty_graph, text)
    made = await merge(empty_graph, before["acl:a"], before["acl:b"], ANN)
    parted = await split(empty_graph, before["acl:a"], ["arxiv:a"], ANN)
    at = await ids_now(empty_graph, text)
    assert at["acl:a"] == at["acl:b"] == at["arxiv:b"] != at["arxiv:a"]
    await revoke(empty_graph, made.key, ANN)
    at = await ids_now(empty_graph, text)
    assert (at["acl:b"], at["arxiv:b"]) == (before["acl:b"], before["arxiv:b"])
    assert at["acl:a"] == before["acl:a"] != at["arxiv:a"]
    assert len({at["acl:a"], at["acl:b"], at["arxiv:a"]}) == 3
    await revoke(empty_graph, parted.key, ANN)
    assert await ids_now(empty_graph, text) == before


async def test_shared_id_does_not_block_id_restoration(empty_graph: Graph, tmp_path: Path) -> None:
    """A person who also states a co-author's ID regains the own Byline ID when their merge is revoked."""
    orcid = "orcid:0000-0001-5109-3700"
    both = (
        Author(name="Annika Tozzi", ids=(orcid, "acl-person:a")),
        Author(name="Boris Krall", ids=(orcid, "acl-person:b")),
    )
    await load_records(empty_graph, tmp_path, [replace(paper("a", ""), authors=both)])
    places = "MATCH (:Record)-[named:MENTIONS]->(person) RETURN toString(named.position), person.id"
    before = await ids_now(empty_graph, places)
    assert len(set(before.values())) == 2
    made = await merge(empty_graph, before["1"], before["2"], ANN)
    await revoke(empty_graph, made.key, ANN)
    assert await ids_now(empty_graph, places) == before


@pytest.mark.full
async def test_later_decision_wins_despite_clock_skew(empty_graph: Graph, tmp_path: Path) -> None:
    """A split overrules an earlier merge even if the merge came from a clock that runs ahead."""
    for one in papers():
        await load_records(empty_graph, tmp_path, [one])
    before = await ids_now(empty_graph, OF_PAPERS)
    made = await merge(empty_graph, before["acl:a"], before["acl:b"], ANN)
    await unload(empty_graph, "curator")
    ahead = replace(made, key="d_7ZZZZZZZZZ0000000000000000")
    others = replace(made, key="of somebody's own", undone=Revocation(by="Ann", timestamp=made.timestamp))
    await load_records(empty_graph, tmp_path, [ahead, others], loader="curator")
    both = ["acl:b", "arxiv:b"]
    parted = await split(empty_graph, before["acl:a"], both, ANN)
    assert parted.key > ahead.key
    at = await ids_now(empty_graph, OF_PAPERS)
    assert at["acl:a"] != at["acl:b"] == at["arxiv:b"]


@pytest.mark.full
async def test_decision_can_follow_highest_possible_key(empty_graph: Graph, tmp_path: Path) -> None:
    """A decision made after a record with the highest possible key still gets a higher key."""
    for one in papers():
        await load_records(empty_graph, tmp_path, [one])
    at = await ids_now(empty_graph, OF_PAPERS)
    made = await merge(empty_graph, at["acl:a"], at["acl:b"], ANN)
    await load_records(empty_graph, tmp_path, [replace(made, key=f"d_7{'Z' * 25}")], loader="curator")
    assert (await merge(empty_graph, at["acl:c"], at["acl:d"], ANN)).key > made.key
