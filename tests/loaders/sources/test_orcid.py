"""ORCID's people and what they claim, from documents written by hand in its schema, and from its own samples."""

import gzip
import io
import json
import tarfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cypher.identifiers import known
from loaders.archive import SourceFile, opened
from loaders.identity import Ref, things
from loaders.normalise import cleaned
from loaders.parts import Affiliation, Author, Dated, Form, WorkRelation
from loaders.record import PaperRecord, PersonRecord, Record
from loaders.source import Item, Rejected, SourceError
from loaders.sources.orcid import SOURCE
from loaders.statement import Held, stated
from tests.loaders.sources.beside import data_set

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


def organisation(name: str, identifier: str = "", source: str = "") -> str:
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
        + organisation("University of Ones", "https://ror.org/03yrm5c26", "ROR"),
    )
    + place(
        "employment",
        "<common:start-date><common:year>2010</common:year></common:start-date>"
        "<common:end-date><common:year>2014</common:year></common:end-date>"
        + organisation("Twos Ltd", "12345", "RINGGOLD"),
    )
    + place("employment", organisation("Secret Service"), "limited")
    + "</activities:employments><activities:educations>"
    + place("education", "<common:role-title>PhD</common:role-title>" + organisation("College"))
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
    assert not [one for one in found if isinstance(one, Rejected)]
    return [cleaned(one) for one in found if not isinstance(one, Rejected)]


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
    dates=(Dated(value="2020-02"),),
    authors=(Author(name="Jane A. Doe", family="Doe", ids=(f"orcid:{ORCID}",)),),
    authors_complete=False,
    forms=(Form(url="https://ones.example/1", kind="page"),),
    relations=(
        WorkRelation(kind="version_of", target="arxiv:2101.00001"),
        WorkRelation(kind="part_of", target="doi:10.1000/book"),
    ),
    journal_ref="The Book of Ones",
)


def test_a_record_with_all_that_everybody_may_see(tmp_path: Path) -> None:
    """A person has names, ids, places and titles, the claimed work its owner alone; what is not public is nowhere."""
    assert records(tmp_path, record()) == [OWNER, CLAIM]
    assert "Secret" not in repr(records(tmp_path, record()))


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


@pytest.mark.parametrize("text", [json.dumps(JSON), json.dumps([JSON]), json.dumps({"record": JSON})])
def test_json_says_the_same(tmp_path: Path, text: str) -> None:
    """A record in JSON, by itself, in a list or named, gives what it gives in XML."""
    assert records(tmp_path, text, "a.json") == [OWNER, CLAIM]


def test_claims_of_two_owners_are_two_sources(tmp_path: Path) -> None:
    """Two owners who list one work state its DOI under sources of their own, so that both meet in one paper."""
    other = "0000-0002-1694-233X"
    found = [*records(tmp_path, record()), *records(tmp_path, record(orcid=other))]
    claims = [one for one in found if isinstance(one, PaperRecord)]
    assert [(one.source, one.key, one.ids) for one in claims] == [
        (f"orcid:{ORCID}", "work/11", ("doi:10.1000/one",)),
        (f"orcid:{other}", "work/11", ("doi:10.1000/one",)),
    ]
    published = PaperRecord(source="crossref", key="10.1000/one", title="On ones", ids=("doi:10.1000/one",))
    held = [Held(Ref(one.source, one.key, "orcid"), one) for one in (published, *claims)]
    (paper,) = things(stated(held))
    assert (len(paper.refs), paper.ids, paper.conflicts) == (3, ["doi:10.1000/one"], {})


@pytest.mark.parametrize(
    ("name", "shown", "family"),
    [
        ("<personal-details:credit-name>J. Doe</personal-details:credit-name>", ("J. Doe", "Jane Doe"), "Doe"),
        ("<personal-details:credit-name>Doe, J.</personal-details:credit-name>", ("J. Doe", "Jane Doe"), "Doe"),
        ("<personal-details:credit-name>J. Smith</personal-details:credit-name>", ("J. Smith", "Jane Doe"), None),
    ],
)
def test_the_credit_name_is_preferred(tmp_path: Path, name: str, shown: tuple[str, ...], family: str | None) -> None:
    """Who gives a credit name is shown under it; the family name is told apart only where it stands in that name."""
    person = (
        "<person:person><person:name visibility='public'><personal-details:given-names>Jane"
        "</personal-details:given-names><personal-details:family-name>Doe</personal-details:family-name>"
        f"{name}</person:name></person:person>"
    )
    (one,) = records(tmp_path, record(person, ""))
    assert isinstance(one, PersonRecord)
    assert (one.names, one.family) == (shown, family)


def test_a_summary_stands_beside_the_record(tmp_path: Path) -> None:
    """The summary that the API gives says less, and says it as a source of its own."""
    text = (
        f"<summary:record-summary {NAMESPACES}><common:last-modified-date>2024-01-01T12:00:00"
        "</common:last-modified-date><summary:credit-name>Jane Doe</summary:credit-name><common:orcid-identifier>"
        f"<common:path>{ORCID}</common:path></common:orcid-identifier><summary:external-identifiers><summary:external-identifier>"
        "<summary:external-id-type>Scopus</summary:external-id-type><summary:external-id-value>36"
        "</summary:external-id-value></summary:external-identifier></summary:external-identifiers><summary:employments>"
        "<summary:employment><summary:organization-name>University of Ones</summary:organization-name><summary:role>"
        "Professor</summary:role><common:start-date><common:year>2020</common:year></common:start-date>"
        "</summary:employment></summary:employments></summary:record-summary>"
    )
    assert records(tmp_path, text) == [
        PersonRecord(
            source="orcid-summary",
            key=ORCID,
            url=f"https://orcid.org/{ORCID}",
            revised="2024-01-01T12:00:00Z",
            ids=(f"orcid:{ORCID}", "scopus-person:36"),
            names=("Jane Doe",),
            affiliations=(Affiliation(text="University of Ones", since=2020, role="Professor"),),
            role="Professor",
        )
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (record(history="<history:deactivation-date>2020-01-01T00:00:00Z</history:deactivation-date>"), "deactivated"),
        (
            record(person=PERSON.replace("name visibility='public'", "name visibility='private'", 2), activities=""),
            "name",
        ),
        (record(orcid="0000-0002-1825-0098"), "'0000-0002-1825-0098' is no ORCID iD"),
        (
            f"<error:error {NAMESPACES}><error:developer-message>409 Conflict: locked</error:developer-message>\
</error:error>",
            "ORCID answered: 409 Conflict: locked",
        ),
        (
            f"<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><error:error {NAMESPACES}>&x;</error:error>",
            "entit",
        ),
    ],
    ids=["deactivated", "no public name", "no iD", "error", "entity"],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    """A record that was deactivated, shows no name or has no iD is rejected, as are errors and entities."""
    (found,) = items(tmp_path, text)
    assert isinstance(found, Rejected)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("<record/>", "a.xml", "expected records of ORCID.*this is a <record>"),
        ("<a>", "a.xml", "line 1: expected ORCID's XML"),
        ('{"a": 1}', "a.json", "expected records of ORCID"),
        ("[1]", "a.json", "expected records of ORCID"),
    ],
)
def test_another_kind_of_file_is_refused(tmp_path: Path, text: str, name: str, told: str) -> None:
    """A file that is no XML of ORCID's, and one in which nothing is, cannot be read."""
    with pytest.raises(SourceError, match=told):
        items(tmp_path, text, name)


def test_the_public_data_file_is_read_as_it_comes(tmp_path: Path) -> None:
    """Of a .tar.gz of summaries each record is read, one by one, under the name that it has there."""
    with tarfile.open(tmp_path / "ORCID_2024_10_summaries.tar.gz", "w:gz") as tar:
        for orcid in (ORCID, "0000-0002-1694-233X"):
            text = record(orcid=orcid).encode()
            entry = tarfile.TarInfo(f"ORCID_2024_10_summaries/{orcid[-3:]}/{orcid}.xml")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text))
    with opened([tmp_path / "ORCID_2024_10_summaries.tar.gz"], SOURCE.wants) as files:
        found = [item.key for file in files for item in SOURCE.start(files)(file) if isinstance(item, PersonRecord)]
    assert found == [ORCID, "0000-0002-1694-233X"]
    (tmp_path / "lines.json.gz").write_bytes(gzip.compress(f"{json.dumps(JSON)}\n{json.dumps(JSON)}\n".encode()))
    with opened([tmp_path / "lines.json.gz"], SOURCE.wants) as (file,):
        assert sum(isinstance(item, PersonRecord) for item in SOURCE.start([file])(file)) == 2


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["value", "summaries", "employment-summary", "put-code", "external-ids", "title", "name"]
                ),
                inner,
            )
        ),
        max_leaves=15,
    ),
    st.sampled_from([*JSON, *JSON["person"], *JSON["activities-summary"]]),
)
def test_anything_in_json_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, said: object, at: str) -> None:
    """Whatever stands in a part of a record, reading ends in records or refused ones, and the next record is there."""
    inside = next((name for name in ("person", "activities-summary") if at in JSON[name]), None)
    odd = {**JSON, inside: {**JSON[inside], at: said}} if inside else {**JSON, at: said}
    found = items(tmp_path_factory.mktemp("any"), json.dumps([odd, JSON]), "a.json")
    assert CLAIM.title in [one.title for one in found if isinstance(one, PaperRecord)]
    assert any(isinstance(one, PersonRecord) and one.key == ORCID for one in found)


def test_real_samples_are_read_as_they_are() -> None:
    """Of ORCID's 103 samples one is a living record with a valid iD; others are told for what they are."""
    with opened([data_set("orcid_samples")], SOURCE.wants) as files:
        reader = SOURCE.start(files)
        assert len([file for file in files if "/samples/" in file.name]) == 103
        found: dict[str, list[Item] | str] = {}
        for file in files:
            try:
                found[file.name.partition("/samples/")[2]] = list(reader(file))
            except SourceError:
                found[file.name.partition("/samples/")[2]] = "none of ours"
        assert found.pop("") == "none of ours"  # the list of the files
        said = json.loads(next(file.path for file in files if "record-full" in file.name).read_bytes())
    told = {name: one for name, one in found.items() if one and isinstance(one, list)}
    assert {name: [type(each).__name__ for each in one] for name, one in told.items()} == {
        "read_samples/error-3.0.xml": ["Rejected"],
        "read_samples/record-3.0.xml": ["Rejected"],
        "read_samples/record-full-3.0.json": ["PersonRecord"],
        "read_samples/record-no-city-country-for-professional-activities-3.0.xml": ["Rejected"],
        "summary-3.0.xml": ["Rejected"],
    }
    assert Counter(name.rpartition(".")[2] for name, one in found.items() if one == "none of ours") == {"json": 27}
    assert Counter(name.rpartition(".")[2] for name, one in found.items() if not one) == {"xml": 71}
    (person,) = told["read_samples/record-full-3.0.json"]
    assert isinstance(person, PersonRecord)
    others = [one["content"] for one in said["person"]["other-names"]["other-name"]]
    assert person.names == tuple(dict.fromkeys(("Three releasecandidate1", *others)))
    assert len(person.affiliations or ()) == 1 + 3 + 1 + 1
    assert known(f"orcid:{said['orcid-identifier']['path']}") == person.ids[0]
