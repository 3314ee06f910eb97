"""What is read of a mention is the same wherever it is read."""

import re

import pytest

from cypher.catalog import catalog

RETURNED = re.compile(r"RETURN record\.source AS source,.*?AS records\b", re.DOTALL)
FILES = ("lookup/mentions_by_name", "lookup/mentions_of_works", "curation/mentions")


@pytest.mark.parametrize("name", FILES[1:])
def test_the_same_is_read_of_every_mention(name: str) -> None:
    """By name, by work and for curators: the projection is written alike, to the letter."""
    one, other = (RETURNED.search(catalog()[each].text) for each in (FILES[0], name))
    assert one is not None
    assert other is not None
    assert one[0] == other[0]
