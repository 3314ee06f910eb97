"""File forms of ORCID records: files, rejects, and ORCID's samples."""

import gzip
import io
import json
import tarfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.formats.archive import open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.record import PaperRecord, PersonRecord
from loaders.sources.orcid import SOURCE
from normalization.identifiers import normalize_or_none
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.orcid_documents import CLAIM, JSON, NAMESPACES, ORCID, PERSON, items, record


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (record(history="<history:deactivation-date>2020-01-01T00:00:00Z</history:deactivation-date>"), "deactivated"),
        (
            record(person=PERSON.replace("name visibility='public'", "name visibility='private'", 2), activities=""),
            "name",
        ),
        (record(orcid="0000-0002-1825-0098"), "'0000-0002-1825-0098' is not a valid ORCID iD"),
        (
            f"<error:error {NAMESPACES}><error:developer-message>409 Conflict: locked</error:developer-message>\
</error:error>",
            "ORCID returned: 409 Conflict: locked",
        ),
        (
            f"<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><error:error {NAMESPACES}>&x;</error:error>",
            "entit",
        ),
    ],
    ids=["deactivated", "no public name", "no iD", "error", "entity"],
)
def test_invalid_record_is_rejected(tmp_path: Path, text: str, reason: str) -> None:
    """A deactivated record, one without a public name or iD, errors and entities are rejected."""
    (found,) = items(tmp_path, text)
    assert isinstance(found, RejectedItem)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("<record/>", "a.xml", "expected ORCID records.*this is a <record>"),
        ("<a>", "a.xml", "line 1: expected ORCID XML"),
        ('{"a": 1}', "a.json", "expected ORCID records"),
        ("[1]", "a.json", "expected ORCID records"),
        ('{"title": "T", "type": "book", "url": "https://example.org"}', "a.json", "expected ORCID records"),
        ('{"content": "T", "name": "N"}', "a.json", "expected ORCID records"),
        ('{"organization": "O", "name": "N"}', "a.json", "expected ORCID records"),
        ('[{"path": "a.json", "size": 1}]', "a.json", "expected ORCID records"),
    ],
)
def test_unexpected_file_is_rejected(tmp_path: Path, text: str, name: str, told: str) -> None:
    """A file that is not ORCID XML and JSON without ORCID records raise an error."""
    with pytest.raises(SourceFileError, match=told):
        items(tmp_path, text, name)


def test_public_data_file_is_read(tmp_path: Path) -> None:
    """Each record in a .tar.gz of summaries is read under its name in the archive."""
    with tarfile.open(tmp_path / "ORCID_2024_10_summaries.tar.gz", "w:gz") as tar:
        for orcid in (ORCID, "0000-0002-1694-233X"):
            text = record(orcid=orcid).encode()
            entry = tarfile.TarInfo(f"ORCID_2024_10_summaries/{orcid[-3:]}/{orcid}.xml")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text))
    with open_files([tmp_path / "ORCID_2024_10_summaries.tar.gz"], SOURCE.accepts) as files:
        found = [item.key for file in files for item in SOURCE.start(files)(file) if isinstance(item, PersonRecord)]
    assert found == [ORCID, "0000-0002-1694-233X"]
    (tmp_path / "lines.json.gz").write_bytes(gzip.compress(f"{json.dumps(JSON)}\n{json.dumps(JSON)}\n".encode()))
    with open_files([tmp_path / "lines.json.gz"], SOURCE.accepts) as (file,):
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
def test_any_json_is_read_or_rejected(tmp_path_factory: pytest.TempPathFactory, said: object, at: str) -> None:
    """Any JSON in a part of a record gives records or rejects, and the next record is read."""
    inside = next((name for name in ("person", "activities-summary") if at in JSON[name]), None)
    odd = {**JSON, inside: {**JSON[inside], at: said}} if inside else {**JSON, at: said}
    found = items(tmp_path_factory.mktemp("any"), json.dumps([odd, JSON]), "a.json")
    assert CLAIM.title in [one.title for one in found if isinstance(one, PaperRecord)]
    assert any(isinstance(one, PersonRecord) and one.key == ORCID for one in found)


@pytest.mark.parametrize(
    "text",
    [
        '{"put-code": 1, "title": {"title": {"value": "T"}}}',
        '{"bulk": [{"work": {"title": {"title": {"value": "T"}}, "type": "book"}}]}',
        '{"department-name": "D", "role-title": "R", "start-date": null, "organization": {"name": "O"}}',
        '{"title": {"title": {"value": "T"}}, "type": "book", "external-ids": {"external-id": []}}',
        '{"content": "a keyword"}',
        '{"country": {"value": "US"}}',
        '{"url-name": "N", "url": {"value": "https://example.org"}}',
    ],
)
def test_other_orcid_documents_are_skipped(tmp_path: Path, text: str) -> None:
    """JSON of other ORCID documents is skipped as XML is, alone or together with a record."""
    assert items(tmp_path, text, "a.json") == []
    assert PersonRecord in [type(one) for one in items(tmp_path, f"[{text}, {json.dumps(JSON)}]", "a.json")]


def test_real_samples_are_read() -> None:
    """Of 103 samples, one is an active record with a valid iD; the others are skipped or rejected."""
    with open_files([data_set("orcid_samples")], SOURCE.accepts) as files:
        reader = SOURCE.start(files)
        assert len([file for file in files if "/samples/" in file.name]) == 103
        found = {file.name.partition("/samples/")[2]: list(reader(file)) for file in files}
        said = json.loads(next(file.path for file in files if "record-full" in file.name).read_bytes())
    told = {name: one for name, one in found.items() if one}
    assert {name: [type(each).__name__ for each in one] for name, one in told.items()} == {
        "read_samples/error-3.0.xml": ["RejectedItem"],
        "read_samples/record-3.0.xml": ["RejectedItem"],
        "read_samples/record-full-3.0.json": ["PersonRecord"],
        "read_samples/record-no-city-country-for-professional-activities-3.0.xml": ["RejectedItem"],
        "summary-3.0.xml": ["RejectedItem"],
    }
    assert Counter(name.rpartition(".")[2] for name, one in found.items() if not one) == {"xml": 71, "json": 27}
    (person,) = told["read_samples/record-full-3.0.json"]
    assert isinstance(person, PersonRecord)
    others = [one["content"] for one in said["person"]["other-names"]["other-name"]]
    assert person.names == tuple(dict.fromkeys(("Three releasecandidate1", *others)))
    assert len(person.affiliations or ()) == 1 + 3 + 1 + 1
    assert normalize_or_none(f"orcid:{said['orcid-identifier']['path']}") == person.ids[0]
