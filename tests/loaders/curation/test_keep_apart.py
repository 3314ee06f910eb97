"""Split decisions about people stay in force despite shared IDs, co-authors, rare names and new spellings."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from cypher.driver.client import Graph
from loaders.curation.decision_status import DecisionStatus, decision_statuses, resolve_sides
from loaders.curation.decisions import Curator, merge, revoke, split
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

ANN = Curator("Ann", "saw both pages")
ORCID = "orcid:0000-0002-1825-0097"


def paper(key: str, name: str, *ids: str, beside: str = "Zed Brzezinski") -> PaperRecord:
    return PaperRecord(
        source="acl",
        key=key,
        title=f"On {key}",
        authors=(Author(name=name, ids=ids), Author(name=beside)),
        dates=(TypedDate(value="2020"),),
    )


async def people(graph: Graph) -> dict[str, str]:
    text = "MATCH (r:Record)-[:MENTIONS {position: 1}]->(person) RETURN r.key, person.id ORDER BY r.key"
    return {str(key): str(one) for key, one in (await graph.read(text)).rows}


@pytest.mark.parametrize("parted", sampled_cases([(), (ORCID,)]), ids=["no id", "the same id"])
@pytest.mark.parametrize("stays", [(ORCID,), ()], ids=["an id", "no id"])
async def test_split_mention_becomes_another_person(
    empty_graph: Graph, tmp_path: Path, parted: tuple[str, ...], stays: tuple[str, ...]
) -> None:
    """A split separates a mention despite a rare name, a shared co-author, and an ID that all others state."""
    every = [paper("a", "Ada Kowalczyk", ORCID), paper("b", "Ada Kowalczyk", *stays)]
    every.append(paper("c", "Ada Kowalczyk", *parted))
    await load_records(empty_graph, tmp_path, every)
    (before,) = set((await people(empty_graph)).values())
    made = await split(empty_graph, before, ["acl:c"], ANN)
    after = await people(empty_graph)
    assert (after["a"], after["b"]) == (before, before)
    assert after["c"] != before
    assert await decision_statuses(empty_graph, [made]) == {
        made.key: DecisionStatus(in_effect=True, both_sides_found=True, superseded_by=())
    }
    await load_records(empty_graph, tmp_path, [paper("d", "Ada Kowalczyk", ORCID), every[2]])
    assert (await people(empty_graph))["c"] == after["c"]
    await revoke(empty_graph, made.key, ANN)
    assert set((await people(empty_graph)).values()) == {before}


@pytest.mark.full
@pytest.mark.parametrize("later", sampled_cases(["Maria J. Brzezinska", "M. Brzezinska"]))
async def test_merge_survives_corrected_name(empty_graph: Graph, tmp_path: Path, later: str) -> None:
    """A merge survives a later respelling by the source; after a revoke both people have their IDs back."""
    one, other = paper("a", "Maria Kowalczyk", beside="A B"), paper("b", "Maria Brzezinska", beside="C D")
    await load_records(empty_graph, tmp_path, [one, other])
    before = await people(empty_graph)
    made = await merge(empty_graph, before["a"], before["b"], ANN)
    changed = replace(other, authors=(Author(name=later), Author(name="C D")))
    await load_records(empty_graph, tmp_path, [changed])
    assert set((await people(empty_graph)).values()) == {before["a"]}
    assert (await resolve_sides(empty_graph, [made]))[made.key].right == {before["a"]}
    await load_records(empty_graph, tmp_path, [paper("c", "Maria Brzezinska", beside="E F"), one])
    assert (await people(empty_graph))["b"] == before["a"]
    await revoke(empty_graph, made.key, ANN)
    after = await people(empty_graph)
    assert (after["a"], after["b"]) == (before["a"], before["b"])


async def test_ambiguous_name_does_not_match_decision_anchor(empty_graph: Graph, tmp_path: Path) -> None:
    """When two names of a record fit the anchor of a decision, the decision applies to neither."""
    one, other = paper("a", "Maria Kowalczyk", beside="A B"), paper("b", "M. Brzezinska", beside="C D")
    await load_records(empty_graph, tmp_path, [one, other])
    before = await people(empty_graph)
    made = await merge(empty_graph, before["a"], before["b"], ANN)
    two = (Author(name="Maria Brzezinska"), Author(name="Marta Brzezinska"))
    await load_records(empty_graph, tmp_path, [replace(other, authors=two)])
    assert (await people(empty_graph))["b"] != before["a"]
    assert not (await resolve_sides(empty_graph, [made]))[made.key].right
