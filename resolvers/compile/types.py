"""GraphQL types without their wrappers. Only this module handles graphql-core's untyped generics."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    TypeInfo,
    ValueNode,
    value_from_ast,
)
from graphql.type.definition import GraphQLArgument

Named: TypeAlias = (
    GraphQLScalarType
    | GraphQLObjectType
    | GraphQLInterfaceType
    | GraphQLUnionType
    | GraphQLEnumType
    | GraphQLInputObjectType
)
AnyType: TypeAlias = Named | GraphQLList[Any] | GraphQLNonNull[Any]


def type_of(definition: GraphQLField | GraphQLArgument | GraphQLInputField) -> AnyType:
    """Return the type of a field or an argument."""
    return cast("AnyType", definition.type)


def strip_non_null(type_: AnyType) -> AnyType:
    """Return a type without its outer non-null."""
    return cast("AnyType", type_.of_type) if isinstance(type_, GraphQLNonNull) else type_


def wanted(info: TypeInfo) -> AnyType | None:
    """Return the expected input type at a visitor's position, without its outer non-null."""
    type_ = info.get_input_type()
    return strip_non_null(cast("AnyType", type_)) if type_ is not None else None


def item(type_: AnyType) -> AnyType:
    """Return the type of a list's items."""
    return cast("AnyType", cast("GraphQLList[Any]", strip_non_null(type_)).of_type)


def named_type(type_: AnyType) -> Named:
    """Return a type without its lists and non-nulls."""
    while isinstance(type_, GraphQLNonNull | GraphQLList):
        type_ = cast("AnyType", type_.of_type)
    return type_


def named_object(type_: AnyType) -> GraphQLObjectType:
    """Return the object type without its lists and non-nulls."""
    object_type = named_type(type_)
    if not isinstance(object_type, GraphQLObjectType):
        raise TypeError(f"{object_type.name} is not an object type.")
    return object_type


def field_object(type_: GraphQLObjectType, field: str) -> GraphQLObjectType:
    """Return the object type of a field."""
    return named_object(type_of(type_.fields[field]))


def constant(node: ValueNode, type_: AnyType) -> Any:  # noqa: ANN401 a value of a literal
    """Return the value of a literal without variables."""
    return value_from_ast(node, cast("Any", type_))


def filled(node: ValueNode, type_: AnyType, variables: Mapping[str, Any]) -> Any:  # noqa: ANN401 a value of a literal
    """Return the value of a literal with these variables; omitted variables are left out."""
    return value_from_ast(node, cast("Any", type_), dict(variables))
