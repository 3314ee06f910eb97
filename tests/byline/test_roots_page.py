"""docs/graphql.md lists the roots as the schema has them."""

from pathlib import Path

import pytest
from graphql import build_schema

from byline.cli.commands.schema import BEGIN, END, table
from resolvers.schema import printed

GUIDE = Path(__file__).parents[2] / "docs" / "graphql.md"


def test_the_guides_table_of_roots_is_made_from_the_schema() -> None:
    """The table of docs/graphql.md is what `byline schema --roots` prints."""
    page = GUIDE.read_text("utf-8")
    assert BEGIN + page.partition(BEGIN)[2].partition(END)[0] + END + "\n" == table(build_schema(printed()))


def test_a_schema_without_queries_is_refused() -> None:
    """What has no roots has no table."""
    with pytest.raises(TypeError):
        table(build_schema("type Nothing { id: ID }"))


def test_a_table_says_how_a_root_is_called() -> None:
    """Keys of which one is given, pages and other arguments each have their form; a bar is no new column."""
    schema = build_schema(
        """
        directive @oneOf on INPUT_OBJECT
        input By @oneOf { id: ID doi: String }
        type Query { "One | none" paper(by: By!): ID  papers(first: Int, after: String, year: Int!): [ID!]! }
        """
    )
    assert "| `paper(by: {id or doi}): ID` | One \\| none |\n" in table(schema)
    assert "| `papers(first, after, year: Int!): [ID!]!` |  |\n" in table(schema)
