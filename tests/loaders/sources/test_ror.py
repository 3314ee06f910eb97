"""ROR dumps of both schemas: accepted organizations, rejects, and the real registry."""

import json
import zipfile
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from loaders.formats import json_stream as json_elements
from loaders.formats.archive import SourceFile, open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Relation
from loaders.records.record import InstitutionRecord, Item
from loaders.sources import ror
from loaders.sources.base import sources
from tests.loaders.sources.data_sets import data_set

SECOND: dict[str, object] = {
    "id": "https://ror.org/03zzzzz50",
    "names": [
        {"value": "University of Nowhere", "types": ["ror_display", "label"], "lang": "en"},
        {"value": 'Universität "Nirgendwo" {N}', "types": ["label"], "lang": "de"},
        {"value": "Nowhere State", "types": ["alias"], "lang": None},
        {"value": "UN", "types": ["acronym"], "lang": None},
        {"value": "NOW", "types": ["acronym", "alias"], "lang": None},
    ],
    "locations": [
        {
            "geonames_id": 1,
            "geonames_details": {
                "name": "Nowhere",
                "country_name": "Utopia",
                "country_code": "UT",
                "lat": 1.5,
                "lng": -2.25,
            },
        },
        {"geonames_id": 2, "geonames_details": {"name": "Elsewhere"}},
    ],
    "links": [
        {"type": "wikipedia", "value": "https://en.wikipedia.org/wiki/Nowhere"},
        {"type": "website", "value": "https://nowhere.example"},
    ],
    "types": ["education", "funder"],
    "status": "active",
    "established": 1516,
    "relationships": [
        {"id": "https://ror.org/03zzzzz69", "type": "parent", "label": "Utopia"},
        {"id": "https://ror.org/03zzzzz78", "type": "successor", "label": "New Nowhere"},
    ],
    "admin": {"created": {"date": "2018-11-14"}, "last_modified": {"date": "2025-02-03", "schema_version": "2.1"}},
    "field_of_a_later_schema": {"is": "left alone"},
}
FIRST: dict[str, object] = {
    "id": "https://ror.org/03zzzzz50",
    "name": "University of Nowhere",
    "labels": [{"label": 'Universität "Nirgendwo" {N}', "iso639": "de"}],
    "aliases": ["NOW", "Nowhere State"],
    "acronyms": ["UN", "NOW"],
    "addresses": [{"city": "Nowhere", "lat": 1.5, "lng": -2.25}],
    "country": {"country_name": "Utopia", "country_code": "UT"},
    "links": ["https://nowhere.example"],
    "types": ["Education", "Funder"],
    "status": "active",
    "established": 1516,
    "relationships": [
        {"id": "https://ror.org/03zzzzz69", "type": "Parent", "label": "Utopia"},
        {"id": "https://ror.org/03zzzzz78", "type": "Successor", "label": "New Nowhere"},
    ],
}


def _read(folder: Path, text: str | bytes, name: str = "ror.json") -> list[Item]:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(ror.read_file(SourceFile(name, path)))


def test_second_schema_is_read_completely(tmp_path: Path) -> None:
    """Schema 2 names follow their types; the first location, the home page and relations are read."""
    (record,) = _read(tmp_path, json.dumps([SECOND]))
    assert isinstance(record, InstitutionRecord)
    assert normalize_record(record) == InstitutionRecord(
        source="ror",
        key="03zzzzz50",
        url="https://ror.org/03zzzzz50",
        revised="2025-02-03",
        name="University of Nowhere",
        ids=("ror:03zzzzz50",),
        aliases=("NOW", "Nowhere State", 'Universität "Nirgendwo" {N}'),
        acronyms=("NOW", "UN"),
        types=("education", "funder"),
        status="active",
        established=1516,
        country="Utopia",
        country_code="UT",
        city="Nowhere",
        latitude=1.5,
        longitude=-2.25,
        website="https://nowhere.example",
        relations=(
            Relation(kind="parent", target="ror:03zzzzz69"),
            Relation(kind="successor", target="ror:03zzzzz78"),
        ),
    )


def test_both_schemas_give_same_record(tmp_path: Path) -> None:
    """One institution in schema 1 and 2 gives one record, except for the date, which schema 1 lacks."""
    second, first = _read(tmp_path, json.dumps([SECOND, FIRST], indent=2))
    assert isinstance(first, InstitutionRecord)
    assert isinstance(second, InstitutionRecord)
    assert normalize_record(first) == structs.replace(normalize_record(second), revised=None)


def test_minimal_organization_is_read(tmp_path: Path) -> None:
    """An institution without location, links or relations is read, and missing values stay null."""
    said = {
        "id": "https://ror.org/03zzzzz50",
        "names": [{"value": "N", "types": ["ror_display"]}],
        "status": "withdrawn",
        "established": None,
        "locations": [],
    }
    (record,) = _read(tmp_path, json.dumps([said]))
    assert isinstance(record, InstitutionRecord)
    assert (record.status, record.city, record.latitude, record.established) == ("withdrawn", None, None, None)


def test_single_organization_file_is_read(tmp_path: Path) -> None:
    """A file with one organization outside an array is read, with or without a byte order mark."""
    assert len(_read(tmp_path, json.dumps(FIRST))) == 1
    assert len(_read(tmp_path, b"\xef\xbb\xbf" + json.dumps(FIRST).encode())) == 1


def test_invalid_organization_is_rejected_with_place_and_reason(tmp_path: Path) -> None:
    """A malformed organization is rejected by number, ID and reason, and later ones are read."""
    unshown = {**SECOND, "names": [{"value": "N", "types": ["alias"]}]}
    unknown = {**SECOND, "status": "sleeping"}
    text = json.dumps([unshown, unknown, {"id": "https://ror.org/03zzzzz50"}])[:-1] + ', {"id": nonsense}, '
    items = _read(tmp_path, text + json.dumps(FIRST) + "]")
    refused = [item for item in items if isinstance(item, RejectedItem)]
    assert [one.place for one in refused] == [
        "record 1, https://ror.org/03zzzzz50",
        "record 2, https://ror.org/03zzzzz50",
        "record 3, https://ror.org/03zzzzz50",
        "record 4",
    ]
    assert "ror_display" in refused[0].reason
    assert "sleeping" in refused[1].reason
    assert "neither `names`" in refused[2].reason
    assert isinstance(items[-1], InstitutionRecord)


@pytest.mark.parametrize("lost", [40, 1])
def test_truncated_file_returns_complete_organizations(tmp_path: Path, lost: int) -> None:
    """All complete organizations of a truncated dump are read, and the truncation is reported."""
    path = tmp_path / "ror.json"
    path.write_text(json.dumps([SECOND, FIRST])[:-lost], "utf-8")
    items = ror.read_file(SourceFile("ror.json", path))
    assert isinstance(next(items), InstitutionRecord)
    with pytest.raises(SourceFileError, match=r"ror\.json: the file is truncated"):
        list(items)


@pytest.mark.parametrize(
    "text",
    ["", "id,name\n03zzzzz50,N\n", "[1, [2]]", '"{}"', "\x00\x01", '{"auths": {}}', "[" + '{"a": 1},' * 1500 + "{}]"],
)
def test_unexpected_file_is_rejected(tmp_path: Path, text: str) -> None:
    """A file without organizations raises an error with its name and the expected format."""
    with pytest.raises(SourceFileError, match=r"ror\.json: expected a ROR dump"):
        _read(tmp_path, text)


def test_every_element_is_counted_by_position(tmp_path: Path) -> None:
    """A non-object is rejected by its number in the array, and the other elements have their own numbers."""
    odd = [5, None, 'a, ]{\\"', [1, [{"id": "x"}], "]"], True, {"id": 5}]
    items = _read(tmp_path, json.dumps([SECOND, *odd, FIRST]))
    assert [item.place if isinstance(item, RejectedItem) else item.key for item in items] == [
        "03zzzzz50",
        *(f"record {number}" for number in range(2, 8)),
        "03zzzzz50",
    ]
    reasons = [item.reason for item in items if isinstance(item, RejectedItem)]
    assert reasons[:-1] == ["not an organization: expected a JSON object."] * 5
    assert "is a whole number, and should be text or null." in reasons[-1]
    assert len(_read(tmp_path, json.dumps([FIRST])[:-1] + " } 5x]")) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "the dump is an empty array, without organizations"),
        (" [ \n] ", "the dump is an empty array"),
        ("", "the file is empty"),
        (json.dumps([FIRST]) + "]", "unexpected text after the end of the JSON array"),
        (json.dumps([FIRST]) + "\n[]", "unexpected text after the end of the JSON array"),
        ("[5", "the file is truncated"),
        (json.dumps(FIRST) + ' {"name', "the file is truncated"),
    ],
)
def test_unusual_end_of_file_is_reported(tmp_path: Path, text: str, said: str) -> None:
    """An empty array, truncation and text after the end each raise their own error."""
    with pytest.raises(SourceFileError, match=said):
        _read(tmp_path, text)


def test_unclosed_organization_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An organization that never ends is rejected, so that a broken file cannot fill the memory."""
    monkeypatch.setattr(json_elements, "MAX_ELEMENT_BYTES", 4 << 20)
    with pytest.raises(SourceFileError, match=r"record 1 \(line 1, byte 1\) does not end within 4 MiB"):
        _read(tmp_path, '[{"id": "' + "x" * (6 << 20))


@settings(max_examples=50, deadline=None)
@given(
    names=st.lists(st.text(min_size=1).filter(lambda name: bool(name.strip())), min_size=1, max_size=6),
    chunk=st.integers(1, 40),
    indent=st.sampled_from([None, 1]),
    escaped=st.booleans(),
)
def test_names_are_read_across_chunk_boundaries(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], chunk: int, indent: int | None, *, escaped: bool
) -> None:
    """Names of any text (quotes, braces, backslashes) are read unchanged at any chunk boundary."""
    folder = tmp_path_factory.mktemp("ror")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(json_elements, "CHUNK", chunk)
        said = [one for name in names for one in ({**FIRST, "name": name}, name, [name])]
        items = _read(folder, json.dumps(said, indent=indent, ensure_ascii=escaped))
    assert [item.name for item in items if isinstance(item, InstitutionRecord)] == names
    assert [item.place for item in items if isinstance(item, RejectedItem)] == [
        f"record {number}" for number in range(1, len(said) + 1) if number % 3 != 1
    ]


def test_dump_in_both_schemas_is_read_once(tmp_path: Path) -> None:
    """If a zip file has a dump in both schemas, only schema 2 is read, so that no record repeats."""
    path = tmp_path / "v1.50-ror-data.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("v1.50-ror-data.json", json.dumps([FIRST]))
        packed.writestr("v1.50-ror-data_schema_v2.json", json.dumps([SECOND, SECOND]))
        packed.writestr("v1.50-ror-data.csv", "id,name")
    source = sources()["ror"]
    with open_files([path], source.accepts) as files:
        reader = source.start(files)
        assert {file.name: len(list(reader(file))) for file in files} == {
            "v1.50-ror-data.json": 0,
            "v1.50-ror-data_schema_v2.json": 2,
        }


class _PlainOrganization(msgspec.Struct):
    """An organization of either schema, decoded independently of the loader."""

    status: str
    relationships: list[dict[str, str]]


@pytest.mark.full
@pytest.mark.data
def test_real_registry_is_read_completely() -> None:
    """Both real dumps give all institutions, statuses and relations, without rejects."""
    source = sources()["ror"]
    with open_files([data_set("ror_v2")], source.accepts) as files:
        reader = source.start(files)
        assert len(files) == 2
        for file in files:
            records = [normalize_record(item) for item in reader(file) if isinstance(item, InstitutionRecord)]
            truth = msgspec.json.decode(file.path.read_bytes(), type=list[_PlainOrganization])
            assert len(records) == len({record.key for record in records}) == len(truth)
            assert Counter(record.status for record in records) == Counter(one.status for one in truth)
            assert Counter(relation.kind for record in records for relation in record.relations) == Counter(
                relation["type"].lower() for one in truth for relation in one.relationships
            )
            assert all(record.country and record.types for record in records if record.status == "active")
            cities = {record.name: record.city for record in records}
            if "v1" in file.name:
                assert cities["Nvidia (United States)"] == "Santa Clara"
            else:
                assert cities["Nvidia (United Kingdom)"] == "Reading"
