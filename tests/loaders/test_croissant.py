"""Licenses and sources in the metadata of a Parquet export."""

import json
from pathlib import Path

import pytest

from cypher.queries.lookup import RecordSourcesRow
from loaders.export.croissant import FILE_NAME, write_croissant


def metadata(folder: Path, *origins: RecordSourcesRow) -> dict[str, object]:
    """Return the metadata of an export without tables."""
    write_croissant(folder, (), origins, "0.1.0", "2026-01-01T00:00:00Z")
    return json.loads((folder / FILE_NAME).read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CC0-1.0", "https://spdx.org/licenses/CC0-1.0"),
        ("ODC-BY-1.0", "https://spdx.org/licenses/ODC-By-1.0"),
        ("CC-BY-NC-SA-3.0", "https://spdx.org/licenses/CC-BY-NC-SA-3.0"),
        ("https://example.org/terms", "https://example.org/terms"),
        ("CC-BY-4.0 from 2016", {"@type": "sc:CreativeWork", "name": "CC-BY-4.0 from 2016"}),
    ],
)
def test_license_is_url_if_known(tmp_path: Path, text: str, expected: object) -> None:
    """A license is its URL if Byline knows it, and otherwise the text of the source."""
    assert metadata(tmp_path, RecordSourcesRow("acl", "acl", text, 1, None))["license"] == [expected]


def test_source_combines_loaders_and_licenses(tmp_path: Path) -> None:
    """A source has the licenses of all its records and its latest load; an unknown source has only its name."""
    described = metadata(
        tmp_path,
        RecordSourcesRow("acl", "acl", "CC-BY-4.0", 1_000, "2026-01-02T00:00:00Z"),
        RecordSourcesRow("acl", "sample", None, 1, "2026-01-03T00:00:00Z"),
        RecordSourcesRow("own", "table", None, 1, None),
    )
    acl = {
        "@type": "sc:Dataset",
        "name": "ACL Anthology",
        "alternateName": "acl",
        "url": "https://aclanthology.org",
        "license": ["https://spdx.org/licenses/CC-BY-4.0"],
        "description": "1,001 records, last loaded 2026-01-03T00:00:00Z.",
    }
    own = {"@type": "sc:Dataset", "name": "own", "alternateName": "own", "description": "1 record."}
    assert described["isBasedOn"] == [acl, own]


def test_missing_licenses_are_stated(tmp_path: Path) -> None:
    """The required property `license` says that no source states a license."""
    assert metadata(tmp_path)["license"] == [{"@type": "sc:CreativeWork", "name": "not stated"}]
