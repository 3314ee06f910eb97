"""Evidence of rules that match different names or years."""

from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.curation.entity_lookup import lookup_entity
from loaders.curation.explain import explain
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord
from tests.loaders.load_helpers import load_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]


def paper(source: str, key: str, *names: str, title: str, year: int = 2020, preprint: bool = False) -> PaperRecord:
    """Return a paper by the given authors."""
    authors = tuple(Author(name=name) for name in names)
    dates = (TypedDate(value=str(year), kind="published"),)
    kind = "preprint" if preprint else "article"
    return PaperRecord(source=source, key=key, title=title, kind=kind, dates=dates, authors=authors)


@pytest.mark.full
async def test_matching_initials_are_explained_by_coauthor(empty_graph: Graph, tmp_path: Path) -> None:
    """The evidence for a matched initial names the shared co-author and the name as the record spells it."""
    one = paper("arxiv", "1", "Augusta Lovelace", "Charles Babbage", title="Notes")
    other = paper("arxiv", "2", "A. Lovelace", "Charles Babbage", title="Notes further")
    await load_records(empty_graph, tmp_path, [one, other])
    rows = (await empty_graph.read("MATCH (r:Researcher) WHERE r.name CONTAINS 'Lovelace' RETURN r.id")).rows
    assert len(rows) == 1
    told = [line for part in (await explain(empty_graph, str(rows[0][0]))).parts for line in part.evidence]
    assert "co-author charles babbage, as in arxiv:2, author 1 (a lovelace)" in told


async def test_title_match_across_years_is_explained(empty_graph: Graph, tmp_path: Path) -> None:
    """A preprint and the article of the next year each appear in the evidence for the match."""
    title = "A long enough title about the weather of machines"
    early = paper("arxiv", "1", "Ada Lovelace", title=title, year=2019, preprint=True)
    late = paper("dblp", "x", "Ada Lovelace", title=title, year=2020)
    await load_records(empty_graph, tmp_path, [early, late])
    rows = (await empty_graph.read("MATCH (p:Paper) RETURN p.id")).rows
    assert len(rows) == 1
    subject = await lookup_entity(empty_graph, str(rows[0][0]))
    told = [line for part in (await explain(empty_graph, subject.id)).parts for line in part.evidence]
    assert sorted(told) == [
        "title and authors, a year apart, as in arxiv:1",
        "title and authors, a year apart, as in dblp:x",
    ]
