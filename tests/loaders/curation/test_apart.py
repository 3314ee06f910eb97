"""A split of people holds whatever ids, co-authors and rare names say, and whatever a source then spells otherwise."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from cypher.driver.client import Graph
from loaders.curation.decision_status import DecisionStatus, decision_statuses, sides
from loaders.curation.decisions import Curator, merge, revoke, split
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord
from tests.loaders.loading import loaded
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
async def test_who_is_parted_from_a_person_with_an_id_is_another(
    empty_graph: Graph, tmp_path: Path, parted: tuple[str, ...], stays: tuple[str, ...]
) -> None:
    """A name is parted though it is rare, shares a co-author and perhaps the id, and though all others bear the id."""
    every = [paper("a", "Ada Kowalczyk", ORCID), paper("b", "Ada Kowalczyk", *stays)]
    every.append(paper("c", "Ada Kowalczyk", *parted))
    await loaded(empty_graph, tmp_path, every)
    (before,) = set((await people(empty_graph)).values())
    made = await split(empty_graph, before, ["acl:c"], ANN)
    after = await people(empty_graph)
    assert (after["a"], after["b"]) == (before, before)
    assert after["c"] != before
    assert await decision_statuses(empty_graph, [made]) == {
        made.key: DecisionStatus(in_effect=True, both_sides_found=True, overruled_by=())
    }
    await loaded(empty_graph, tmp_path, [paper("d", "Ada Kowalczyk", ORCID), every[2]])
    assert (await people(empty_graph))["c"] == after["c"]
    await revoke(empty_graph, made.key, ANN)
    assert set((await people(empty_graph)).values()) == {before}


@pytest.mark.parametrize("later", sampled_cases(["Maria J. Brzezinska", "M. Brzezinska"]))
async def test_a_name_that_is_corrected_is_still_meant(empty_graph: Graph, tmp_path: Path, later: str) -> None:
    """A merge holds where the source spells the name otherwise later, and undone both have their ids again."""
    one, other = paper("a", "Maria Kowalczyk", beside="A B"), paper("b", "Maria Brzezinska", beside="C D")
    await loaded(empty_graph, tmp_path, [one, other])
    before = await people(empty_graph)
    made = await merge(empty_graph, before["a"], before["b"], ANN)
    changed = replace(other, authors=(Author(name=later), Author(name="C D")))
    await loaded(empty_graph, tmp_path, [changed])
    assert set((await people(empty_graph)).values()) == {before["a"]}
    assert (await sides(empty_graph, [made]))[made.key].right == {before["a"]}
    await loaded(empty_graph, tmp_path, [paper("c", "Maria Brzezinska", beside="E F"), one])
    assert (await people(empty_graph))["b"] == before["a"]
    await revoke(empty_graph, made.key, ANN)
    after = await people(empty_graph)
    assert (after["a"], after["b"]) == (before["a"], before["b"])


async def test_a_name_is_not_another_of_the_record_that_fits(empty_graph: Graph, tmp_path: Path) -> None:
    """Where two names of a record fit the one that was meant, neither is taken for it."""
    one, other = paper("a", "Maria Kowalczyk", beside="A B"), paper("b", "M. Brzezinska", beside="C D")
    await loaded(empty_graph, tmp_path, [one, other])
    before = await people(empty_graph)
    made = await merge(empty_graph, before["a"], before["b"], ANN)
    two = (Author(name="Maria Brzezinska"), Author(name="Marta Brzezinska"))
    await loaded(empty_graph, tmp_path, [replace(other, authors=two)])
    assert (await people(empty_graph))["b"] != before["a"]
    assert not (await sides(empty_graph, [made]))[made.key].right
