"""The statements that read mentions have the same projection."""

import re

import pytest

from cypher.catalog import catalog

RETURNED = re.compile(r"RETURN record\.source AS source,.*?AS records\b", re.DOTALL)
FILES = ("lookup/mentions_by_name", "lookup/mentions_of_works", "curation/mentions_with_context")


@pytest.mark.parametrize("name", FILES[1:])
def test_mention_statements_share_projection(name: str) -> None:
    """Reads of mentions by name, by work and for curators have literally the same projection."""
    one, other = (RETURNED.search(catalog()[each].text) for each in (FILES[0], name))
    assert one is not None
    assert other is not None
    assert one[0] == other[0]
