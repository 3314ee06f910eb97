"""Orders are complete: every value of the model can be a sort key."""

from typing import cast

import pytest
from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLObjectType, GraphQLScalarType

from resolvers.compile.registry import registry, stored
from resolvers.compile.types import AnyType, named_type, strip_non_null, type_of
from schema.field_mapping import (
    LabelConnection,
    PropertyMapping,
    QueryConnection,
    RelationshipConnection,
    RelationshipFilter,
)
from schema.order.sort import Sort
from tests.schema.test_printed_schema import WITHOUT_FILTER

ENTITIES = ("Paper", "Researcher", "Topic", "Institution", "Venue", "Volume", "Funder")


def sorts(enum: str) -> dict[str, Sort]:
    """Return the values of a sort enum by name."""
    type_ = cast("GraphQLEnumType", registry().schema.type_map[enum])
    return {name: cast("Sort", stored(value.value)) for name, value in type_.values.items()}


def scalars(type_name: str) -> dict[str, PropertyMapping]:
    """Return the fields of a type that are one plain property."""
    type_ = cast("GraphQLObjectType", registry().schema.type_map[type_name])
    found: dict[str, PropertyMapping] = {}
    for name, field in type_.fields.items():
        mapping = registry().mappings.get((type_name, name))
        if isinstance(mapping, PropertyMapping) and isinstance(
            strip_non_null(type_of(field)), GraphQLScalarType | GraphQLEnumType
        ):
            found[name] = mapping
    return found


@pytest.mark.parametrize("entity", ENTITIES)
def test_every_scalar_has_sort(entity: str) -> None:
    """Each plain value of an entity has a sort, with the default value that the schema states."""
    known = {sort.prop: sort for sort in sorts(f"{entity}OrderField").values()}
    # An entity's name is sorted folded, as `ord`.
    missing = [
        name
        for name, mapping in scalars(entity).items()
        if mapping.name not in known and mapping.name != "name" and name not in WITHOUT_FILTER
    ]
    assert not missing, f"add an order for these fields to {entity}OrderField in schema/order/: {missing}"
    for name, mapping in scalars(entity).items():
        if name == "name":  # a display name may have a default that the property itself does not have
            continue
        sort = known.get(mapping.name)
        if sort and mapping.default is not None and not sort.always:
            assert sort.default == mapping.default, mapping.name


@pytest.mark.parametrize("entity", ENTITIES)
def test_every_relationship_filter_has_count_sort(entity: str) -> None:
    """Each relationship in a filter can be counted for sorting, with the same input type in both."""
    types = registry().schema.type_map
    where = cast("GraphQLInputObjectType", types[f"{entity}Filter"])
    count = cast("GraphQLInputObjectType", types[f"{entity}OrderCount"])
    links = {
        name for name in where.fields if isinstance(registry().mappings.get((where.name, name)), RelationshipFilter)
    }
    assert set(count.fields) == links
    for name in links:
        filter_ = cast("GraphQLInputObjectType", types[named_type(type_of(where.fields[name])).name])
        assert named_type(type_of(count.fields[name])) is named_type(type_of(filter_.fields["some"]))


LISTS_IN_ONE_ORDER = (
    "search",
    "papersAbout",
    "follows",
    "followers",
    "feed",
    "collections",
    "claims",
    "claimQueue",
    "receivedInvitations",
    "sentInvitations",
    "introductionRequests",
    "accessTokens",
    "blockedUsers",
    "messages",
    "moderationQueue",
    "notifications",
)
"""Lists in one order."""


def connections() -> list[tuple[str, str, AnyType]]:
    """Return every connection as (type, field, type of its orderBy)."""
    found: list[tuple[str, str, AnyType]] = []
    for (type_name, field_name), mapping in registry().mappings.items():
        if (
            not isinstance(mapping, RelationshipConnection | QueryConnection | LabelConnection)
            or field_name in LISTS_IN_ONE_ORDER
        ):
            continue
        field = cast("GraphQLObjectType", registry().schema.type_map[type_name]).fields[field_name]
        assert "orderBy" in field.args, (
            f"{type_name}.{field_name} has no orderBy: declare it with page_arguments(FILTER, ORDER), "
            "or add it to LISTS_IN_ONE_ORDER"
        )
        found.append((type_name, field_name, named_type(type_of(field.args["orderBy"]))))
    return found


@pytest.mark.parametrize(("type_name", "field_name", "order"), connections())
def test_every_edge_value_has_sort(type_name: str, field_name: str, order: AnyType) -> None:
    """Each plain value of a connection's edges is a value that its `orderBy` accepts as `edge`."""
    field = cast("GraphQLObjectType", registry().schema.type_map[type_name]).fields[field_name]
    connection = cast("GraphQLObjectType", named_type(type_of(field)))
    edge = named_type(type_of(connection.fields["edges"])).name
    values = {mapping.name for name, mapping in scalars(edge).items() if name != "cursor"}
    by = cast("GraphQLInputObjectType", order).fields
    known = {sort.prop for sort in sorts(named_type(type_of(by["edge"])).name).values()} if "edge" in by else set[str]()
    assert values == known
