from collections.abc import Iterator
from pathlib import Path

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLScalarType,
    get_named_type,
)

from resolvers.compile.registry import registry
from resolvers.compile.types import named_type, type_of
from resolvers.schema import graphql_schema, print_schema
from schema.field_mapping import FieldMapping, PropertyMapping, ServiceResolved

KEPT = Path(__file__).parents[2] / "schema" / "schema.graphql"


def test_printed_schema_is_current() -> None:
    """schema/schema.graphql equals the printed schema."""
    assert print_schema() == KEPT.read_text("utf-8"), "run `make schema`"


def test_every_schema_element_has_description() -> None:
    """Every type, field, argument, input field and enum value of Byline has a description."""
    silent: list[str] = []
    for type_ in graphql_schema().type_map.values():
        if type_.name.startswith("__") or (
            not type_.ast_node and type_.name in {"Int", "Float", "String", "Boolean", "ID"}
        ):
            continue
        if not type_.description:
            silent.append(type_.name)
        if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType):
            for name, field in type_.fields.items():
                if not field.description:
                    silent.append(f"{type_.name}.{name}")
                silent += [f"{type_.name}.{name}({arg})" for arg, one in field.args.items() if not one.description]
        elif isinstance(type_, GraphQLInputObjectType):
            silent += [f"{type_.name}.{name}" for name, field in type_.fields.items() if not field.description]
        elif isinstance(type_, GraphQLEnumType):
            silent += [f"{type_.name}.{name}" for name, value in type_.values.items() if not value.description]
    assert not silent, f"describe these elements of the schema: {silent}"


def test_types_of_a_grouping_are_named_after_the_items() -> None:
    """A list of items X returns `XGroupBy`, with `XGroupByGroup`, `XGroupByKey` and `XGroupByOrder` (decision 28)."""
    wrong: list[str] = []
    for type_ in graphql_schema().type_map.values():
        if not isinstance(type_, GraphQLObjectType) or "groupBy" not in type_.fields:
            continue
        node = named_type(type_of(type_.fields["nodes"]))
        item = node.name if isinstance(node, GraphQLObjectType) else type_.name.removesuffix("Connection")
        grouped = type_.fields["groupBy"]
        grouping = named_type(type_of(grouped))
        assert isinstance(grouping, GraphQLObjectType)
        used = {
            f"{item}GroupBy": grouping.name,
            f"{item}GroupByGroup": named_type(type_of(grouping.fields["groups"])).name,
            f"{item}GroupByKey": named_type(type_of(grouped.args["keys"])).name,
            f"{item}GroupByOrder": named_type(type_of(grouped.args["orderBy"])).name,
        }
        wrong += [f"{type_.name}: {name}, not {expected}" for expected, name in used.items() if name != expected]
    assert not wrong


def _reachable_types() -> Iterator[tuple[FieldMapping, str]]:
    """Yield each root field's mapping with each type that is reachable from the root field."""
    query = graphql_schema().query_type
    assert query is not None
    for name, field in query.fields.items():
        seen = {named_type(type_of(field)).name}
        waiting = [*seen]
        while waiting:
            here = graphql_schema().type_map[waiting.pop()]
            inner = here.fields.values() if isinstance(here, GraphQLObjectType) else ()
            new = {named_type(type_of(one)).name for one in inner} - seen
            seen |= new
            waiting += new
        for type_ in seen:
            yield registry().mapping(query.name, name), type_


def test_every_field_has_mapping() -> None:
    """Every field of an object type is mapped to the graph, except fields that the compiler itself answers.

    Mutations and subscriptions are exempt: they return payloads and events, and are not compiled.
    Types that a service resolves without Cypher are exempt too.
    """
    known = registry()
    beside = {
        "Mutation",
        "Subscription",
        "NewPaperReason",
        "UnmatchedEntry",
        *(name for mapping, name in _reachable_types() if isinstance(mapping, ServiceResolved)),
    }
    written = [root for root in (graphql_schema().mutation_type, graphql_schema().subscription_type) if root]
    payloads = {named_type(type_of(field)).name for root in written for field in root.fields.values()}
    beside |= {*payloads, "UserError"}
    own = {"edges", "nodes", "pageInfo", "totalCount", "cursor", "node"}
    homeless = [
        f"{type_.name}.{name}"
        for type_ in graphql_schema().type_map.values()
        if isinstance(type_, GraphQLObjectType) and not type_.name.startswith("__")
        if type_.name not in beside
        for name in type_.fields
        if (type_.name, name) not in known.mappings and name not in own
    ]
    assert not homeless, f"declare these fields with a mapping (schema/fields.py): {homeless}"


WITHOUT_FILTER = ("hiddenFields", "optedOut")
"""Fields without filter and order: these would list the people who hide something."""


def test_every_scalar_has_filter() -> None:
    """Each plain property of an entity has a condition in that entity's filter."""
    known = registry()
    missing: list[str] = []
    for name in known.entities:
        type_, where = graphql_schema().type_map[name], graphql_schema().type_map.get(f"{name}Filter")
        assert isinstance(type_, GraphQLObjectType)
        assert isinstance(where, GraphQLInputObjectType)
        conditions = [known.mappings.get((where.name, field)) for field in where.fields]
        filtered = {condition.name for condition in conditions if isinstance(condition, PropertyMapping)}
        missing += [
            f"{name}.{field}"
            for field, definition in type_.fields.items()
            if isinstance(mapping := known.mappings.get((name, field)), PropertyMapping)
            and isinstance(get_named_type(definition.type), GraphQLScalarType | GraphQLEnumType)
            and field not in where.fields
            and mapping.name not in filtered
            and field not in WITHOUT_FILTER
        ]
    assert not missing, f"add a condition for these fields to the filter in schema/where/: {missing}"
