"""Curator decisions override every match rule and load, and can be revoked."""

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
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

ANN = Curator("Ann", "saw both pages")
IN_2020 = (TypedDate(value="2020"),)
WEI = "acl-person:wei-wang"


def paper(source: str, key: str, *names: Author, title: str | None = None, ids: tuple[str, ...] = ()) -> PaperRecord:
    return PaperRecord(source=source, key=key, title=title or f"On {key}", ids=ids, authors=names, dates=IN_2020)


def author(name: str, *ids: str, at: str | None = None) -> Author:
    """Return an author with IDs and an optional affiliation."""
    return Author(name=name, ids=ids, affiliations=None if at is None else (Affiliation(text=at),))


async def rows(graph: Graph, text: str, **parameters: str | int) -> list[list[Any]]:
    return (await graph.read(text, {**parameters})).rows


async def export_without_decisions(graph: Graph) -> list[str]:
    """Return the canonical export without decisions and their record identifiers, which stay in the log."""
    return [line for line in await export(graph) if CURATOR not in line and f"Identifier {RECORD} " not in line]


async def person_id(graph: Graph, key: str, position: int = 1) -> str:
    """Return the Byline ID of the person at a position of a record's byline."""
    text = "MATCH (:Record {key: $key})-[m:MENTIONS {position: $position}]->(r) RETURN r.id"
    return str((await rows(graph, text, key=key, position=position))[0][0])


async def paper_id(graph: Graph, key: str) -> str:
    """Return the Byline ID of the paper that a record describes."""
    return str((await rows(graph, "MATCH (:Record {key: $key})-[:DESCRIBES]->(p) RETURN p.id", key=key))[0][0])


PAPERS: list[Record] = [
    paper("arxiv", "a", author("Ana Ruiz"), title="A preprint"),
    paper("openalex", "W1", author("Ana Ruiz"), title="The article", ids=("doi:10.1000/1",)),
    paper("openalex", "W2", author("Ana Ruiz"), title="Another", ids=("doi:10.1000/2",)),
]


async def test_merge_joins_papers_and_revoke_separates_them(empty_graph: Graph, tmp_path: Path) -> None:
    """A merge joins papers, even of one source; the newer ID redirects to the older, and a revoke undoes it."""
    await load_records(empty_graph, tmp_path, PAPERS)
    before, ids = (
        await export_without_decisions(empty_graph),
        [await paper_id(empty_graph, key) for key in ("W1", "W2")],
    )
    decision = await merge(empty_graph, ids[1], "doi:10.1000/1", ANN)
    assert (await paper_id(empty_graph, "W1"), await paper_id(empty_graph, "W2")) == (min(ids), min(ids))
    assert [(await lookup_entity(empty_graph, one)).id for one in ids] == [min(ids)] * 2
    await revoke(empty_graph, decision.key, Curator("Ben", "two after all"))
    assert [await paper_id(empty_graph, key) for key in ("W1", "W2")] == ids
    assert await export_without_decisions(empty_graph) == before
    (kept,) = await decisions(empty_graph, None, 10)
    assert (kept.by, kept.why, kept.undone and kept.undone.by) == ("Ann", "saw both pages", "Ben")


async def test_decision_survives_reload(empty_graph: Graph, tmp_path: Path) -> None:
    """A decision applies after a source is changed, loaded again, or unloaded and loaded again."""
    await load_records(empty_graph, tmp_path, PAPERS)
    one, other = await paper_id(empty_graph, "a"), await paper_id(empty_graph, "W1")
    await merge(empty_graph, one, other, ANN)
    changed = [paper("openalex", "W1", author("Ana Ruiz"), title="Renamed", ids=("doi:10.1000/9",))]
    await load_records(empty_graph, tmp_path, changed)
    assert await paper_id(empty_graph, "a") == await paper_id(empty_graph, "W1")
    await unload(empty_graph, "sample")
    await load_records(empty_graph, tmp_path, PAPERS, chunk=1)
    assert await paper_id(empty_graph, "a") == await paper_id(empty_graph, "W1") != await paper_id(empty_graph, "W2")


@pytest.mark.full
async def test_split_separates_records_with_shared_id(empty_graph: Graph, tmp_path: Path) -> None:
    """A split removes a record from a paper although both state one DOI, which stays with the other records."""
    twin = [
        paper("crossref", "c", author("Ana Ruiz"), ids=("doi:10.1000/1",)),
        paper("openalex", "W1", author("Li Wei"), title="Quite another", ids=("doi:10.1000/1", "openalex:W1")),
    ]
    await load_records(empty_graph, tmp_path, twin)
    before, whole = await export_without_decisions(empty_graph), await paper_id(empty_graph, "c")
    decision = await split(empty_graph, "doi:10.1000/1", ["openalex:W1"], ANN)
    assert await paper_id(empty_graph, "c") == whole != await paper_id(empty_graph, "W1")
    assert (await lookup_entity(empty_graph, "doi:10.1000/1")).id == whole
    assert (await lookup_entity(empty_graph, "openalex:W1")).id == await paper_id(empty_graph, "W1")
    await load_records(empty_graph, tmp_path, twin[::-1], chunk=1)
    assert await paper_id(empty_graph, "W1") != whole
    gone = await paper_id(empty_graph, "W1")
    await revoke(empty_graph, decision.key, ANN)
    assert await export_without_decisions(empty_graph) == before
    assert (await lookup_entity(empty_graph, gone)).id == whole


@pytest.mark.full
async def test_successive_splits_of_paper_all_apply(empty_graph: Graph, tmp_path: Path) -> None:
    """Records are split from a paper one after the other; each split applies, and the rest has the DOI."""
    same = ("doi:10.1000/1",)
    three: list[Record] = [paper(source, "k", author("Ana Ruiz"), title=source, ids=same) for source in "abc"]
    await load_records(empty_graph, tmp_path, three)
    text = "MATCH (r:Record {key: 'k'})-[:DESCRIBES]->(p) RETURN r.source, p.id ORDER BY r.source"
    whole = str((await rows(empty_graph, text))[0][1])
    await split(empty_graph, whole, ["a:k"], ANN)
    await split(empty_graph, whole, ["b:k"], ANN)
    now = {str(source): str(one) for source, one in await rows(empty_graph, text)}
    assert len(set(now.values())) == 3
    assert now["c"] == whole == (await lookup_entity(empty_graph, "doi:10.1000/1")).id
    await load_records(
        empty_graph, tmp_path, [paper("d", "k", author("Ana Ruiz"), title="d", ids=same), *three], chunk=1
    )
    assert {str(source): str(one) for source, one in await rows(empty_graph, text)} == {**now, "d": whole}


@pytest.mark.full
async def test_successive_splits_of_person_all_apply(empty_graph: Graph, tmp_path: Path) -> None:
    """Mentions of two namesakes are split from a person one after the other; both stay separate."""
    wrote: list[Record] = [paper("acl", key, author("Wei Wang", WEI)) for key in "xyz"]
    await load_records(empty_graph, tmp_path, wrote)
    whole = await person_id(empty_graph, "x")
    await split(empty_graph, whole, ["acl:y"], ANN)
    await split(empty_graph, whole, ["acl:z"], ANN)
    await load_records(empty_graph, tmp_path, wrote[::-1], chunk=1)
    found_now = [await person_id(empty_graph, key) for key in "xyz"]
    assert len(set(found_now)) == 3
    assert found_now[0] == whole


@pytest.mark.full
async def test_merge_joins_people_with_conflicting_ids(empty_graph: Graph, tmp_path: Path) -> None:
    """A merge joins two people whom their source distinguishes, with all current and future papers."""
    first = [paper("acl", "x", author("Wei Wang", WEI)), paper("acl", "y", author("W. Wang", f"{WEI}-2"))]
    await load_records(empty_graph, tmp_path, first)
    before, ids = await export_without_decisions(empty_graph), [await person_id(empty_graph, key) for key in ("x", "y")]
    decision = await merge(empty_graph, WEI, f"{WEI}-2", ANN)
    await load_records(empty_graph, tmp_path, [paper("acl", "z", author("Wang Wei", f"{WEI}-2"))])
    assert {await person_id(empty_graph, key) for key in "xyz"} == {min(ids)}
    count = await rows(empty_graph, "MATCH (r:Researcher) RETURN r.paperCount")
    assert count == [[3]]
    await unload(empty_graph, "sample")
    await load_records(empty_graph, tmp_path, first)
    assert await person_id(empty_graph, "x") == await person_id(empty_graph, "y")
    await revoke(empty_graph, decision.key, ANN)
    assert await person_id(empty_graph, "x") != await person_id(empty_graph, "y")
    assert await export_without_decisions(empty_graph) == before


async def test_revoked_merge_of_people_restores_both_ids(empty_graph: Graph, tmp_path: Path) -> None:
    """After a revoke, each person has the Byline ID and the mentions from before the merge."""
    await load_records(
        empty_graph, tmp_path, [paper("arxiv", "x", author("Li Wei")), paper("arxiv", "y", author("Li Wei"))]
    )
    ids = [await person_id(empty_graph, key) for key in ("x", "y")]
    assert ids[0] != ids[1]
    decision = await merge(empty_graph, ids[0], ids[1], ANN)
    assert {await person_id(empty_graph, key) for key in ("x", "y")} == {min(ids)}
    assert (await rows(empty_graph, "MATCH ()-[m:MENTIONS]->() RETURN DISTINCT m.rule")) == [["curator"]]
    await revoke(empty_graph, decision.key, ANN)
    assert [await person_id(empty_graph, key) for key in ("x", "y")] == ids
    assert await rows(empty_graph, "MATCH (g:Tombstone) RETURN g.id") == []
    assert await rows(empty_graph, "MATCH (i:Identifier {scheme: 'byline'}) RETURN i.value") == []


@pytest.mark.full
async def test_split_moves_mentions_despite_shared_id(empty_graph: Graph, tmp_path: Path) -> None:
    """A split moves mentions that state a person's ID; the ID stays, and the record reports the conflict."""
    papers: list[Record] = [paper("acl", key, author("Wei Wang", WEI), author(f"Friend {key}")) for key in "xyz"]
    await load_records(empty_graph, tmp_path, papers)
    whole = await person_id(empty_graph, "x")
    decision = await split(empty_graph, WEI, ["acl:y", await paper_id(empty_graph, "z")], ANN)
    other = await person_id(empty_graph, "y")
    assert await person_id(empty_graph, "x") == whole
    assert whole != other == await person_id(empty_graph, "z")
    conflicts = await rows(empty_graph, "MATCH (r:Record {key: 'y'}) RETURN r.conflicts")
    assert conflicts == [[[WEI]]]
    await load_records(empty_graph, tmp_path, [paper("acl", "new", author("Wei Wang", WEI))])
    assert await person_id(empty_graph, "new") == whole
    await load_records(empty_graph, tmp_path, [paper("acl", "y", author("Wei Wang", WEI), author("Friend more"))])
    assert await person_id(empty_graph, "y") == other
    await revoke(empty_graph, decision.key, ANN)
    assert {await person_id(empty_graph, key) for key in "xyz"} == {whole}


@pytest.mark.full
async def test_later_decision_applies_until_revoked(empty_graph: Graph, tmp_path: Path) -> None:
    """A split after a merge separates the entities; after its revoke, the merge applies again."""
    await load_records(empty_graph, tmp_path, PAPERS)
    one, other = await paper_id(empty_graph, "W1"), await paper_id(empty_graph, "W2")
    await merge(empty_graph, one, other, ANN)
    later = await split(empty_graph, one, ["openalex:W2"], ANN)
    assert await paper_id(empty_graph, "W1") != await paper_id(empty_graph, "W2")
    await revoke(empty_graph, later.key, ANN)
    assert await paper_id(empty_graph, "W1") == await paper_id(empty_graph, "W2")


@pytest.mark.full
async def test_exported_decisions_apply_in_another_graph(empty_graph: Graph, tmp_path: Path) -> None:
    """Decisions loaded from JSON lines before or after the sources give the same graph."""
    await load_records(empty_graph, tmp_path, PAPERS)
    await merge(empty_graph, await paper_id(empty_graph, "a"), await paper_id(empty_graph, "W2"), ANN)
    plain = await export_without_decisions(empty_graph)
    (decision,) = await decisions(empty_graph, None, 10)
    for order in ([decision, *PAPERS], [*PAPERS, decision]):
        await unload(empty_graph, "sample")
        await unload(empty_graph, CURATOR)
        assert await rows(empty_graph, "MATCH (n:Record) RETURN n") == []
        for record in order:
            await load_records(empty_graph, tmp_path, [record])
        assert await export_without_decisions(empty_graph) == plain
    assert b'"verdict":"same"' in encoded(decision)


@pytest.mark.full
async def test_merge_of_institutions_joins_their_papers(empty_graph: Graph, tmp_path: Path) -> None:
    """A merged institution has the papers of both institutions."""
    places: list[Record] = [
        InstitutionRecord(source="ror", key="1", name="Alpha Institute", ids=("ror:03jdj4y14",)),
        InstitutionRecord(source="openalex", key="I2", name="Institute Alpha", ids=("openalex:I2",)),
    ]
    wrote = [
        paper("arxiv", "x", author("A B", at="Alpha Institute")),
        paper("arxiv", "y", author("C D", at="Institute Alpha")),
    ]
    await load_records(empty_graph, tmp_path, [*places, *wrote])
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
async def test_invalid_merge_is_rejected(
    empty_graph: Graph, tmp_path: Path, one: str, other: str, expected: str
) -> None:
    """Unknown IDs, the same ID twice, and IDs of two kinds raise an error, and nothing is written."""
    await load_records(empty_graph, tmp_path, PAPERS)
    other = await person_id(empty_graph, "a") if other == "PERSON" else other
    with pytest.raises(CurationError, match=expected):
        await merge(empty_graph, one, other, ANN)
    assert await decisions(empty_graph, None, 10) == []


async def test_split_of_all_or_unknown_records_is_rejected(empty_graph: Graph, tmp_path: Path) -> None:
    """A split must name existing records and leave at least one; a revoke needs an existing decision."""
    await load_records(empty_graph, tmp_path, PAPERS)
    with pytest.raises(CurationError, match="At least one must stay"):
        await split(empty_graph, "doi:10.1000/1", ["openalex:W1"], ANN)
    with pytest.raises(CurationError, match=r"p_.* has no record openalex:W9"):
        await split(empty_graph, "doi:10.1000/1", ["openalex:W9"], ANN)
    with pytest.raises(CurationError, match="Unknown decision d_404"):
        await revoke(empty_graph, "d_404", ANN)
