"""OpenAlex's works and other entities, from documents written by hand in its formats, and from real ones."""

import csv
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.archive import SourceFile, opened
from loaders.normalise import cleaned
from loaders.parts import Affiliation, Author, Dated, Form, Funding, Relation, TopicUse, VolumeUse
from loaders.record import (
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.source import Item, Rejected, SourceError
from loaders.sources.openalex import SOURCE
from tests.loaders.sources.beside import data_set

SITE = "https://openalex.org"
ONES: dict[str, Any] = {"id": f"{SITE}/I1", "display_name": "University of Ones", "ror": "https://ror.org/03yrm5c26"}
TWOS: dict[str, Any] = {"id": f"{SITE}/I2", "display_name": "Twos Ltd", "ror": None, "country_code": "DE"}
JOURNAL: dict[str, Any] = {
    "id": f"{SITE}/S1",
    "display_name": "Journal of Ones",
    "issn_l": "0098-0331",
    "issn": ["0098-0331", "1573-1561", "nonsense"],
    "host_organization_name": "Press",
    "type": "journal",
}
TOPIC: dict[str, Any] = {
    "id": f"{SITE}/T1",
    "display_name": "Ones in Number Theory",
    "score": 0.9,
    "subfield": {"id": f"{SITE}/subfields/2602", "display_name": "Algebra"},
    "field": {"id": f"{SITE}/fields/26", "display_name": "Mathematics"},
    "domain": {"id": f"{SITE}/domains/3", "display_name": "Physical Sciences"},
}
WORK: dict[str, Any] = {
    "id": f"{SITE}/W1",
    "doi": "https://doi.org/10.1000/ONE",
    "title": "On ones",
    "display_name": "On ones",
    "publication_year": 2021,
    "publication_date": "2021-03-09",
    "ids": {
        "openalex": f"{SITE}/W1",
        "doi": "https://doi.org/10.1000/ONE",
        "mag": 42,
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/7",
        "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/8",
    },
    "language": "en",
    "type": "article",
    "primary_location": {"source": JOURNAL, "license": "cc-by-nc-nd", "version": "publishedVersion"},
    "best_oa_location": {"landing_page_url": "https://ones.example/1", "pdf_url": None, "license": "cc-by"},
    "locations": [
        {
            "landing_page_url": "https://ones.example/1",
            "pdf_url": "https://ones.example/1.pdf",
            "source": JOURNAL,
            "license": "cc-by-nc-nd",
            "version": "publishedVersion",
        },
        {"landing_page_url": "https://arxiv.org/abs/2101.00001", "version": "submittedVersion", "license": "other-oa"},
        {"landing_page_url": "https://index.example/1", "version": None},
        {"landing_page_url": "no address"},
    ],
    "open_access": {"is_oa": True, "oa_status": "hybrid", "oa_url": "https://ones.example/1"},
    "authorships": [
        {
            "author": {
                "id": f"{SITE}/A1",
                "display_name": "Jane Doe",
                "orcid": "https://orcid.org/0000-0002-1825-0097",
            },
            "raw_author_name": "Doe, J.",
            "is_corresponding": True,
            "institutions": [ONES, TWOS, {**TWOS, "id": f"{SITE}/I3", "display_name": "Threes"}],
            "raw_affiliation_strings": ["Dept. of Ones", "Somewhere"],
            "affiliations": [
                {"raw_affiliation_string": "Dept. of Ones", "institution_ids": [f"{SITE}/I1", f"{SITE}/I2"]},
                {"raw_affiliation_string": "Somewhere", "institution_ids": []},
            ],
        },
        {"author": {"id": f"{SITE}/A9999999999", "display_name": "R. Roe"}, "institutions": []},
        {"author": {}, "raw_author_name": None},
    ],
    "biblio": {"volume": "48", "issue": "11", "first_page": "817", "last_page": "826"},
    "is_retracted": True,
    "is_paratext": False,
    "primary_topic": TOPIC,
    "topics": [TOPIC, {**TOPIC, "id": f"{SITE}/T2", "display_name": "Twos", "score": 1.5}],
    "keywords": [{"id": f"{SITE}/keywords/ones", "display_name": "Ones", "score": 0.5}],
    "mesh": [
        {"descriptor_ui": "D1", "descriptor_name": "Numbers", "qualifier_ui": "Q1"},
        {"descriptor_ui": "D1", "descriptor_name": "Numbers", "qualifier_ui": "Q2"},
    ],
    "sustainable_development_goals": [
        {"id": "https://metadata.un.org/sdg/4", "display_name": "Quality education", "score": 0.4}
    ],
    "referenced_works": [f"{SITE}/W2", f"{SITE}/W3", f"{SITE}/W4285719527"],
    "related_works": [f"{SITE}/W9"],
    "grants": [{"funder": f"{SITE}/F1", "funder_display_name": "Fund of Ones", "award_id": "A-1"}],
    "awards": [
        {"funder_id": f"{SITE}/F1", "funder_display_name": "Fund of Ones", "funder_award_id": "A-2"},
        {"funder_id": f"{SITE}/F2", "funder_display_name": "Fund of Twos", "funder_award_id": None},
    ],
    "abstract_inverted_index": {"are": [1], "Ones": [0], "few,": [2, 3], "only": [7]},
    "updated_date": "2025-06-11T00:03:37.532706",
}


def written(folder: Path, **files: Any) -> list[SourceFile]:  # noqa: ANN401 what JSON can be
    """Write files, of lists an element a line, texts as tables of merged ids, and return them."""
    found: list[SourceFile] = []
    for name, said in files.items():
        path = folder / (f"{name}.csv" if isinstance(said, str) else f"{name}.json")
        lines = cast("list[Any]", said if isinstance(said, list) else [said])
        path.write_text(said if isinstance(said, str) else "\n".join(map(json.dumps, lines)), "utf-8")
        found.append(SourceFile(path.name, path, str(path)))
    return found


def items(files: Sequence[SourceFile]) -> list[Item]:
    reader = SOURCE.start(files)
    return [item for file in files for item in reader(file)]


def records(files: Sequence[SourceFile]) -> list[Record]:
    return [cleaned(item) for item in items(files) if not isinstance(item, Rejected)]


def rejected(files: Sequence[SourceFile]) -> list[tuple[str, str]]:
    return [(item.place, item.reason) for item in items(files) if isinstance(item, Rejected)]


def papers(files: Sequence[SourceFile]) -> list[PaperRecord]:
    return [one for one in records(files) if isinstance(one, PaperRecord)]


def test_a_work_with_all_that_it_states(tmp_path: Path) -> None:
    """A work is a paper with ids, affiliations, subjects, forms and funding in form; the abstract is text again."""
    (paper,) = papers(written(tmp_path, works=WORK))
    assert paper == PaperRecord(
        source="openalex",
        key="W1",
        url=f"{SITE}/W1",
        revised="2025-06-11T00:03:37Z",
        title="On ones",
        ids=("openalex:W1", "doi:10.1000/one", "mag:42", "pmid:7", "pmcid:PMC8", "arxiv:2101.00001"),
        abstract="Ones are few, few, only",
        language="en",
        dates=(Dated(value="2021-03-09"),),
        authors=(
            Author(
                name="J. Doe",
                ids=("openalex-person:A1", "orcid:0000-0002-1825-0097"),
                affiliations=(
                    Affiliation(text="Dept. of Ones", ror="ror:03yrm5c26"),
                    Affiliation(text="Somewhere"),
                    Affiliation(text="Threes"),
                ),
                corresponding=True,
                variants=("Jane Doe",),
            ),
            Author(name="R. Roe"),
        ),
        topics=(
            TopicUse(scheme="openalex", code="T1", primary=True, score=0.9),
            TopicUse(scheme="openalex", code="T2", score=1.0),
            TopicUse(scheme="openalex-keyword", code="ones", score=0.5),
            TopicUse(scheme="mesh", code="D1"),
            TopicUse(scheme="sdg", code="4", score=0.4),
        ),
        appeared_in=VolumeUse(volume="openalex:S1/48", pages="817-826", issue="11"),
        pages="817-826",
        references=("openalex:W2", "openalex:W3"),
        forms=(
            Form(
                url="https://ones.example/1.pdf",
                kind="article",
                version="published",
                licence="CC-BY-NC-ND",
                note="Journal of Ones",
            ),
            Form(url="https://arxiv.org/abs/2101.00001", kind="preprint", version="submitted"),
            Form(url="https://index.example/1", kind="page"),
        ),
        open_access=True,
        open_access_colour="hybrid",
        best_location="https://ones.example/1",
        funding=(
            Funding(funder="openalex:F1", awards=("A-2", "A-1")),
            Funding(funder="openalex:F2"),
        ),
        licence="CC-BY-NC-ND",
        retracted=True,
    )


def test_what_a_work_names_is_told_before_it_and_once(tmp_path: Path) -> None:
    """Subjects with the wider ones, institutions, funders, journal and volume come first, and not with each work."""
    found = records(written(tmp_path, works=[WORK, {**WORK, "id": f"{SITE}/W2"}]))
    assert [(one.key, one.revised) for one in found[-2:]] == [
        ("W1", "2025-06-11T00:03:37Z"),
        ("W2", "2025-06-11T00:03:37Z"),
    ]
    told = found[:-2]
    assert {one.revised for one in told} == {None}
    assert [(one.key, one.parent) for one in told if isinstance(one, TopicRecord)] == [
        ("domains/3", None),
        ("fields/26", "domains/3"),
        ("subfields/2602", "fields/26"),
        ("T1", "subfields/2602"),
        ("T2", "subfields/2602"),
        ("openalex-keyword/ones", None),
        ("mesh/D1", None),
        ("sdg/4", None),
    ]
    assert [(one.key, one.ids) for one in told if isinstance(one, InstitutionRecord)] == [
        ("I1", ("openalex:I1", "ror:03yrm5c26")),
        ("I2", ("openalex:I2",)),
        ("I3", ("openalex:I3",)),
    ]
    assert [(one.key, one.name) for one in told if isinstance(one, FunderRecord)] == [
        ("F1", "Fund of Ones"),
        ("F2", "Fund of Twos"),
    ]
    assert [one for one in told if isinstance(one, VenueRecord | VolumeRecord)] == [
        VenueRecord(
            source="openalex",
            key="S1",
            url=f"{SITE}/S1",
            name="Journal of Ones",
            ids=("openalex:S1", "issn:0098-0331", "issn:1573-1561"),
            kind="journal",
        ),
        VolumeRecord(
            source="openalex", key="S1/48", title="Volume 48", number="48", publisher="Press", venues=("openalex:S1",)
        ),
    ]


def test_other_entities(tmp_path: Path) -> None:
    """People, institutions, funders, journals, topics and subfields are records of their own, dated by OpenAlex."""
    said: list[Any] = [
        {
            "id": f"{SITE}/A1",
            "orcid": "https://orcid.org/0000-0002-1825-0097",
            "display_name": "Jane Doe",
            "display_name_alternatives": ["Doe, Jane", "J. Doe"],
            "ids": {"scopus": "http://www.scopus.com/inward/authorDetails.url?authorID=36&partnerID=x"},
            "affiliations": [{"institution": ONES, "years": [2023, 2020]}, {"institution": TWOS, "years": []}],
            "updated_date": "2025-01-02",
        },
        {
            **ONES,
            "country_code": "US",
            "type": "education",
            "homepage_url": "https://ones.example",
            "display_name_acronyms": ["UO"],
            "display_name_alternatives": ["Ones U"],
            "ids": {"grid": "grid.1.a", "wikidata": "https://www.wikidata.org/wiki/Q1"},
            "geo": {"city": "Oneton", "country": "United States", "latitude": 1.5, "longitude": -2},
            "associated_institutions": [
                {"id": f"{SITE}/I2", "ror": None, "relationship": "child"},
                {"id": f"{SITE}/I4", "ror": "https://ror.org/00jmfr291", "relationship": "other"},
            ],
        },
        {
            "id": f"{SITE}/F1",
            "display_name": "Fund of Ones",
            "alternate_titles": ["FO"],
            "country_code": "US",
            "homepage_url": "http://fund.example/",
            "ids": {"crossref": "100000002", "ror": "https://ror.org/01cwqze88", "wikidata": "Q2"},
        },
        {**JOURNAL, "type": "book series", "abbreviated_title": "J Ones"},
        {**TOPIC, "updated_date": "2025-01-01"},
        {**TOPIC["subfield"], "field": TOPIC["field"], "domain": TOPIC["domain"]},
        {"id": f"{SITE}/P1", "display_name": "Press"},
        {"id": f"{SITE}/C1", "display_name": "Concept"},
        {"id": f"{SITE}/keywords/ones", "display_name": "Ones"},
    ]
    files = written(tmp_path, entities=said)
    assert not rejected(files)
    found = records(files)
    assert found[:3] == [
        PersonRecord(
            source="openalex",
            key="A1",
            url=f"{SITE}/A1",
            revised="2025-01-02",
            ids=("openalex-person:A1", "orcid:0000-0002-1825-0097", "scopus-person:36"),
            names=("Jane Doe", "J. Doe"),
            affiliations=(
                Affiliation(text="University of Ones", ror="ror:03yrm5c26", since=2020, until=2023),
                Affiliation(text="Twos Ltd"),
            ),
        ),
        InstitutionRecord(
            source="openalex",
            key="I1",
            url=f"{SITE}/I1",
            name="University of Ones",
            ids=("openalex:I1", "ror:03yrm5c26", "grid:grid.1.a", "wikidata:Q1"),
            aliases=("Ones U",),
            acronyms=("UO",),
            types=("education",),
            country="United States",
            country_code="US",
            city="Oneton",
            latitude=1.5,
            longitude=-2.0,
            website="https://ones.example",
            relations=(Relation(kind="child", target="openalex:I2"),),
        ),
        FunderRecord(
            source="openalex",
            key="F1",
            url=f"{SITE}/F1",
            name="Fund of Ones",
            ids=("openalex:F1", "funder:10.13039/100000002", "wikidata:Q2"),
            aliases=("FO",),
            country_code="US",
            ror="ror:01cwqze88",
            website="http://fund.example",
        ),
    ]
    assert [(one.key, one.revised) for one in found[3:]] == [
        ("S1", None),
        ("domains/3", None),
        ("fields/26", None),
        ("subfields/2602", None),
        ("T1", "2025-01-01"),
    ]


def test_merged_ids_lead_to_what_is_kept(tmp_path: Path) -> None:
    """What was merged is an id of what is kept, by however many steps, and says nothing itself; people are renamed."""
    table = (
        "merge_date,id,merge_into_id\n2024-01-01,W7,W8\n2024-02-01,W8,W1\n2024-01-01,A1,A2\n2024-01-01,W3,W2\n,x,W1\n"
    )
    said = [WORK, {**WORK, "id": f"{SITE}/W8"}, {"id": f"{SITE}/A1", "display_name": "Jane Doe"}]
    files = written(tmp_path, merged=table, works=said)
    (paper,) = papers(files)
    assert paper.ids[:3] == ("openalex:W1", "openalex:W7", "openalex:W8")
    assert paper.references == ("openalex:W2",)
    assert paper.authors
    assert paper.authors[0].ids[0] == "openalex-person:A2"
    assert not any(isinstance(one, PersonRecord) for one in records(files))
    assert rejected(files) == [("line 6", "no two ids of OpenAlex: x into W1")]
    with pytest.raises(SourceError, match=r"merged\.csv: merged ids of OpenAlex are read beside the entities"):
        items(files[:1])
    circle = written(tmp_path, circle="id,merge_into_id\nW5,W6\nW6,W5\n", works=[{**WORK, "id": f"{SITE}/W5"}])
    assert [one.key for one in papers(circle)] in ([], ["W5"])


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"publication_date": "2021-01-01"}, {"dates": (Dated(value="2021"),)}),
        ({"publication_date": "2021-02-30"}, {"dates": (Dated(value="2021"),)}),
        ({"publication_date": None, "publication_year": None}, {"dates": ()}),
        ({"is_authors_truncated": True}, {"authors_complete": False}),
        ({"authorships": []}, {"authors": None}),
        ({"referenced_works": []}, {"references": None}),
        ({"topics": [], "keywords": [], "mesh": [], "sustainable_development_goals": []}, {"topics": ()}),
        ({"grants": [], "awards": []}, {"funding": None}),
        ({"abstract_inverted_index": None}, {"abstract": None}),
        ({"type": "book-chapter"}, {"kind": "chapter"}),
        ({"type": "dissertation"}, {"kind": "thesis"}),
        ({"type": "erratum"}, {"kind": "other"}),
        ({"is_retracted": False}, {"retracted": False}),
        ({"primary_location": {"source": {**JOURNAL, "type": "repository"}}}, {"appeared_in": None}),
        (
            {"primary_location": {"source": None, "raw_source_name": "Ones' Letters"}},
            {
                "appeared_in": VolumeUse(
                    volume="openalex:name:ones' letters/48".replace("'", ""), pages="817-826", issue="11"
                )
            },
        ),
        ({"open_access": {"is_oa": False, "oa_status": "closed"}, "best_oa_location": None}, {"best_location": None}),
    ],
    ids=str,
)
def test_what_openalex_leaves_open_stays_open(tmp_path: Path, change: dict[str, Any], shown: dict[str, Any]) -> None:
    """Days that are filled in are years, empty lists are not known, cut by-lines are marked, types are kinds."""
    (paper,) = papers(written(tmp_path, works={**WORK, **change}))
    assert {name: getattr(paper, name) for name in shown} == shown


def test_affiliations_of_older_works_belong_together_where_there_is_one(tmp_path: Path) -> None:
    """Before it was told which institution a text was taken for, one of each belong together, others stand apart."""
    one = {"author": {"display_name": "Jane Doe"}, "raw_affiliation_strings": ["Ones"], "institutions": [ONES]}
    two = {**one, "raw_affiliation_strings": ["Ones", "Twos"]}
    (paper,) = papers(written(tmp_path, works={**WORK, "authorships": [one, two]}))
    assert [author.affiliations for author in paper.authors or ()] == [
        (Affiliation(text="Ones", ror="ror:03yrm5c26"),),
        (
            Affiliation(text="Ones"),
            Affiliation(text="Twos"),
            Affiliation(text="University of Ones", ror="ror:03yrm5c26"),
        ),
    ]


def test_every_form_in_which_entities_come(tmp_path: Path) -> None:
    """A folder of the snapshot, an answer about many, also one a line, an array and single works give the same."""
    two = [WORK, {**WORK, "id": f"{SITE}/W2"}]
    part = tmp_path / "data/works/updated_date=2025-06-11/part_000.gz"
    part.parent.mkdir(parents=True)
    part.write_bytes(gzip.compress("\n".join(map(json.dumps, two)).encode()))
    (part.parent.parent / "manifest").write_text('{"entries": []}', "utf-8")
    ids = tmp_path / "data/merged_ids/works/2025-06-11.csv.gz"
    ids.parent.mkdir(parents=True)
    ids.write_bytes(gzip.compress(b"merge_date,id,merge_into_id\n2025-06-11,W9,W1\n"))
    with opened([tmp_path / "data"], SOURCE.wants) as files:
        assert [file.name for file in files] == [
            "merged_ids/works/2025-06-11.csv.gz",
            "works/updated_date=2025-06-11/part_000.gz",
        ]
        assert [one.ids[:2] for one in papers(files)] == [
            ("openalex:W1", "openalex:W9"),
            ("openalex:W2", "doi:10.1000/one"),
        ]
    whole = {"meta": {"count": 2, "page": 1}, "results": two, "group_by": []}
    for said in (
        whole,
        two,
        [two],
        [{**whole, "results": [one]} for one in two],
        [{"group_by": [], "results": [one]} for one in two],
    ):
        assert [one.key for one in papers(written(tmp_path, answer=said))] == ["W1", "W2"]


def test_what_cannot_be_read_is_refused_by_its_place(tmp_path: Path) -> None:
    """A work without title, one out of form and something else are rejected; what is no work is passed over."""
    said: list[Any] = [
        {**WORK, "title": None, "display_name": " "},
        {**WORK, "authorships": "none"},
        {"id": f"{SITE}/W5", "type": "paratext", "title": "Cover"},
        {"id": f"{SITE}/W5", "is_paratext": True, "title": "Cover"},
        {"id": f"{SITE}/A5", "display_name": "Deleted Author"},
        {"id": f"{SITE}/A6"},
        {"id": "http://x.example/1"},
        {"error": "Invalid query", "message": "no such field"},
        {"id": ""},
        WORK,
    ]
    files = written(tmp_path, works=said)
    assert rejected(files) == [
        ("record 1, W1", "it has no title."),
        ("record 2, W1", "Expected `array | null`, got `str` - at `$.authorships`"),
        ("record 6, A6", "it has no display_name."),
        ("record 7", "no entity of OpenAlex."),
        ("record 8", "OpenAlex answered: no such field"),
        ("record 9", "no entity of OpenAlex."),
    ]
    assert len(papers(files)) == 1
    with pytest.raises(SourceError, match=r"other\.json: expected OpenAlex's entities"):
        items(written(tmp_path, other=[1, {"a": 2}, {"id": 7}]))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from([f"{SITE}/W3", f"{SITE}/I1"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*WORK, "source", "author", "display_name", "results"]), inner)
        ),
        max_leaves=20,
    )
)
def test_anything_in_json_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, said: object) -> None:
    """Whatever stands where, reading ends in records or refused ones, and the work before it is there."""
    found = items(written(tmp_path_factory.mktemp("any"), works=[[WORK, said]]))
    assert any(isinstance(one, PaperRecord) and one.key == "W1" for one in found)


def test_real_entities_are_read_as_they_are() -> None:
    """Of the real entities each that is no concept, keyword, publisher or deleted author is a record of its own."""
    with opened([data_set("openalex_fixtures")], lambda name: name.endswith(".json") and "/data/" in name) as files:
        found = records(files)
        assert not rejected(files)
        said = {file.path.stem: json.loads(file.path.read_bytes()) for file in files}
    told = {one.key: one for one in found if one.revised or one.key == "W2755950973"}
    assert told.keys() == {
        "A2150889177", "A5023888391", "F4320332161", "I27837315", "S137773608", "T11636", "W2741809807", "W2755950973",
    }  # fmt: skip
    work, one = said["W2741809807"], told["W2741809807"]
    assert isinstance(one, PaperRecord)
    assert one.abstract is not None
    assert len(one.abstract.split(" ")) == sum(map(len, work["abstract_inverted_index"].values())) == 258
    assert one.abstract.startswith("Despite growing interest in Open Access (OA) to scholarly literature")
    assert [f"{SITE}/{each.partition(':')[2]}" for each in one.references or ()] == work["referenced_works"]
    assert len(one.authors or ()) == len(work["authorships"]) == 9
    assert [each.name for each in one.authors or ()] == [each["raw_author_name"] for each in work["authorships"]]
    assert sum(any(id_.startswith("orcid:") for id_ in each.ids) for each in one.authors or ()) == 9
    assert (len(one.forms), one.licence, one.open_access_colour) == (7, "CC-BY", "gold")
    assert not one.odd_ids
    funder = told["F4320332161"]
    assert isinstance(funder, FunderRecord)
    assert "funder:10.13039/100000002" in funder.ids


def test_real_topics_have_the_names_that_another_list_has() -> None:
    """Each topic of a real work and a real topic is in an independent list of all 4,516, under the same name."""
    with opened([data_set("openalex_topics")], lambda name: name.endswith(".csv")) as (table,):
        rows = csv.DictReader(table.path.read_text("utf-8").splitlines())
        listed = {f"T{row['topic_id']}": row["topic_name"].casefold() for row in rows}
    assert len(listed) == 4_516
    with opened(
        [data_set("openalex_fixtures")], lambda name: name.endswith(("/T11636.json", "W2741809807.json"))
    ) as files:
        found = [one for one in records(files) if isinstance(one, TopicRecord) and one.code.startswith("T")]
    assert len(found) == 4
    assert [listed[one.code] for one in found] == [one.name.casefold() for one in found]
