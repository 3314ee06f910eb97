"""Affiliations as authors write them: the named institutions, by the Python rule and in the graph."""

from pathlib import Path

import pytest

from bench.identity.registry import Registry
from cypher.driver.client import Graph
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PaperRecord, PersonRecord
from loaders.resolution.affiliations.cities import city_countries
from loaders.resolution.affiliations.name_keys import name_key
from loaders.resolution.affiliations.parse import parse_affiliation
from tests.loaders.affiliation_examples import INSTITUTIONS, MEANT, institution, papers
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases


def test_names_of_institution_have_one_key() -> None:
    """Abbreviations, small words and translations of "university" do not change the key; word order does."""
    assert (
        name_key("Univ. of Sci. & Technol.") == name_key("The University of Science and Technology") == "univ sci tech"
    )
    assert name_key("Universidad de Chile") == name_key("University of Chile")
    assert name_key("York University") != name_key("University of York")


def test_text_gives_countries_and_places() -> None:
    """Countries are known by other names too; numbers and postcodes are not part of a place."""
    apart = parse_affiliation("Tsinghua Univ.; Beijing 100084 (P.R. China)")
    assert {name.countries for name in apart.names} == {("china",)}
    assert {"beijing", "p r china"} <= set(apart.places)
    assert "tsinghua univ" in {name.key for name in apart.names}


def test_city_gives_countries_of_all_cities_of_its_name() -> None:
    """A city with 100,000 inhabitants makes its name known; smaller cities of the name count too."""
    assert city_countries("Paris") == ("france", "united states")
    assert city_countries("Durham") == ("united kingdom", "united states")
    assert city_countries("St. Petersburg") == city_countries("Saint Petersburg") == ("russia", "united states")
    assert [city_countries(name) for name in ("Taipei", "Hong Kong", "Milano")] == [
        ("taiwan",),
        ("hong kong",),
        ("italy",),
    ]
    assert not any(map(city_countries, ["Mila", "Bujumbura Mairie", "Google", "University", ""]))


def test_city_counts_for_names_before_it() -> None:
    """Countries of a city belong to the institution before it; a country in the text takes precedence."""
    apart = parse_affiliation("Google, Tokushima University, Cambridge")
    countries = {name.key: name.countries for name in apart.names}
    assert countries["google"] == ()
    assert "united kingdom" in countries["tokushima univ"]
    assert {name.countries for name in parse_affiliation("Google, Cambridge, Canada").names} == {("canada",)}


@pytest.mark.parametrize("text", MEANT)
def test_affiliation_names_institution_by_parts_and_places(text: str) -> None:
    """The widest part decides, a place chooses among namesakes, and uncertain text stays text."""
    assert sorted(Registry(INSTITUTIONS).resolve(text)) == MEANT[text]


WRITTEN = """
MATCH (paper:Paper)
RETURN paper.title, COLLECT { MATCH (paper)-[w:WRITTEN_AT {position: 1}]->(i) RETURN i.ror AS ror ORDER BY ror },
       EXISTS { (paper)-[:WRITTEN_AT {position: 2}]->() }
"""


@pytest.mark.graph
@pytest.mark.parametrize("first", sampled_cases(["papers", "institutions"]))
async def test_graph_matches_affiliations_in_any_load_order(empty_graph: Graph, tmp_path: Path, first: str) -> None:
    """The Cypher query finds the same institutions as the Python rule, whichever records load first."""
    orders = [papers(), INSTITUTIONS] if first == "papers" else [INSTITUTIONS, papers()]
    for records in orders:
        await load_records(empty_graph, tmp_path, records, chunk=5)
    found = (await empty_graph.read(WRITTEN)).rows
    assert {str(title): rors for title, rors, _ in found} == MEANT
    assert not any(other for _, _, other in found)


@pytest.mark.full
@pytest.mark.graph
async def test_namesake_changes_affiliation_match(empty_graph: Graph, tmp_path: Path) -> None:
    """A part that names one institution stays unmatched while a namesake exists, and matches afterwards."""
    alone, namesake = INSTITUTIONS[2:4]
    author = Author(name="A B", affiliations=(Affiliation(text="Faculty of Law, Northeastern University"),))
    paper = PaperRecord(source="acl", key="x", title="X", ids=("acl:x",), authors=(author,))
    await load_records(empty_graph, tmp_path, [alone, paper])
    count = "MATCH (:Paper {title: 'X'})-[:WRITTEN_AT]->(i) RETURN i.ror"
    assert (await empty_graph.read(count)).rows == [["04t5xt781"]]
    await load_records(empty_graph, tmp_path, [namesake])
    assert (await empty_graph.read(count)).rows == []
    gone = institution("03awzbc87", "Northeastern University", "Shenyang", "China", status="withdrawn")
    await load_records(empty_graph, tmp_path, [gone])
    assert (await empty_graph.read(count)).rows == [["04t5xt781"]]


@pytest.mark.graph
async def test_parent_changes_affiliation_match(empty_graph: Graph, tmp_path: Path) -> None:
    """A company's name matches the parent of its branches as soon as the records of all branches state it."""
    author = Author(name="A B", affiliations=(Affiliation(text="Google"),))
    paper = PaperRecord(source="acl", key="x", title="X", ids=("acl:x",), authors=(author,))
    group = institution("00njsd438", "Google (United States)", "Mountain View", "United States")
    branch = institution("03weg0b71", "Google (Singapore)", "Singapore", "Singapore")
    await load_records(empty_graph, tmp_path, [paper, branch, group])
    found = "MATCH (:Paper {title: 'X'})-[:WRITTEN_AT]->(i) RETURN i.ror"
    assert (await empty_graph.read(found)).rows == []
    owned = institution("03weg0b71", "Google (Singapore)", "Singapore", "Singapore", parent="00njsd438")
    await load_records(empty_graph, tmp_path, [owned])
    assert (await empty_graph.read(found)).rows == [["00njsd438"]]
    await load_records(empty_graph, tmp_path, [branch])
    assert (await empty_graph.read(found)).rows == []


WORKED = """
MATCH (person:Researcher)
RETURN person.headline, person.affiliationsKnown, COLLECT {
  MATCH (person)-[worked:AFFILIATED_WITH]->(i)
  WITH * ORDER BY i.ror
  RETURN [i.ror, worked.since, worked.until, worked.role, worked.source]
}
"""


def employment_records() -> list[PersonRecord]:
    """Return one person record per affiliation text, with an employment."""
    return [
        PersonRecord(
            source="orcid",
            key=f"p{number}",
            ids=(f"acl-person:p{number}",),
            names=(f"Author {number}",),
            affiliations=(Affiliation(text=text, since=2001, until=2003, role="reader"),),
            headline=text,
        )
        for number, text in enumerate(MEANT)
    ]


@pytest.mark.full
@pytest.mark.graph
@pytest.mark.parametrize("first", sampled_cases(["people", "institutions"]))
async def test_employments_match_institutions_as_bylines_do(empty_graph: Graph, tmp_path: Path, first: str) -> None:
    """An employment text matches the same institution as in a byline, with its years and role."""
    orders = [employment_records(), INSTITUTIONS] if first == "people" else [INSTITUTIONS, employment_records()]
    for records in orders:
        await load_records(empty_graph, tmp_path, records, chunk=5)
    found = (await empty_graph.read(WORKED)).rows
    assert {str(text): worked for text, _, worked in found} == {
        text: [[ror, 2001, 2003, "reader", "orcid"] for ror in meant] for text, meant in MEANT.items()
    }


@pytest.mark.graph
async def test_namesake_changes_employment_match(empty_graph: Graph, tmp_path: Path) -> None:
    """An employment that matches one institution loses the match after a namesake arrives."""
    alone, namesake = INSTITUTIONS[2:4]
    stays = (Affiliation(text="Faculty of Law, Northeastern University"),)
    person = PersonRecord(source="orcid", key="x", ids=("acl-person:x",), names=("A B",), affiliations=stays)
    await load_records(empty_graph, tmp_path, [person, alone])
    count = "MATCH (:Researcher)-[:AFFILIATED_WITH]->(i) RETURN i.ror"
    assert (await empty_graph.read(count)).rows == [["04t5xt781"]]
    await load_records(empty_graph, tmp_path, [namesake])
    assert (await empty_graph.read(count)).rows == []
