"""ORCID people and their claimed works, from hand-written documents in its schema."""

import json
from pathlib import Path

import pytest

from loaders.records.match_features import RecordRef
from loaders.records.parts import Affiliation
from loaders.records.record import PaperRecord, PersonRecord
from loaders.records.serialization import StoredRecord, match_features
from loaders.resolution.entities import cluster_entities
from tests.loaders.sources.orcid_documents import CLAIM, JSON, NAMESPACES, ORCID, OWNER, record, records


def test_public_record_is_read_completely(tmp_path: Path) -> None:
    """A person has names, IDs, affiliations and titles; the claimed work has only its owner;
    non-public data is ignored.
    """
    assert records(tmp_path, record()) == [OWNER, CLAIM]
    assert "Secret" not in repr(records(tmp_path, record()))


@pytest.mark.parametrize("text", [json.dumps(JSON), json.dumps([JSON]), json.dumps({"record": JSON})])
def test_json_record_equals_xml_record(tmp_path: Path, text: str) -> None:
    """A JSON record, alone, in a list or under a name, gives the same records as XML."""
    assert records(tmp_path, text, "a.json") == [OWNER, CLAIM]


def test_claims_of_two_owners_have_two_sources(tmp_path: Path) -> None:
    """Two owners who list one work state its DOI under separate sources, so that both join one paper."""
    other = "0000-0002-1694-233X"
    found = [*records(tmp_path, record()), *records(tmp_path, record(orcid=other))]
    claims = [one for one in found if isinstance(one, PaperRecord)]
    assert [(one.source, one.key, one.ids) for one in claims] == [
        (f"orcid:{ORCID}", "work/11", ("doi:10.1000/one",)),
        (f"orcid:{other}", "work/11", ("doi:10.1000/one",)),
    ]
    published = PaperRecord(source="crossref", key="10.1000/one", title="On ones", ids=("doi:10.1000/one",))
    held = [StoredRecord(RecordRef(one.source, one.key, "orcid"), one) for one in (published, *claims)]
    (paper,) = cluster_entities(match_features(held))
    assert (len(paper.refs), paper.ids, paper.conflicts) == (3, ["doi:10.1000/one"], {})


@pytest.mark.parametrize(
    ("name", "shown", "family"),
    [
        ("<personal-details:credit-name>J. Doe</personal-details:credit-name>", ("J. Doe", "Jane Doe"), "Doe"),
        ("<personal-details:credit-name>Doe, J.</personal-details:credit-name>", ("J. Doe", "Jane Doe"), "Doe"),
        ("<personal-details:credit-name>J. Smith</personal-details:credit-name>", ("J. Smith", "Jane Doe"), None),
    ],
)
def test_credit_name_is_preferred(tmp_path: Path, name: str, shown: tuple[str, ...], family: str | None) -> None:
    """The credit name is displayed; the family name is used only if it is part of the credit name."""
    person = (
        "<person:person><person:name visibility='public'><personal-details:given-names>Jane"
        "</personal-details:given-names><personal-details:family-name>Doe</personal-details:family-name>"
        f"{name}</person:name></person:person>"
    )
    (one,) = records(tmp_path, record(person, ""))
    assert isinstance(one, PersonRecord)
    assert (one.names, one.family) == (shown, family)


def test_summary_is_separate_source(tmp_path: Path) -> None:
    """The API's summary has fewer values and is a separate source next to the full record."""
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
