"""OpenAlex works and other entities, from handmade documents."""

from pathlib import Path
from typing import Any

import pytest

from loaders.records.parts import Affiliation, Author, Funding, Manifestation, Relation, TopicUse, TypedDate, VolumeUse
from loaders.records.record import (
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from tests.loaders.sources.openalex_documents import (
    JOURNAL,
    ONES,
    SITE,
    TOPIC,
    TWOS,
    WORK,
    papers,
    records,
    rejected,
    write_files,
)


def test_work_is_read_completely(tmp_path: Path) -> None:
    """A work gives a paper with normalized IDs, affiliations, topics, forms and funding;
    the abstract becomes text.
    """
    (paper,) = papers(write_files(tmp_path, works=WORK))
    assert paper == PaperRecord(
        source="openalex",
        key="W1",
        url=f"{SITE}/W1",
        revised="2025-06-11T00:03:37Z",
        title="On ones",
        ids=("openalex:W1", "doi:10.1000/one", "mag:42", "pmid:7", "pmcid:PMC8", "arxiv:2101.00001"),
        abstract="Ones are few, few, only",
        language="en",
        dates=(TypedDate(value="2021-03-09"),),
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
        appeared_in=VolumeUse(
            volume="openalex:issn:0098-0331/48",
            venues=("openalex:S1", "issn:0098-0331", "issn:1573-1561"),
            pages="817-826",
            issue="11",
        ),
        pages="817-826",
        references=("openalex:W2", "openalex:W3"),
        forms=(
            Manifestation(
                url="https://ones.example/1.pdf",
                kind="article",
                version="published",
                license="CC-BY-NC-ND",
                note="Journal of Ones",
            ),
            Manifestation(url="https://arxiv.org/abs/2101.00001", kind="preprint", version="submitted"),
            Manifestation(url="https://index.example/1", kind="page"),
        ),
        open_access=True,
        open_access_color="hybrid",
        best_location="https://ones.example/1",
        funding=(
            Funding(funder="openalex:F1", awards=("A-2", "A-1")),
            Funding(funder="openalex:F2"),
        ),
        license="CC-BY-NC-ND",
        retracted=True,
    )


def test_partial_records_precede_work_and_come_once(tmp_path: Path) -> None:
    """Topics with their parents, institutions, funders, journal and volume come before the work, once."""
    found = records(write_files(tmp_path, works=[WORK, {**WORK, "id": f"{SITE}/W2"}]))
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
            in_passing=True,
            url=f"{SITE}/S1",
            name="Journal of Ones",
            ids=("openalex:S1", "issn:0098-0331", "issn:1573-1561"),
            kind="journal",
        ),
        VolumeRecord(
            source="openalex",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=(
                "volume:issn:0098-0331/48",
                "volume:issn:1573-1561/48",
            ),
            title="Volume 48",
            year=2021,
            journal="Journal of Ones",
            number="48",
            publisher="Press",
            venues=("openalex:S1",),
        ),
    ]


def test_other_entities_are_read(tmp_path: Path) -> None:
    """People, institutions, funders, journals, topics and subfields give records with OpenAlex's date."""
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
    files = write_files(tmp_path, entities=said)
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


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"publication_date": "2021-01-01"}, {"dates": (TypedDate(value="2021"),)}),
        ({"publication_date": "2021-02-30"}, {"dates": (TypedDate(value="2021"),)}),
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
                    volume="openalex:name:ones letters/48",
                    pages="817-826",
                    issue="11",
                    venues=("openalex-venue:ones letters",),
                )
            },
        ),
        ({"open_access": {"is_oa": False, "oa_status": "closed"}, "best_oa_location": None}, {"best_location": None}),
    ],
    ids=str,
)
def test_values_that_openalex_leaves_open_stay_null(
    tmp_path: Path, change: dict[str, Any], shown: dict[str, Any]
) -> None:
    """Filled-in days become years, empty lists null; cut bylines are marked, and types give kinds."""
    (paper,) = papers(write_files(tmp_path, works={**WORK, **change}))
    assert {name: getattr(paper, name) for name in shown} == shown


def test_old_affiliations_pair_only_if_unique(tmp_path: Path) -> None:
    """In older works, one text and one institution form an affiliation; otherwise they stay separate."""
    one = {"author": {"display_name": "Jane Doe"}, "raw_affiliation_strings": ["Ones"], "institutions": [ONES]}
    two = {**one, "raw_affiliation_strings": ["Ones", "Twos"]}
    (paper,) = papers(write_files(tmp_path, works={**WORK, "authorships": [one, two]}))
    assert [author.affiliations for author in paper.authors or ()] == [
        (Affiliation(text="Ones", ror="ror:03yrm5c26"),),
        (
            Affiliation(text="Ones"),
            Affiliation(text="Twos"),
            Affiliation(text="University of Ones", ror="ror:03yrm5c26"),
        ),
    ]
