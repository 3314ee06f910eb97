"""What people decide about who is who holds over every rule and every load, and can be taken back."""

from pathlib import Path
from typing import Any

import pytest

from cypher.driver.client import Graph
from loaders.curation.decision_log import decisions
from loaders.curation.decisions import Curator, merge, revoke, split
from loaders.curation.entity_lookup import CurationError, lookup_entity
from loaders.export.canonical_export import export
from loaders.records.decision_validation import CURATOR
from loaders.records.parts import Affiliation, Author, TypedDate
from loaders.records.record import InstitutionRecord, PaperRecord, Record
from loaders.records.serialization import encoded
from loaders.resolution.constraints.decisions import RECORD
from loaders.unload.remove_records import unload
from tests.loaders.loading import loaded

pytestmark = pytest.mark.graph

ANN = Curator("Ann", "saw both pages")
IN_2020 = (TypedDate(value="2020"),)
WEI = "acl-person:wei-wang"


def paper(source: str, key: str, *names: Author, title: str | None = None, ids: tuple[str, ...] = ()) -> PaperRecord:
    return PaperRecord(source=source, key=key, title=title or f"On {key}", ids=ids, authors=names, dates=IN_2020)


def called(name: str, *ids: str, at: str | None = None) -> Author:
    return Author(name=name, ids=ids, affiliations=None if at is None else (Affiliation(text=at),))


async def rows(graph: Graph, text: str, **parameters: str | int) -> list[list[Any]]:
    return (await graph.read(text, {**parameters})).rows


async def said(graph: Graph) -> list[str]:
    """Return the canonical lines without the decisions and what they point to, which stay in the log."""
    return [line for line in await export(graph) if CURATOR not in line and f"Identifier {RECORD} " not in line]


async def person(graph: Graph, key: str, position: int = 1) -> str:
    text = "MATCH (:Record {key: $key})-[m:MENTIONS {position: $position}]->(r) RETURN r.id"
    return str((await rows(graph, text, key=key, position=position))[0][0])


async def about(graph: Graph, key: str) -> str:
    return str((await rows(graph, "MATCH (:Record {key: $key})-[:DESCRIBES]->(p) RETURN p.id", key=key))[0][0])


PAPERS: list[Record] = [
    paper("arxiv", "a", called("Ana Ruiz"), title="A preprint"),
    paper("openalex", "W1", called("Ana Ruiz"), title="The article", ids=("doi:10.1000/1",)),
    paper("openalex", "W2", called("Ana Ruiz"), title="Another", ids=("doi:10.1000/2",)),
]


async def test_two_papers_that_no_rule_joins_are_one_and_both_ids_resolve(empty_graph: Graph, tmp_path: Path) -> None:
    """A merge joins two works of one source too; the newer id leads to the older; undone, both are as they were."""
    await loaded(empty_graph, tmp_path, PAPERS)
    before, ids = await said(empty_graph), [await about(empty_graph, key) for key in ("W1", "W2")]
    decision = await merge(empty_graph, ids[1], "doi:10.1000/1", ANN)
    assert (await about(empty_graph, "W1"), await about(empty_graph, "W2")) == (min(ids), min(ids))
    assert [(await lookup_entity(empty_graph, one)).id for one in ids] == [min(ids)] * 2
    await revoke(empty_graph, decision.key, Curator("Ben", "two after all"))
    assert [await about(empty_graph, key) for key in ("W1", "W2")] == ids
    assert await said(empty_graph) == before
    (kept,) = await decisions(empty_graph, None, 10)
    assert (kept.by, kept.why, kept.undone and kept.undone.by) == ("Ann", "saw both pages", "Ben")


async def test_a_reload_does_not_undo_a_decision(empty_graph: Graph, tmp_path: Path) -> None:
    """A source that is changed, loaded again, or taken out and loaded again meets the decision that was made."""
    await loaded(empty_graph, tmp_path, PAPERS)
    one, other = await about(empty_graph, "a"), await about(empty_graph, "W1")
    await merge(empty_graph, one, other, ANN)
    changed = [paper("openalex", "W1", called("Ana Ruiz"), title="Renamed", ids=("doi:10.1000/9",))]
    await loaded(empty_graph, tmp_path, changed)
    assert await about(empty_graph, "a") == await about(empty_graph, "W1")
    await unload(empty_graph, "sample")
    await loaded(empty_graph, tmp_path, PAPERS, chunk=1)
    assert await about(empty_graph, "a") == await about(empty_graph, "W1") != await about(empty_graph, "W2")


async def test_records_that_share_an_id_are_parted(empty_graph: Graph, tmp_path: Path) -> None:
    """A split takes a record out of a paper although both state one DOI, which stays with the rest."""
    twin = [
        paper("crossref", "c", called("Ana Ruiz"), ids=("doi:10.1000/1",)),
        paper("openalex", "W1", called("Li Wei"), title="Quite another", ids=("doi:10.1000/1", "openalex:W1")),
    ]
    await loaded(empty_graph, tmp_path, twin)
    before, whole = await said(empty_graph), await about(empty_graph, "c")
    decision = await split(empty_graph, "doi:10.1000/1", ["openalex:W1"], ANN)
    assert await about(empty_graph, "c") == whole != await about(empty_graph, "W1")
    assert (await lookup_entity(empty_graph, "doi:10.1000/1")).id == whole
    assert (await lookup_entity(empty_graph, "openalex:W1")).id == await about(empty_graph, "W1")
    await loaded(empty_graph, tmp_path, twin[::-1], chunk=1)
    assert await about(empty_graph, "W1") != whole
    gone = await about(empty_graph, "W1")
    await revoke(empty_graph, decision.key, ANN)
    assert await said(empty_graph) == before
    assert (await lookup_entity(empty_graph, gone)).id == whole


async def test_what_was_parted_is_parted_again(empty_graph: Graph, tmp_path: Path) -> None:
    """Records are taken out of a paper one after the other, each decision holds, and what is left keeps the DOI."""
    same = ("doi:10.1000/1",)
    three: list[Record] = [paper(source, "k", called("Ana Ruiz"), title=source, ids=same) for source in "abc"]
    await loaded(empty_graph, tmp_path, three)
    text = "MATCH (r:Record {key: 'k'})-[:DESCRIBES]->(p) RETURN r.source, p.id ORDER BY r.source"
    whole = str((await rows(empty_graph, text))[0][1])
    await split(empty_graph, whole, ["a:k"], ANN)
    await split(empty_graph, whole, ["b:k"], ANN)
    now = {str(source): str(one) for source, one in await rows(empty_graph, text)}
    assert len(set(now.values())) == 3
    assert now["c"] == whole == (await lookup_entity(empty_graph, "doi:10.1000/1")).id
    await loaded(empty_graph, tmp_path, [paper("d", "k", called("Ana Ruiz"), title="d", ids=same), *three], chunk=1)
    assert {str(source): str(one) for source, one in await rows(empty_graph, text)} == {**now, "d": whole}


@pytest.mark.full
async def test_people_are_parted_one_after_the_other(empty_graph: Graph, tmp_path: Path) -> None:
    """By-lines of two namesakes are taken off one person, one after the other: both stay off, and apart."""
    wrote: list[Record] = [paper("acl", key, called("Wei Wang", WEI)) for key in "xyz"]
    await loaded(empty_graph, tmp_path, wrote)
    whole = await person(empty_graph, "x")
    await split(empty_graph, whole, ["acl:y"], ANN)
    await split(empty_graph, whole, ["acl:z"], ANN)
    await loaded(empty_graph, tmp_path, wrote[::-1], chunk=1)
    found_now = [await person(empty_graph, key) for key in "xyz"]
    assert len(set(found_now)) == 3
    assert found_now[0] == whole


@pytest.mark.full
async def test_people_with_rival_ids_are_joined(empty_graph: Graph, tmp_path: Path) -> None:
    """Two people whom their source numbers apart become one by decision, with all their papers, also those to come."""
    first = [paper("acl", "x", called("Wei Wang", WEI)), paper("acl", "y", called("W. Wang", f"{WEI}-2"))]
    await loaded(empty_graph, tmp_path, first)
    before, ids = await said(empty_graph), [await person(empty_graph, key) for key in ("x", "y")]
    decision = await merge(empty_graph, WEI, f"{WEI}-2", ANN)
    await loaded(empty_graph, tmp_path, [paper("acl", "z", called("Wang Wei", f"{WEI}-2"))])
    assert {await person(empty_graph, key) for key in "xyz"} == {min(ids)}
    count = await rows(empty_graph, "MATCH (r:Researcher) RETURN r.paperCount")
    assert count == [[3]]
    await unload(empty_graph, "sample")
    await loaded(empty_graph, tmp_path, first)
    assert await person(empty_graph, "x") == await person(empty_graph, "y")
    await revoke(empty_graph, decision.key, ANN)
    assert await person(empty_graph, "x") != await person(empty_graph, "y")
    assert await said(empty_graph) == before


async def test_an_undone_merge_of_people_gives_both_ids_back(empty_graph: Graph, tmp_path: Path) -> None:
    """After a merge is taken back each person has the Byline id and the places that they had."""
    await loaded(empty_graph, tmp_path, [paper("arxiv", "x", called("Li Wei")), paper("arxiv", "y", called("Li Wei"))])
    ids = [await person(empty_graph, key) for key in ("x", "y")]
    assert ids[0] != ids[1]
    decision = await merge(empty_graph, ids[0], ids[1], ANN)
    assert {await person(empty_graph, key) for key in ("x", "y")} == {min(ids)}
    assert (await rows(empty_graph, "MATCH ()-[m:MENTIONS]->() RETURN DISTINCT m.rule")) == [["curator"]]
    await revoke(empty_graph, decision.key, ANN)
    assert [await person(empty_graph, key) for key in ("x", "y")] == ids
    assert await rows(empty_graph, "MATCH (g:Tombstone) RETURN g.id") == []
    assert await rows(empty_graph, "MATCH (i:Identifier {scheme: 'byline'}) RETURN i.value") == []


@pytest.mark.full
async def test_places_are_taken_from_a_person_whose_id_they_state(empty_graph: Graph, tmp_path: Path) -> None:
    """A split gives by-lines that state a person's id to another; the id stays, and the record tells the conflict."""
    papers: list[Record] = [paper("acl", key, called("Wei Wang", WEI), called(f"Friend {key}")) for key in "xyz"]
    await loaded(empty_graph, tmp_path, papers)
    whole = await person(empty_graph, "x")
    decision = await split(empty_graph, WEI, ["acl:y", await about(empty_graph, "z")], ANN)
    other = await person(empty_graph, "y")
    assert await person(empty_graph, "x") == whole
    assert whole != other == await person(empty_graph, "z")
    conflicts = await rows(empty_graph, "MATCH (r:Record {key: 'y'}) RETURN r.conflicts")
    assert conflicts == [[[WEI]]]
    await loaded(empty_graph, tmp_path, [paper("acl", "new", called("Wei Wang", WEI))])
    assert await person(empty_graph, "new") == whole
    await loaded(empty_graph, tmp_path, [paper("acl", "y", called("Wei Wang", WEI), called("Friend more"))])
    assert await person(empty_graph, "y") == other
    await revoke(empty_graph, decision.key, ANN)
    assert {await person(empty_graph, key) for key in "xyz"} == {whole}


async def test_the_later_of_two_decisions_counts_until_it_is_undone(empty_graph: Graph, tmp_path: Path) -> None:
    """A split after a merge parts what that joined; taken back, the merge counts again."""
    await loaded(empty_graph, tmp_path, PAPERS)
    one, other = await about(empty_graph, "W1"), await about(empty_graph, "W2")
    await merge(empty_graph, one, other, ANN)
    later = await split(empty_graph, one, ["openalex:W2"], ANN)
    assert await about(empty_graph, "W1") != await about(empty_graph, "W2")
    await revoke(empty_graph, later.key, ANN)
    assert await about(empty_graph, "W1") == await about(empty_graph, "W2")


async def test_decisions_move_to_another_graph(empty_graph: Graph, tmp_path: Path) -> None:
    """The log as lines of JSON, loaded before or after the sources into an empty graph, gives the same graph."""
    await loaded(empty_graph, tmp_path, PAPERS)
    await merge(empty_graph, await about(empty_graph, "a"), await about(empty_graph, "W2"), ANN)
    plain = await said(empty_graph)
    (decision,) = await decisions(empty_graph, None, 10)
    for order in ([decision, *PAPERS], [*PAPERS, decision]):
        await unload(empty_graph, "sample")
        await unload(empty_graph, CURATOR)
        assert await rows(empty_graph, "MATCH (n:Record) RETURN n") == []
        for record in order:
            await loaded(empty_graph, tmp_path, [record])
        assert await said(empty_graph) == plain
    assert b'"verdict":"same"' in encoded(decision)


async def test_institutions_are_joined(empty_graph: Graph, tmp_path: Path) -> None:
    """A merge of institutions gathers the papers written at either."""
    places: list[Record] = [
        InstitutionRecord(source="ror", key="1", name="Alpha Institute", ids=("ror:03jdj4y14",)),
        InstitutionRecord(source="openalex", key="I2", name="Institute Alpha", ids=("openalex:I2",)),
    ]
    wrote = [
        paper("arxiv", "x", called("A B", at="Alpha Institute")),
        paper("arxiv", "y", called("C D", at="Institute Alpha")),
    ]
    await loaded(empty_graph, tmp_path, [*places, *wrote])
    await merge(empty_graph, "ror:03jdj4y14", "openalex:I2", ANN)
    assert await rows(empty_graph, "MATCH (i:Institution) RETURN i.paperCount") == [[2]]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("doi:10.1000/404", "doi:10.1000/1", "No entity in the graph has the ID doi:10.1000/404"),
        ("doi:10.1000/1", "openalex:nobody", "is not a valid openalex ID"),
        ("doi:10.1000/1", "doi:10.1000/1", "are already the same entity"),
        ("doi:10.1000/1", "PERSON", "Give two IDs of the same kind"),
    ],
)
async def test_what_cannot_be_decided_is_told(
    empty_graph: Graph, tmp_path: Path, one: str, other: str, expected: str
) -> None:
    """Unknown ids, one id twice, and a paper beside a person are refused in words, and nothing is written."""
    await loaded(empty_graph, tmp_path, PAPERS)
    other = await person(empty_graph, "a") if other == "PERSON" else other
    with pytest.raises(CurationError, match=expected):
        await merge(empty_graph, one, other, ANN)
    assert await decisions(empty_graph, None, 10) == []


async def test_a_split_of_everything_or_of_nothing_is_told(empty_graph: Graph, tmp_path: Path) -> None:
    """A split names records that are there, and leaves some."""
    await loaded(empty_graph, tmp_path, PAPERS)
    with pytest.raises(CurationError, match="At least one must stay"):
        await split(empty_graph, "doi:10.1000/1", ["openalex:W1"], ANN)
    with pytest.raises(CurationError, match=r"p_.* has no record openalex:W9"):
        await split(empty_graph, "doi:10.1000/1", ["openalex:W9"], ANN)
    with pytest.raises(CurationError, match="Unknown decision d_404"):
        await revoke(empty_graph, "d_404", ANN)
