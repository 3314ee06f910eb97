"""Funders, awards and relations between works, joined by ID in any load order."""

from pathlib import Path
from typing import Any

import pytest

from cypher.driver.client import Graph
from loaders.records.parts import Funding, WorkRelation
from loaders.records.record import CitationRecord, FunderRecord, PaperRecord, Record
from loaders.unload.remove_records import unload
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

SCIENCE = "funder:10.13039/100000001"
FUNDER = FunderRecord(source="crossref", key="f", name="Science Foundation", ids=(SCIENCE,), country_code="US")
ONE = PaperRecord(
    source="crossref",
    key="one",
    title="One",
    ids=("doi:10.1000/one",),
    funding=(Funding(funder=SCIENCE, awards=("B 2", "A 1")), Funding(funder=SCIENCE, awards=("A 1",))),
)
ELSEWHERE = PaperRecord(
    source="openalex", key="W1", title="One", ids=("doi:10.1000/one",), funding=(Funding(funder="openalex:F1"),)
)
KNOWN_BY_TWO_IDS = FunderRecord(source="openalex", key="F1", name="The Foundation", ids=("openalex:F1", SCIENCE))
PAID = """
MATCH (paper:Paper)-[funded:FUNDED_BY]->(funder:Funder)
RETURN paper.title, funder.name, funded.awards, funded.sources, funder.paperCount ORDER BY paper.title, funder.name
"""
RELATED = "MATCH (a)-[r:RELATES_TO]->(b) RETURN a.title, r.kinds, b.title, r.sources ORDER BY a.title, b.title"


async def rows(graph: Graph, text: str) -> list[list[Any]]:
    return (await graph.read(text)).rows


@pytest.mark.parametrize("order", sampled_cases([(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)]))
async def test_two_ids_of_funder_become_one_funder(empty_graph: Graph, tmp_path: Path, order: tuple[int, ...]) -> None:
    """A paper funded under two IDs of one funder in two sources has one edge with all awards."""
    said: list[Record] = [FUNDER, ONE, ELSEWHERE, KNOWN_BY_TWO_IDS]
    for place in order:
        await load_records(empty_graph, tmp_path, [said[place]])
    found = await rows(empty_graph, PAID)
    assert found == [["One", "Science Foundation", ["A 1", "B 2"], ["crossref", "openalex"], 1]]
    other = await rows(empty_graph, "MATCH (f:Funder) RETURN f.aliases, f.registry, f.openalex, f.countryCode")
    assert other == [[["The Foundation"], "10.13039/100000001", "F1", "US"]]


@pytest.mark.full
async def test_separated_funders_regain_their_papers(empty_graph: Graph, tmp_path: Path) -> None:
    """After the source that joined two funders is unloaded, each has the papers that name it."""
    await load_records(empty_graph, tmp_path, [FUNDER, ONE, ELSEWHERE])
    alone = FunderRecord(source="openalex", key="F9", name="Other", ids=("openalex:F1",))
    await load_records(empty_graph, tmp_path, [alone])
    before = await rows(empty_graph, PAID)
    assert [row[1] for row in before] == ["Other", "Science Foundation"]
    joining = FunderRecord(source="ror", key="x", name="Both", ids=("openalex:F1", SCIENCE))
    await load_records(empty_graph, tmp_path, [joining], loader="other")
    assert len(await rows(empty_graph, PAID)) == 1
    await unload(empty_graph, "other")
    assert await rows(empty_graph, PAID) == before


async def test_renamed_funder_keeps_its_papers(empty_graph: Graph, tmp_path: Path) -> None:
    """A record that only changes the spelling of a funder's name leaves its papers unchanged."""
    await load_records(empty_graph, tmp_path, [FUNDER, ONE])
    edges = await rows(empty_graph, "MATCH ()-[f:FUNDED_BY]->() RETURN elementId(f)")
    await load_records(empty_graph, tmp_path, [FunderRecord(source="crossref", key="f", name="SF", ids=(SCIENCE,))])
    assert (await rows(empty_graph, PAID))[0][1] == "SF"
    assert await rows(empty_graph, "MATCH ()-[f:FUNDED_BY]->() RETURN elementId(f)") == edges


async def test_unknown_funding_differs_from_no_funding(empty_graph: Graph, tmp_path: Path) -> None:
    """Funding is unknown if no source states it; an empty list from a source means unfunded."""
    none = PaperRecord(source="crossref", key="n", title="None", funding=())
    silent = PaperRecord(source="acl", key="s", title="Silent")
    await load_records(empty_graph, tmp_path, [none, silent])
    assert await rows(empty_graph, "MATCH (p:Paper) RETURN p.title, p.fundingKnown ORDER BY p.title") == [
        ["None", True],
        ["Silent", False],
    ]


@pytest.mark.parametrize("order", sampled_cases([(0, 1), (1, 0)]))
async def test_erratum_is_related_and_not_merged(empty_graph: Graph, tmp_path: Path, order: tuple[int, ...]) -> None:
    """A correction is related to the corrected work, whichever record states it and loads first."""
    erratum = PaperRecord(
        source="crossref",
        key="e",
        title="Erratum",
        ids=("doi:10.1000/e",),
        relations=(WorkRelation(kind="corrects", target="doi:10.1000/one"),),
    )
    article = PaperRecord(
        source="pubmed",
        key="1",
        title="One",
        ids=("doi:10.1000/one",),
        relations=(WorkRelation(kind="corrects", target="doi:10.1000/e", inverse=True),),
    )
    for place in order:
        await load_records(empty_graph, tmp_path, [(erratum, article)[place]])
    assert await rows(empty_graph, RELATED) == [["Erratum", ["corrects"], "One", ["crossref", "pubmed"]]]


async def test_citation_has_intents_and_influence(empty_graph: Graph, tmp_path: Path) -> None:
    """A citation has the intents of all sources and is influential if one states it; otherwise that is null."""
    papers = [PaperRecord(source="s2", key=key, title=key, ids=(f"zoo:{key}",)) for key in "abc"]
    said = [
        CitationRecord(source="s2", key="1", citing="zoo:a", cited="zoo:b", intents=("result",), influential=False),
        CitationRecord(source="x", key="2", citing="zoo:a", cited="zoo:b", intents=("background",), influential=True),
        CitationRecord(source="x", key="3", citing="zoo:a", cited="zoo:c"),
    ]
    await load_records(empty_graph, tmp_path, [*papers, *said])
    found = await rows(empty_graph, "MATCH ()-[c:CITES]->(b) RETURN b.title, c.intents, c.influential ORDER BY b.title")
    assert found == [["b", ["background", "result"], True], ["c", None, None]]
