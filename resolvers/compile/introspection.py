"""Introspection, answered from the schema: the fields `__schema` and `__type` of an operation, and their cost.

The resolvers are those of graphql-core. Its executor takes 0.37 s of processor time for the whole schema, because it
evaluates the selection set of each of 9,800 objects. Here, each selection set is evaluated once, and it takes 0.05 s.
"""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# The generic types of graphql-core are incomplete.

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeAlias

from graphql import (
    FieldNode,
    GraphQLField,
    GraphQLObjectType,
    OperationDefinitionNode,
    SchemaMetaFieldDef,
    TypeMetaFieldDef,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_enum_type,
    is_list_type,
    value_from_ast_untyped,
)

from resolvers.compile.arguments import Variables
from resolvers.compile.selection import Document, SelectedField

INTROSPECTION = {"__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef}
"""Root fields that introspect the schema."""
VALUE_COST = 0.5
"""Cost of one value of an introspection; the whole schema has 32,000."""
DEPRECATED = "includeDeprecated"
Arguments: TypeAlias = Callable[[GraphQLField, FieldNode], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class IntrospectionField:
    """A selected field of an introspection type.

    Attributes:
        key: its key in the response.
        type_name: name of the type that has the field.
        resolve: its resolver; None for `__typename`.
        arguments: its arguments, by name.
        is_list: whether its value is a list.
        is_enum: whether its values are members of an enum.
        fields: the fields selected below it; None for scalars and enums.
    """

    key: str
    type_name: str
    resolve: Callable[..., Any] | None = None
    arguments: Mapping[str, object] = field(default_factory=dict[str, object])
    is_list: bool = False
    is_enum: bool = False
    fields: "Sequence[IntrospectionField] | None" = None


def introspect(document: Document, operation: OperationDefinitionNode) -> dict[str, Any]:
    """Return the values of an operation's `__schema` and `__type` fields, by their response keys."""

    def arguments(_: GraphQLField, node: FieldNode) -> dict[str, object]:
        return _arguments(node, document.variables)

    query = document.schema.query_type
    selections = document.selected_fields(query, [operation.selection_set]) if query else []
    fields = [
        _field("Query", INTROSPECTION[selection.name], selection, document, arguments)
        for selection in selections
        if selection.name in INTROSPECTION
    ]
    return _values(None, fields, SimpleNamespace(schema=document.schema))


def count_values(document: Document, selection: SelectedField) -> Callable[[Variables], int]:
    """Return a function from the variables to the number of objects and values of a field `__schema` or `__type`.

    Deprecated elements always count.
    """

    def arguments(definition: GraphQLField, _: FieldNode) -> dict[str, object]:
        return {DEPRECATED: True} if DEPRECATED in definition.args else {}

    schema = document.schema
    root = _field("Query", INTROSPECTION[selection.name], selection, document, arguments)
    counter = _ValueCounter(SimpleNamespace(schema=schema))
    if selection.name == "__schema":
        count = counter.count(schema, root)
        return lambda _: count

    def count_type(variables: Variables) -> int:
        introspected = schema.type_map.get(str(_arguments(selection.node, variables).get("name")))
        return 1 if introspected is None else counter.count(introspected, root)

    return count_type


def _field(
    type_name: str, definition: GraphQLField, selection: SelectedField, document: Document, arguments: Arguments
) -> IntrospectionField:
    """Return a selected field with the fields below it."""
    named = get_named_type(definition.type)
    fields: list[IntrospectionField] | None = None
    if isinstance(named, GraphQLObjectType):
        fields = []
        for inner in document.selected_fields(named, selection.selection_sets):
            below = named.fields.get(inner.name)
            fields.append(
                _field(named.name, below, inner, document, arguments)
                if below
                else IntrospectionField(inner.key, named.name)
            )
    return IntrospectionField(
        selection.key,
        type_name,
        definition.resolve,
        arguments(definition, selection.node),
        is_list_type(get_nullable_type(definition.type)),
        is_enum_type(named),
        fields,
    )


def _arguments(node: FieldNode, variables: Variables) -> dict[str, object]:
    """Return the arguments of a field that are given, and not null."""
    arguments: dict[str, object] = {}
    for argument in node.arguments or ():
        value = argument.value
        given = variables.get(value.name.value) if isinstance(value, VariableNode) else value_from_ast_untyped(value)
        if given is not None:
            arguments[argument.name.value] = given
    return arguments


def _values(parent: object, fields: Iterable[IntrospectionField], info: object) -> dict[str, Any]:
    """Return the values of the fields of an object, by their keys."""
    values: dict[str, Any] = {}
    for selected in fields:
        if selected.resolve is None:
            values[selected.key] = selected.type_name
            continue
        value = selected.resolve(parent, info, **selected.arguments)
        if value is None or (selected.fields is None and not selected.is_enum):
            values[selected.key] = value
        elif selected.is_list:
            values[selected.key] = [_value(item, selected, info) for item in value]
        else:
            values[selected.key] = _value(value, selected, info)
    return values


def _value(value: Any, selected: IntrospectionField, info: object) -> Any:  # noqa: ANN401 an object of graphql-core, and JSON
    return value.name if selected.fields is None else _values(value, selected.fields, info)


@dataclass(slots=True)
class _ValueCounter:
    """Counts each combination of a schema element and a selection once, so that deep selections take no longer."""

    info: object
    _counts: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    _objects: dict[int, tuple[int, list[IntrospectionField]]] = field(
        default_factory=dict[int, tuple[int, list[IntrospectionField]]]
    )
    """By selection: 1 and the number of its scalars and enums, and its other fields."""

    def count(self, element: Any, selected: IntrospectionField) -> int:  # noqa: ANN401 of graphql-core
        """Return the number of values of a schema element, itself included. Fields and arguments are named pairs."""
        key = id(element[1] if isinstance(element, tuple) else element), id(selected)
        known = self._counts.get(key)
        if known is not None:
            return known
        total, objects = self._split(selected)
        for inner in objects:
            value = inner.resolve(element, self.info, **inner.arguments) if inner.resolve else None
            if value is None:
                total += 1
            elif inner.is_list:
                for item in value:
                    total += self.count(item, inner)
            else:
                total += self.count(value, inner)
        self._counts[key] = total
        return total

    def _split(self, selected: IntrospectionField) -> tuple[int, list[IntrospectionField]]:
        split = self._objects.get(id(selected))
        if split is None:
            fields = selected.fields or ()
            objects = [inner for inner in fields if inner.fields is not None]
            split = self._objects[id(selected)] = 1 + len(fields) - len(objects), objects
        return split
