"""Affiliations as authors write them: the named institutions, by the Python rule and in the graph."""

from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from msgspec import structs

from bench.identity.registry import Registry
from cypher.driver.client import Graph
from loaders.records.parts import Affiliation, Author
from loaders.records.record import InstitutionRecord, PaperRecord, PersonRecord
from loaders.resolution.affiliations.name_keys import name_key
from loaders.resolution.affiliations.parse import parse_affiliation
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

Status: TypeAlias = Literal["active", "withdrawn"]


def institution(  # noqa: PLR0913 what tells institutions apart
    key: str,
    name: str,
    city: str,
    country: str,
    *aliases: str,
    acronyms: tuple[str, ...] = (),
    status: Status = "active",
) -> InstitutionRecord:
    record = InstitutionRecord(source="ror", key=key, name=name, city=city, country=country, ids=(f"ror:{key}",))
    return structs.replace(record, aliases=aliases, acronyms=acronyms, status=status)


INSTITUTIONS = [
    institution("04m01e293", "University of York", "York", "United Kingdom"),
    institution("05fq50484", "York University", "Toronto", "Canada", "University of York"),
    institution("04t5xt781", "Northeastern University", "Boston", "United States"),
    institution("03awzbc87", "Northeastern University", "Shenyang", "China"),
    institution("01an7q238", "University of California, Berkeley", "Berkeley", "United States"),
    institution("00pjdza24", "University of California System", "Oakland", "United States", "University of California"),
    institution("04c4dkn09", "University of Science and Technology of China", "Hefei", "China"),
    institution("0220qvk04", "Shanghai Jiao Tong University", "Shanghai", "China", "Shanghai Jiaotong University"),
    institution("03ypbx660", "Renji Hospital", "Shanghai", "China"),
    institution("0001fmy77", "Università degli Studi di Macerata", "Macerata", "Italy", "University of Macerata"),
    institution("05hz8m414", "Institute of Information Science", "Maribor", "Slovenia"),
    institution("03yxnpp24", "Universidad de Sevilla", "Seville", "Spain", status="withdrawn"),
    institution("034t30j35", "Chinese Academy of Sciences", "Beijing", "China", acronyms=("CAS",)),
    institution("044vy1d05", "Tokushima University", "Tokushima", "Japan", "徳島大学"),
    institution("04vnq7t77", "University of Stuttgart", "Stuttgart", "Germany"),
    institution("02e2c7k09", "Delft University of Technology", "Delft", "Netherlands"),
    institution("05fs6jp91", "University of New Mexico", "Albuquerque", "United States"),
    institution("010g9bb70", "Quest Diagnostics (United States)", "Secaucus", "United States"),
    institution("04nvcbr70", "Ryazan State Medical University named after I.P. Pavlov", "Ryazan", "Russia"),
    institution("05gy4kr80", "V. G. Khlopin Radium Institute", "Saint Petersburg", "Russia"),
    institution("01me6gb93", "Kaunas University of Technology", "Kaunas", "Lithuania"),
    institution("05qghxh33", "Stony Brook University", "Stony Brook", "United States", "SUNY, Stony Brook"),
    institution("0407f1r36", "Ural State Medical University", "Yekaterinburg", "Russia"),
    institution("02s376052", "École Polytechnique Fédérale de Lausanne", "Lausanne", "Switzerland"),
    institution("029brtt94", "Université Claude Bernard Lyon 1", "Lyon", "France", "Université Lyon 1"),
    institution("014w0fd65", "European Centre for Forecasts", "Reading", "United Kingdom", acronyms=("ECMWF",)),
]
MEANT = {
    "University of York, York, UK": ["04m01e293"],
    "University of York, Toronto, Canada": ["05fq50484"],
    "Dept. of Comput. Sci., Northeastern Univ., Shenyang, P. R. China": ["03awzbc87"],
    "Northeastern University": [],
    "Northeastern University, Nagoya, Japan": [],
    "University of California, Berkeley": ["01an7q238"],
    "Department of EECS, University of California, Berkeley, CA 94720, USA": ["01an7q238"],
    "Univ. of Sci. & Technol. of China, Hefei, China": ["04c4dkn09"],
    "Dept. of Surgery, Renji Hospital, Shanghai Jiaotong University School of Medicine, China": [
        "0220qvk04",
        "03ypbx660",
    ],
    "Universita' di Macerata": ["0001fmy77"],
    "Institute of Information Science, Academia Sinica": [],
    "Institute of Information Science, Maribor": ["05hz8m414"],
    "Universidad de Sevilla": [],
    "Anthropic and Tokushima Univ.": ["044vy1d05"],
    "Department of Physics Tokushima University Tokushima Japan": ["044vy1d05"],
    "徳島大学": ["044vy1d05"],
    "Institute of Automation, CAS, Beijing, China": ["034t30j35"],
    "Institute of Automation, CAS": [],
    "Mathematics Department University of York, England": ["04m01e293"],
    "Shandong University, of Science and Technology of China, Hefei": [],
    "Somewhere else, 12 High Street": [],
    ",;()": [],
    "Inst. of Telecommun., Stuttgart Univ., Stuttgart": ["04vnq7t77"],
    "Comput. Eng. Lab., Tech. Univ. Delft, Delft": ["02e2c7k09"],
    "Delft Technical University": [],
    "Faculty of Law, University of New Mexico": ["05fs6jp91"],
    "Quest Diagnostics, Inc., New Jersey, USA": ["010g9bb70"],
    "Quest Diagnostics": [],
    "Dept. of Surgery, Ryazan State Medical University": ["04nvcbr70"],
    "Khlopin Radium Institute, St. Petersburg": ["05gy4kr80"],
    "Kaunas Univ. of Technology Kaunas, Lithuania": ["01me6gb93"],
    "Institute for Theoretical Physics, SUNY, Stony Brook NY 11794-3840 USA": ["05qghxh33"],
    "South-Ural State Medical University": [],
    "Laboratory of Genetics, Ecole Polytechnique Fédérale de Lausanne": ["02s376052"],
    "Biologie, Université Lyon 1": ["029brtt94"],
    "Biologie, Université Lyon 2": [],
    "University of California System, Oakland": ["00pjdza24"],
    "School of Law, University of California, Irvine": [],
    "Tokushima University Hospital, Tokushima, Japan": [],
    "Tokushima Univeristy School of Medicine": ["044vy1d05"],
    "ECMWF": [],
    "ECMWF, Reading": ["014w0fd65"],
    "National Centre, Reading, UK": [],
}
"""Affiliations and the institutions that they name."""


def papers() -> list[PaperRecord]:
    return [
        PaperRecord(
            source="acl",
            key=f"p{number}",
            title=text,
            ids=(f"acl:p{number}",),
            authors=(Author(name=f"Author {number}", affiliations=(Affiliation(text=text),)), Author(name="Another")),
        )
        for number, text in enumerate(MEANT)
    ]


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
    assert apart.countries == ("china",)
    assert {"beijing", "p r china"} <= set(apart.places)
    assert "tsinghua univ" in {name.key for name in apart.names}


@pytest.mark.parametrize("text", MEANT)
def test_affiliation_names_institution_by_parts_and_places(text: str) -> None:
    """The widest part decides, a place chooses among namesakes, and uncertain text stays text."""
    assert sorted(Registry(INSTITUTIONS).meant(text)) == MEANT[text]


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
