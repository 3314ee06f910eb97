"""docs/graphql.md lists the root fields of the schema."""

from pathlib import Path

import pytest
from graphql import build_schema

from byline.cli.commands.schema import BEGIN, END, table
from resolvers.schema import print_schema

GUIDE = Path(__file__).parents[2] / "docs" / "graphql.md"


def test_guide_lists_root_fields() -> None:
    """The table of docs/graphql.md equals the output of `byline schema --roots`."""
    page = GUIDE.read_text("utf-8")
    stated = BEGIN + page.partition(BEGIN)[2].partition(END)[0] + END + "\n"
    assert stated == table(build_schema(print_schema())), (
        "replace the table at the end of docs/graphql.md with the output of `.venv/bin/byline schema --roots`"
    )


def test_schema_without_queries_is_rejected() -> None:
    """A schema without root fields raises TypeError."""
    with pytest.raises(TypeError):
        table(build_schema("type Nothing { id: ID }"))


def test_root_table_shows_arguments() -> None:
    """The table shows alternative keys, pagination and other arguments, and escapes a vertical bar."""
    schema = build_schema(
        """
        directive @oneOf on INPUT_OBJECT
        input By @oneOf { id: ID doi: String }
        type Query { "One | none" paper(by: By!): ID  papers(first: Int, after: String, year: Int!): [ID!]! }
        """
    )
    assert "| `paper(by: {id or doi}): ID` | One \\| none |\n" in table(schema)
    assert "| `papers(first, after, year: Int!): [ID!]!` |  |\n" in table(schema)
