"""Introspection: the values are those of graphql-core's executor."""

# pyright: reportUnknownVariableType=false
# The generic types of graphql-core are incomplete.

import pytest
from graphql import build_client_schema, execute_sync, get_introspection_query, parse, print_schema

from resolvers.compile.introspection import introspect
from resolvers.compile.selection import Document
from resolvers.document import parse_and_validate
from resolvers.schema import graphql_schema

FRAGMENTS = """query Q($name: String!, $all: Boolean = true, $less: Boolean!) {
  one: __type(name: $name) { ...named fields(includeDeprecated: $all) { name args { ...value } type { ...named } } }
  two: __type(name: "NoSuchType") { name }
  three: __type(name: "PaperKind") { kind enumValues { name isDeprecated deprecationReason } __typename }
  four: __type(name: "Node") { possibleTypes { name } interfaces { name } ofType { name } }
  __schema {
    queryType { name } types @skip(if: $less) { name }
    directives { name locations args { ...value } isRepeatable }
  }
}
fragment named on __Type { kind name ofType { kind name ofType { name } } ... on __Type { specifiedByURL } }
fragment value on __InputValue { name defaultValue type { ...named } }"""


def introspected(query: str, **variables: object) -> tuple[object, object]:
    """Return the values of an introspection, and those of graphql-core's executor."""
    document = parse_and_validate(query)
    operation = document.operation(None)
    expected = execute_sync(graphql_schema(), parse(query), variable_values=variables)
    assert expected.errors is None
    return introspect(
        Document(graphql_schema(), document.fragments, {"all": True} | variables), operation
    ), expected.data


def test_whole_schema_is_the_same() -> None:
    """A client builds the same schema from the introspection that tools send as from graphql-core's."""
    query = get_introspection_query(specified_by_url=True, directive_is_repeatable=True, input_value_deprecation=True)
    values, expected = introspected(query)
    assert values == expected
    assert print_schema(build_client_schema(values)) == print_schema(build_client_schema(expected))  # type: ignore[arg-type]


@pytest.mark.parametrize("less", [False, True])
def test_selected_values_are_the_same(less: bool) -> None:  # noqa: FBT001 a parameter of the test
    """Aliases, fragments, variables, enums, and types that do not exist have the values of graphql-core's executor."""
    values, expected = introspected(FRAGMENTS, name="Query", less=less)
    assert values == expected
