"""An ORCID record as XML and as JSON, with the Byline records expected from it."""

from pathlib import Path
from typing import Any

from loaders.formats.archive import SourceFile
from loaders.records.errors import RejectedItem
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Author, Manifestation, TypedDate, WorkRelation
from loaders.records.record import Item, PaperRecord, PersonRecord, Record
from loaders.sources.orcid import SOURCE

ORCID = "0000-0002-1825-0097"
NAMESPACES = " ".join(
    f'xmlns:{name}="http://www.orcid.org/ns/{name}"'
    for name in (
        "record", "common", "person", "personal-details", "other-name", "external-identifier", "activities", "history",
        "employment", "education", "work", "summary", "error",
    )
)  # fmt: skip


def place(kind: str, inner: str, visibility: str = "public") -> str:
    tag = f"{kind}:{kind}-summary"
    told = f"<{tag} visibility='{visibility}'>{inner}</{tag}>"
    return f"<activities:affiliation-group>{told}</activities:affiliation-group>"


def organization(name: str, identifier: str = "", source: str = "") -> str:
    told = (
        "<common:disambiguated-organization><common:disambiguated-organization-identifier>"
        f"{identifier}</common:disambiguated-organization-identifier><common:disambiguation-source>{source}"
        "</common:disambiguation-source></common:disambiguated-organization>"
    )
    return f"<common:organization><common:name>{name}</common:name>{told if identifier else ''}</common:organization>"


def external(kind: str, value: str, relation: str = "self", tag: str = "common:external-id", more: str = "") -> str:
    return (
        f"<{tag}{more}><common:external-id-type>{kind}</common:external-id-type><common:external-id-value>{value}"
        f"</common:external-id-value><common:external-id-relationship>{relation}</common:external-id-relationship></{tag}>"
    )


def summary(number: int, title: str, more: str = "", *, index: int = 0, visibility: str = "public") -> str:
    return (
        f"<work:work-summary put-code='{number}' visibility='{visibility}' display-index='{index}'>"
        "<common:last-modified-date>2020-05-06T07:08:09.123Z</common:last-modified-date>"
        f"<work:title><common:title>{title}</common:title></work:title>{more}</work:work-summary>"
    )


PERSON = (
    "<person:person><person:name visibility='public'><personal-details:given-names>Jane A."
    "</personal-details:given-names><personal-details:family-name>Doe</personal-details:family-name></person:name>"
    "<other-name:other-names><other-name:other-name visibility='public'><other-name:content>Roe, Jane"
    "</other-name:content></other-name:other-name><other-name:other-name visibility='limited'><other-name:content>"
    "Secret</other-name:content></other-name:other-name></other-name:other-names>"
    "<person:biography visibility='public'><personal-details:content>Counts\n ones.</personal-details:content>"
    "</person:biography><external-identifier:external-identifiers>"
    + "".join(
        external(kind, value, relation, "external-identifier:external-identifier", f" visibility='{seen}'")
        for kind, value, relation, seen in (
            ("Scopus Author ID", "36", "self", "public"),
            ("ISNI", "0000 0001 2103 4996", "self", "public"),
            ("ResearcherID", "B-1-2010", "self", "public"),
            ("ResearcherID", "A-1-2009", "self", "private"),
            ("My ID System", "7", "self", "public"),
        )
    )
    + "</external-identifier:external-identifiers></person:person>"
)
PLACES = (
    "<activities:employments>"
    + place(
        "employment",
        "<common:department-name>Dept. of Ones</common:department-name><common:role-title>Professor</common:role-title>"
        "<common:start-date><common:year>2015</common:year><common:month>02</common:month></common:start-date>"
        + organization("University of Ones", "https://ror.org/03yrm5c26", "ROR"),
    )
    + place(
        "employment",
        "<common:start-date><common:year>2010</common:year></common:start-date>"
        "<common:end-date><common:year>2014</common:year></common:end-date>"
        + organization("Twos Ltd", "12345", "RINGGOLD"),
    )
    + place("employment", organization("Secret Service"), "limited")
    + "</activities:employments><activities:educations>"
    + place("education", "<common:role-title>PhD</common:role-title>" + organization("College"))
    + "</activities:educations>"
)
WORKS = (
    "<activities:works><activities:group><common:external-ids>"
    + external("doi", "https://doi.org/10.1000/ONE")
    + "</common:external-ids>"
    + summary(
        12,
        "On ones",
        "<common:external-ids>"
        + external("doi", "10.1000/ONE")
        + external("arxiv", "2101.00001", "version-of")
        + external("isbn", "9783161484100", "part-of")
        + external("doi", "10.1000/book", "part-of")
        + external("doi", "no doi")
        + "</common:external-ids><common:url>https://ones.example/1</common:url><work:type>book-chapter</work:type>"
        "<common:publication-date><common:year>2020</common:year><common:month>2</common:month><common:day>31"
        "</common:day></common:publication-date><work:journal-title>The Book of Ones</work:journal-title>",
        index=1,
    )
    + summary(11, "ON ONES")
    + summary(10, "A secret", visibility="private")
    + "</activities:group><activities:group><common:external-ids/>"
    + summary(13, "A talk that nobody else knows")
    + "</activities:group><activities:group>"
    + summary(
        14,
        "Secret",
        f"<common:external-ids>{external('doi', '10.1000/s')}</common:external-ids>",
        visibility="limited",
    )
    + "</activities:group></activities:works>"
)


def record(
    person: str = PERSON, activities: str = PLACES + WORKS, history: str = "", orcid: str = ORCID, tag: str = "record"
) -> str:
    return (
        f"<?xml version='1.0' encoding='UTF-8'?><{tag}:record path='/{orcid}' {NAMESPACES}><common:orcid-identifier>"
        f"<common:path>{orcid}</common:path></common:orcid-identifier><history:history><common:last-modified-date>"
        f"2024-01-02T03:04:05.678Z</common:last-modified-date>{history}</history:history>{person}"
        f"<activities:activities-summary>{activities}</activities:activities-summary></{tag}:record>"
    )


def items(folder: Path, text: str, name: str = "a.xml") -> list[Item]:
    (folder / name).write_text(text, "utf-8")
    return list(SOURCE.start([])(SourceFile(name, folder / name, name)))


def records(folder: Path, text: str, name: str = "a.xml") -> list[Record]:
    found = items(folder, text, name)
    assert not [one for one in found if isinstance(one, RejectedItem)]
    return [normalize_record(one) for one in found if not isinstance(one, RejectedItem)]


OWNER = PersonRecord(
    source="orcid",
    key=ORCID,
    url=f"https://orcid.org/{ORCID}",
    revised="2024-01-02T03:04:05Z",
    ids=(f"orcid:{ORCID}", "scopus-person:36", "researcherid:B-1-2010"),
    names=("Jane A. Doe", "Jane Roe"),
    family="Doe",
    affiliations=(
        Affiliation(text="University of Ones", ror="ror:03yrm5c26", since=2015, role="Professor"),
        Affiliation(text="Twos Ltd", since=2010, until=2014),
        Affiliation(text="College", role="education: PhD"),
    ),
    role="Professor",
    headline="Counts ones.",
)
CLAIM = PaperRecord(
    source=f"orcid:{ORCID}",
    key="work/11",
    url=f"https://orcid.org/{ORCID}",
    revised="2020-05-06T07:08:09Z",
    title="On ones",
    kind="chapter",
    ids=("doi:10.1000/one",),
    dates=(TypedDate(value="2020-02"),),
    authors=(Author(name="Jane A. Doe", family="Doe", ids=(f"orcid:{ORCID}",)),),
    authors_complete=False,
    forms=(Manifestation(url="https://ones.example/1", kind="page"),),
    relations=(
        WorkRelation(kind="version_of", target="arxiv:2101.00001"),
        WorkRelation(kind="part_of", target="doi:10.1000/book"),
    ),
    journal_ref="The Book of Ones",
)


JSON: dict[str, Any] = {
    "orcid-identifier": {"uri": f"https://orcid.org/{ORCID}", "path": ORCID},
    "history": {"last-modified-date": {"value": 1704164645678}, "deactivation-date": None},
    "person": {
        "name": {
            "given-names": {"value": "Jane A."},
            "family-name": {"value": "Doe"},
            "credit-name": None,
            "visibility": "public",
        },
        "other-names": {
            "other-name": [
                {"content": "Roe, Jane", "visibility": "public"},
                {"content": "Secret", "visibility": "private"},
            ]
        },
        "biography": {"content": "Counts ones.", "visibility": "public"},
        "external-identifiers": {
            "external-identifier": [
                {
                    "external-id-type": kind,
                    "external-id-value": value,
                    "external-id-relationship": "self",
                    "visibility": "public",
                }
                for kind, value in (("Scopus Author ID", "36"), ("ResearcherID", "B-1-2010"))
            ]
        },
    },
    "activities-summary": {
        "employments": {
            "affiliation-group": [
                {
                    "summaries": [
                        {
                            "employment-summary": {
                                "role-title": "Professor",
                                "start-date": {"year": {"value": "2015"}, "month": None},
                                "end-date": None,
                                "organization": {
                                    "name": "University of Ones",
                                    "disambiguated-organization": {
                                        "disambiguated-organization-identifier": "https://ror.org/03yrm5c26",
                                        "disambiguation-source": "ROR",
                                    },
                                },
                                "visibility": "public",
                            }
                        }
                    ]
                },
                {
                    "summaries": [
                        {
                            "employment-summary": {
                                "start-date": {"year": {"value": "2010"}},
                                "end-date": {"year": {"value": "2014"}},
                                "organization": {"name": "Twos Ltd"},
                                "visibility": "public",
                            }
                        }
                    ]
                },
            ]
        },
        "educations": {
            "affiliation-group": [
                {
                    "summaries": [
                        {"education-summary": {"role-title": "PhD", "organization": {"name": "College"}}},
                    ]
                }
            ]
        },
        "works": {
            "group": [
                {
                    "external-ids": {
                        "external-id": [
                            {
                                "external-id-type": "doi",
                                "external-id-value": "10.1000/ONE",
                                "external-id-relationship": "self",
                            }
                        ]
                    },
                    "work-summary": [
                        {
                            "put-code": 11,
                            "display-index": "0",
                            "last-modified-date": {"value": 1588748889123},
                            "title": {"title": {"value": "On ones"}},
                            "external-ids": {
                                "external-id": [
                                    {
                                        "external-id-type": "arxiv",
                                        "external-id-value": "2101.00001",
                                        "external-id-relationship": "version-of",
                                    },
                                    {
                                        "external-id-type": "doi",
                                        "external-id-value": "10.1000/book",
                                        "external-id-relationship": "part-of",
                                    },
                                ]
                            },
                            "url": {"value": "https://ones.example/1"},
                            "type": "book-chapter",
                            "publication-date": {"year": {"value": "2020"}, "month": {"value": "02"}, "day": None},
                            "journal-title": {"value": "The Book of Ones"},
                            "visibility": "public",
                        }
                    ],
                }
            ]
        },
    },
}
