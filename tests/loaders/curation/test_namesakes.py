"""Venues, institutions and funders of one name that nothing joins are listed for people to decide."""

from pathlib import Path

import pytest

from cypher.run import Graph
from loaders.curation.compare import compare
from loaders.curation.review import Doubt, review
from loaders.record import FunderRecord, InstitutionRecord, Record, VenueRecord
from tests.loaders.loading import loaded

pytestmark = pytest.mark.graph


def venue(source: str, key: str, name: str) -> VenueRecord:
    return VenueRecord(source=source, key=key, name=name, ids=(f"{source}-venue:{key}",))


def institution(source: str, key: str, name: str, country: str | None) -> InstitutionRecord:
    return InstitutionRecord(source=source, key=key, name=name, country_code=country)


SAID: list[Record] = [
    venue("dblp", "journals/one", "Journal of Ones"),
    venue("crossref", "name:journal of ones", "Journal of ones"),
    venue("dblp", "journals/two", "Twos"),
    venue("dblp", "conf/two", "Twos"),
    venue("crossref", "journal", "Journal"),
    institution("ror", "a", "Ministry of Health", "GB"),
    institution("ror", "b", "Ministry of Health", "KE"),
    institution("openalex", "c", "Ministry of Health", "FR"),
    institution("ror", "d", "University of Ones", "GB"),
    institution("openalex", "e", "University of Ones", None),
    FunderRecord(source="crossref", key="f", name="Fund of Ones", ids=("funder:10.13039/1",)),
    FunderRecord(source="openalex", key="g", name="Fund of ones", ids=("openalex:F1",)),
]


@pytest.mark.parametrize(
    ("about", "cursors", "names"),
    [
        ("venues", ["journal of ones"], {"Journal of Ones", "Journal of ones"}),
        ("institutions", ["university of ones"], {"University of Ones"}),
        ("funders", ["fund of ones"], {"Fund of Ones", "Fund of ones"}),
    ],
)
async def test_one_name_of_two_sources_is_asked_about(
    empty_graph: Graph, tmp_path: Path, about: Doubt, cursors: list[str], names: set[str]
) -> None:
    """Namesakes are listed unless a source has both, or they are of two countries; a page goes on behind its cursor."""
    await loaded(empty_graph, tmp_path, SAID)
    found = await review(empty_graph, about, "", 10)
    assert [one.cursor for one in found] == cursors
    (question,) = found
    assert {question.name, *(one.name for one in question.candidates)} == names
    assert question.id < question.candidates[0].id
    assert await review(empty_graph, about, cursors[-1], 10) == []
    told = await compare(empty_graph, question.id, question.candidates[0].id)
    assert f"both are called {cursors[0]}" in told.speaks_for
