"""The tables of the generator of operations name fields, filters and orders that the schema has."""

from typing import cast

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLNamedType,
    GraphQLObjectType,
    get_named_type,
)

from resolvers.schema import graphql_schema
from tests.reference.generate import EDGE_SORTS, EDGES, LINKS, MEASURES, NUMBERS, SCALARS, SORTS, TEXTS


def _names(type_name: str) -> set[str]:
    """Return the names of the fields or values of a type."""
    named = graphql_schema().type_map[type_name]
    if isinstance(named, GraphQLEnumType):
        return set(named.values)
    assert isinstance(named, GraphQLObjectType | GraphQLInputObjectType), type_name
    return set(named.fields)


def _edge_type(owner: str, field: str) -> str:
    """Return the name of the edge type of a connection."""
    connection = _named(_object(owner).fields[field].type).name
    return _named(_object(connection).fields["edges"].type).name


def _named(field_type: object) -> GraphQLNamedType:
    """Return a type without its lists and non-nulls."""
    return get_named_type(cast("GraphQLNamedType", field_type))


def _object(name: str) -> GraphQLObjectType:
    named = graphql_schema().type_map[name]
    assert isinstance(named, GraphQLObjectType), name
    return named


def test_generator_uses_names_of_the_schema() -> None:
    """A renamed field fails here at once, and not in the exhaustive comparison with the reference."""
    used: list[tuple[str, str]] = []
    used += [(label, field) for label, fields in SCALARS.items() for field in fields]
    used += [(f"{label}Filter", field) for label, fields in (*TEXTS.items(), *NUMBERS.items()) for field in fields]
    used += [(f"{label}OrderField", value) for label, values in SORTS.items() for value in values]
    used += [(f"{label}GroupByMeasure", value) for label, values in MEASURES.items() for value in values]
    used += [(f"{owner}Filter", link) for owner, link in LINKS]
    used += [(owner, field) for owner, field in (*EDGES, *EDGE_SORTS)]
    used += [(_edge_type(*place), field) for place, (_, fields) in EDGES.items() for field in fields]
    assert [(owner, name) for owner, name in used if name not in _names(owner)] == []
