"""Venues, institutions, volumes and funders with equal names enter the review queue."""

from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.curation.compare import compare
from loaders.curation.review_item import ReviewItemKind
from loaders.curation.review_queue import review
from loaders.records.record import FunderRecord, InstitutionRecord, Record, VenueRecord, VolumeRecord
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph


def venue(source: str, key: str, name: str) -> VenueRecord:
    return VenueRecord(source=source, key=key, name=name, ids=(f"{source}-venue:{key}",))


def volume(source: str, key: str, title: str, year: int, *venues: str) -> VolumeRecord:
    number = "7" if venues else None
    return VolumeRecord(source=source, key=key, title=title, year=year, number=number, venues=venues)


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
    volume("acl", "2020.ones-1", "Proceedings of Ones", 2020),
    volume("crossref", "isbn:1", "Proceedings of ones", 2020),
    volume("crossref", "isbn:2", "Proceedings of Ones", 2021),
    volume("dblp", "7", "Volume 7", 2019, "dblp-venue:journals/one"),
    volume("dblp", "conf/7", "Volume 7", 2019, "dblp-venue:journals/two"),
    volume("openalex", "7", "Volume 7", 2020, "dblp-venue:journals/one"),
    FunderRecord(source="crossref", key="f", name="Fund of Ones", ids=("funder:10.13039/1",)),
    FunderRecord(source="openalex", key="g", name="Fund of ones", ids=("openalex:F1",)),
]


@pytest.mark.parametrize(
    ("about", "cursors", "names"),
    sampled_cases(
        [
            ("venues", ["journal of ones"], {"Journal of Ones", "Journal of ones"}),
            ("institutions", ["university of ones"], {"University of Ones"}),
            ("funders", ["fund of ones"], {"Fund of Ones", "Fund of ones"}),
        ],
        1,
        3,
    ),
)
async def test_same_name_in_two_sources_is_reviewed(
    empty_graph: Graph, tmp_path: Path, about: ReviewItemKind, cursors: list[str], names: set[str]
) -> None:
    """The queue lists entities with equal names unless one source has both or the countries differ;
    the cursor leads to the next page.
    """
    await load_records(empty_graph, tmp_path, SAID)
    found = await review(empty_graph, about, "", 10)
    assert [one.cursor for one in found] == cursors
    (question,) = found
    assert {question.name, *(one.name for one in question.candidates)} == names
    assert question.id < question.candidates[0].id
    assert await review(empty_graph, about, cursors[-1], 10) == []
    told = await compare(empty_graph, question.id, question.candidates[0].id)
    assert f"same name: {cursors[0]}" in told.evidence_for


async def test_volumes_with_same_title_or_number_are_reviewed(empty_graph: Graph, tmp_path: Path) -> None:
    """The queue lists books of equal title and year, and equal volume numbers, unless one source has both."""
    await load_records(empty_graph, tmp_path, SAID)
    books, numbers = await review(empty_graph, "volumes", "", 10)
    assert books.cursor == "proceedings of ones/2020"
    assert {books.name, *(one.name for one in books.candidates)} == {"Proceedings of Ones", "Proceedings of ones"}
    assert [numbers.name, *(one.name for one in numbers.candidates)] == ["Volume 7", "Volume 7"]
    assert await review(empty_graph, "volumes", books.cursor, 1) == [numbers]
    assert await review(empty_graph, "volumes", numbers.cursor, 1) == []
    assert "same name: volume 7" in (await compare(empty_graph, numbers.id, numbers.candidates[0].id)).evidence_for
