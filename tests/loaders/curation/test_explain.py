"""What is told as evidence, on a graph whose people and papers were joined by rules that look past equal words."""

from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.curation.entity_lookup import lookup_entity
from loaders.curation.explain import explain
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord
from tests.loaders.loading import loaded

pytestmark = [pytest.mark.graph, pytest.mark.anyio]


def paper(source: str, key: str, *names: str, title: str, year: int = 2020, preprint: bool = False) -> PaperRecord:
    """Return a paper by these people."""
    authors = tuple(Author(name=name) for name in names)
    dates = (TypedDate(value=str(year), kind="published"),)
    kind = "preprint" if preprint else "article"
    return PaperRecord(source=source, key=key, title=title, kind=kind, dates=dates, authors=authors)


async def test_names_that_fit_are_told_with_what_they_share(empty_graph: Graph, tmp_path: Path) -> None:
    """One who signs with an initial is joined by a shared co-author: that is said, with the name as it stands there."""
    one = paper("arxiv", "1", "Augusta Lovelace", "Charles Babbage", title="Notes")
    other = paper("arxiv", "2", "A. Lovelace", "Charles Babbage", title="Notes further")
    await loaded(empty_graph, tmp_path, [one, other])
    rows = (await empty_graph.read("MATCH (r:Researcher) WHERE r.name CONTAINS 'Lovelace' RETURN r.id")).rows
    assert len(rows) == 1
    told = [line for part in (await explain(empty_graph, str(rows[0][0]))).parts for line in part.evidence]
    assert "co-author charles babbage, as in arxiv:2, author 1 (a lovelace)" in told


async def test_a_title_of_the_year_before_is_told(empty_graph: Graph, tmp_path: Path) -> None:
    """A preprint and the article of the next year name each other as evidence."""
    title = "A long enough title about the weather of machines"
    early = paper("arxiv", "1", "Ada Lovelace", title=title, year=2019, preprint=True)
    late = paper("dblp", "x", "Ada Lovelace", title=title, year=2020)
    await loaded(empty_graph, tmp_path, [early, late])
    rows = (await empty_graph.read("MATCH (p:Paper) RETURN p.id")).rows
    assert len(rows) == 1
    subject = await lookup_entity(empty_graph, str(rows[0][0]))
    told = [line for part in (await explain(empty_graph, subject.id)).parts for line in part.evidence]
    assert sorted(told) == [
        "title and authors, a year apart, as in arxiv:1",
        "title and authors, a year apart, as in dblp:x",
    ]
