"""Arguments of a field; each leaf records the origin of its value.

A plan is compiled once and runs with many variables, so a leaf stores a constant of the document or a path into the
variables. The properties of variables that affect the text of the plan (keys of objects, null, enums, booleans) are
part of the plan's cache key: see `shape`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias, Union, cast

from graphql import (
    FieldNode,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    ListTypeNode,
    ListValueNode,
    NamedTypeNode,
    NonNullTypeNode,
    NullValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    TypeNode,
    Undefined,
    ValueNode,
    VariableNode,
    print_ast,
)

from resolvers.compile.types import AnyType, constant, filled, item, named_type, strip_non_null, type_of
from resolvers.errors import Code, RequestError
from schema.match import FACTS

Variables: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """One value: `path` leads to it through the variables, or is empty for a constant of the document."""

    value: Any
    path: tuple[str | int, ...] = ()
    is_default: bool = False
    """True for the default of the schema: the document does not give the argument."""

    def evaluate(self, variables: Variables) -> Any:  # noqa: ANN401 value from the client
        """Return the value for these variables."""
        if not self.path:
            return self.value
        value: Any = variables
        for step in self.path:
            value = value[step]
        return value


VIEWER = "$viewer"
"""Name of the variable with the ID of the viewer's account. No variable of a client can have this name."""


@dataclass(frozen=True, slots=True)
class ViewerId:
    """The ID of the viewer's account; empty without one: Neo4j would plan a statement again for a null."""

    def evaluate(self, variables: Variables) -> str:
        """Return the ID for these variables."""
        return variables.get(VIEWER) or ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list literal with variables among its items."""

    items: tuple["ArgumentValue | Listed", ...]

    def evaluate(self, variables: Variables) -> list[Any]:
        """Return the list for these variables."""
        return [item.evaluate(variables) for item in self.items]

    @property
    def value(self) -> list[Any]:
        """The list for the variables of this compilation."""
        return [item.value for item in self.items]


@dataclass(frozen=True, slots=True)
class JsonLiteral:
    """A literal that is only data, such as a list of descriptions, with variables anywhere in it."""

    node: ValueNode
    type: AnyType

    def evaluate(self, variables: Variables) -> Any:  # noqa: ANN401 value from the client
        """Return the value for these variables."""
        return filled(self.node, self.type, variables)

    @property
    def value(self) -> Any:  # noqa: ANN401 as above
        """The value without its variables."""
        return self.evaluate({})


@dataclass(frozen=True, slots=True)
class ArgumentGroup:
    """Arguments of any form, read together."""

    items: "tuple[Given, ...]"

    def evaluate(self, variables: Variables) -> list[Any]:
        """Return the values of the arguments for these variables."""
        return [read_given(item, variables) for item in self.items]


Given: TypeAlias = Union[ArgumentValue, Listed, JsonLiteral, "dict[str, Given]", "list[Given]"]


def read_given(argument: Given, variables: Variables) -> Any:  # noqa: ANN401 value from the client
    """Return an argument's value for these variables."""
    match argument:
        case dict():
            return {name: read_given(inner, variables) for name, inner in argument.items()}
        case list():
            return [read_given(inner, variables) for inner in argument]
        case _:
            return argument.evaluate(variables)


def arguments(field: GraphQLField, node: FieldNode, variables: Variables) -> dict[str, "Given"]:
    """Return the arguments of a field in the document, with the defaults of the schema."""
    nodes = {argument.name.value: argument.value for argument in node.arguments or ()}
    values: dict[str, Given] = {}
    for name, argument in field.args.items():
        if name in nodes:
            value = _from_ast(nodes[name], type_of(argument), variables)
            if value is not None:
                values[name] = value
                continue
        if argument.default_value is not Undefined:
            values[name] = ArgumentValue(argument.default_value, is_default=True)
    return values


def _from_ast(node: ValueNode, type_: AnyType, variables: Variables) -> "Given | None":
    """Return the value of a value node, or None for an omitted variable."""
    if isinstance(node, VariableNode):
        name = node.name.value
        return _from_value(variables[name], type_, (name,)) if name in variables else None
    if isinstance(node, NullValueNode):
        return ArgumentValue(None)
    if named_type(type_).name in FACTS:
        return JsonLiteral(node, type_)
    plain = strip_non_null(type_)
    if isinstance(plain, GraphQLInputObjectType) and isinstance(node, ObjectValueNode):
        field_nodes = {field.name.value: field.value for field in node.fields}
        members: dict[str, Given] = {}
        for name, field in plain.fields.items():
            if name in field_nodes:
                value = _from_ast(field_nodes[name], type_of(field), variables)
                if value is not None:
                    members[name] = value
                    continue
            if field.default_value is not Undefined:
                members[name] = ArgumentValue(field.default_value, is_default=True)
        return members
    if isinstance(plain, GraphQLList):
        inner = item(plain)
        nodes = node.values if isinstance(node, ListValueNode) else (node,)
        items = [_from_ast(value, inner, variables) for value in nodes]
        if isinstance(strip_non_null(inner), GraphQLInputObjectType):
            return [value for value in items if value is not None]
        return Listed(tuple(cast("ArgumentValue", value) for value in items if value is not None))
    value = constant(node, type_)
    if value is Undefined:  # validation accepts 1e999, which is not a value of the type
        raise RequestError(
            Code.BAD_USER_INPUT, f"{print_ast(node)} is not a value of the type {named_type(type_).name}."
        )
    return ArgumentValue(value)


def _from_value(value: Any, type_: AnyType, path: tuple[str | int, ...]) -> "Given":  # noqa: ANN401
    plain = strip_non_null(type_)
    if named_type(type_).name in FACTS:
        return ArgumentValue(value, path)
    if value is not None and isinstance(plain, GraphQLInputObjectType):
        return {
            name: _from_value(value[name], type_of(field), (*path, name))
            for name, field in plain.fields.items()
            if name in value
        }
    if isinstance(value, list) and isinstance(plain, GraphQLList):
        inner = item(plain)
        if isinstance(strip_non_null(inner), GraphQLInputObjectType):
            items = cast("list[Any]", value)
            return [_from_value(value, inner, (*path, i)) for i, value in enumerate(items)]
    return ArgumentValue(value, path)


def varying(operation: OperationDefinitionNode, variables: Variables) -> Any:  # noqa: ANN401 a part of the cache key
    """Return the properties of the variables that affect the text of a plan; for variables that are only data, whether
    they are given.
    """
    data = {
        definition.variable.name.value
        for definition in operation.variable_definitions or ()
        if _type_name(definition.type) in FACTS
    }
    return shape({name: 1 if value is not None and name in data else value for name, value in variables.items()})


def _type_name(node: TypeNode) -> str:
    while not isinstance(node, NamedTypeNode):
        node = cast("ListTypeNode | NonNullTypeNode", node).type
    return node.name.value


def shape(value: Any) -> Any:  # noqa: ANN401 value from the client
    """Return the properties of a variable's value that affect the text of a plan: keys, null, enums and booleans, but
    no scalars.
    """
    match value:
        case None | bool() | Enum():
            return value
        case dict():
            entries = cast("dict[str, Any]", value)
            return tuple((key, shape(item)) for key, item in entries.items())
        case list():
            items = cast("list[Any]", value)
            return tuple(shape(item) for item in items) if items and isinstance(items[0], dict | Enum) else 1
        case _:
            return 1
