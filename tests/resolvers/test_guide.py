"""The examples of docs/graphql.md work on the sample and cover every root field."""

import re
from pathlib import Path
from typing import Any

import pytest
from graphql import FieldNode, OperationDefinitionNode, parse

from resolvers.schema import graphql_schema
from tests.resolvers.graphql_client import Asker

GUIDE = (Path(__file__).parents[2] / "docs" / "graphql.md").read_text("utf-8")
EXAMPLES = re.findall(r"```graphql\n(.*?)```", GUIDE, re.DOTALL)
NOT_THERE = ("0000-0002-1825-0097", "10.13039/100000001")
"""Whom and what the sample does not have: the guide says so."""


@pytest.mark.graph
@pytest.mark.parametrize("example", EXAMPLES)
async def test_guide_example_returns_data(ask_sample: Asker, example: str) -> None:
    """Each example is answered without errors, and with data unless the guide says that there is no data."""
    given: dict[str, object] = {
        name: value
        for name, value in {"name": "Jared Casper", "arxiv": "2201.11990"}.items()
        if f"${name}: String!" in example
    }
    if "$one" in example:
        people: Any = await ask_sample(
            '{ researchers(where: {name: {in: ["Jared Casper", "Mohammad Shoeybi"]}}) { nodes { id } } }'
        )
        given |= dict(zip(("one", "other"), (one["id"] for one in people["researchers"]["nodes"]), strict=True))
    found = await ask_sample(example, **given)
    assert any(one in example for one in NOT_THERE) or all(found.values()), found


def test_every_root_field_has_example() -> None:
    """The examples select exactly the root fields of the schema."""
    query = graphql_schema().query_type
    assert query is not None
    told = {
        field.name.value
        for example in EXAMPLES
        for operation in parse(example).definitions
        if isinstance(operation, OperationDefinitionNode)
        for field in operation.selection_set.selections
        if isinstance(field, FieldNode)
    }
    assert told == set(query.fields)
