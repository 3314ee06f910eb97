"""`byline sources` on the command line."""

import json

import pytest

from cypher.driver.address import Address
from loaders.sources.base import sources
from tests.byline.command_line import byline

pytestmark = pytest.mark.graph


@pytest.mark.parametrize("columns", [80, 200])
def test_sources_are_not_truncated_on_narrow_terminal(address: Address, columns: int) -> None:
    """Names, licenses, addresses and commands are never truncated; addresses and commands are not wrapped."""
    done = byline(address, "sources", COLUMNS=str(columns))
    assert "\u2026" not in done.stdout
    lines = {line.strip() for line in done.stdout.splitlines()}
    text = " ".join(done.stdout.split())
    for source in sources().values():
        assert lines >= {source.address, f"load it with: {source.example}"} - {""}
        said = [f"{source.name}: {source.title}", f"license: {source.license}", *source.provides, *source.omits]
        assert all(" ".join(one.split()) in text for one in said)
    assert "--json" in done.stderr


def test_sources_json_has_all_fields(address: Address) -> None:
    """`byline sources --json` has each source's license, fields, example and missing data."""
    said = json.loads(byline(address, "sources", "--json").stdout)
    assert [one["name"] for one in said] == list(sources())
    ror = sources()["ror"]
    assert next(one for one in said if one["name"] == "ror") == {
        "name": "ror",
        "title": ror.title,
        "license": "CC0-1.0",
        "url": "https://ror.org",
        "provides": list(ror.provides),
        "omits": list(ror.omits),
        "input": ror.expected_files,
        "example": ror.example,
        "bundled": False,
    }
    believed = json.loads(byline(address, "sources", "--priority", "--json").stdout)
    assert believed["license"][:2] == ["arxiv", "acl"]
