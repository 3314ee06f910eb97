"""What is read of a mention is the same wherever it is read."""

import re

import pytest

from cypher.catalog import catalog

RETURNED = re.compile(r"RETURN record\.source AS source,.*?AS records\b", re.DOTALL)
COLUMNS = ["source", "key", "loader", "role", "position", "folded", "ids", "person", "rule", "work", "others", "places"]
FILES = ("write/mentions_by_name", "write/mentions_of_works", "read/identity/mentions")


@pytest.mark.parametrize("name", FILES[1:])
def test_the_same_is_read_of_every_mention(name: str) -> None:
    """By name, by work and for curators: the projection is written alike, to the letter."""
    one, other = (RETURNED.search(catalog()[each].text) for each in (FILES[0], name))
    assert one is not None
    assert other is not None
    assert one[0] == other[0]


@pytest.mark.parametrize("name", FILES)
def test_the_columns_are_those_that_a_mention_is_read_from(name: str) -> None:
    """The header names the columns in the order in which a row is read; more may follow."""
    assert [column.name for column in catalog()[name].returns][: len(COLUMNS)] == COLUMNS
