"""The compiler's view of the schema: the mapping of each field, and the conversion of stored values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, cast

from graphql import GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.types.enum import StrawberryEnumDefinition

from resolvers.schema import graphql_schema, strawberry_schema
from schema.field_mapping import FieldMapping
from schema.fields import MAPPING
from schema.node import Node


@dataclass(frozen=True)
class Registry:
    """The schema, and the mapping of each field and each filter's field by type name and GraphQL name."""

    schema: GraphQLSchema
    mappings: Mapping[tuple[str, str], FieldMapping]
    enums: Mapping[str, Mapping[str, str]]
    names: Mapping[tuple[str, str], str]
    """The Python name of each field, by type name and GraphQL name."""

    def mapping(self, type_name: str, field: str) -> FieldMapping:
        """Return the mapping of a field. Raises KeyError for a field without one, which is an error in schema/."""
        return self.mappings[type_name, field]

    @property
    def entities(self) -> tuple[str, ...]:
        """Names of the types with a Byline ID, sorted; the names are also the labels."""
        node = cast("GraphQLInterfaceType", self.schema.type_map[Node.__name__])
        return tuple(sorted(type_.name for type_ in self.schema.get_possible_types(node)))

    def is_entity(self, type_: GraphQLObjectType) -> bool:
        """Return True if an object type is a node of the graph."""
        return any(interface.name == Node.__name__ for interface in type_.interfaces)


@cache
def registry() -> Registry:
    """Read the schema once."""
    own_schema = strawberry_schema()
    mappings: dict[tuple[str, str], FieldMapping] = {}
    enums: dict[str, dict[str, str]] = {}
    names: dict[tuple[str, str], str] = {}
    for name in graphql_schema().type_map:
        definition = own_schema.get_type_by_name(name)
        if isinstance(definition, StrawberryObjectDefinition):
            for field in definition.fields:
                called = own_schema.config.name_converter.get_graphql_name(field)
                names[name, called] = field.python_name
                mapping = field.metadata.get(MAPPING)
                if mapping is not None:
                    mappings[name, called] = mapping
        elif isinstance(definition, StrawberryEnumDefinition):
            enums[name] = {str(stored(value.value)): value.name for value in definition.values}
    return Registry(graphql_schema(), mappings, enums, names)


def stored(value: Any) -> Any:  # noqa: ANN401 any argument
    """Return the stored value of an enum; other values unchanged."""
    return value.value if isinstance(value, Enum) else value
