"""Count the values of an introspection before it runs. The schema is known, so the count needs no estimate."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from graphql import GraphQLList, GraphQLObjectType, is_leaf_type

from resolvers.compile.arguments import ArgumentValue, Variables, arguments
from resolvers.compile.expression_builder import TYPENAME
from resolvers.compile.selection import Document, SelectedField
from resolvers.compile.types import named_type, strip_non_null, type_of

VALUE_COST = 0.5
"""Cost of one value of an introspection; graphql-core takes 10 to 30 ms for 1,000."""


def introspected_values(document: Document, selection: SelectedField) -> Callable[[Variables], int]:
    """Return a function from the variables to the number of objects and values of a field `__schema` or `__type`."""
    schema = document.schema
    counter = _ValueCounter(document)
    if selection.name == "__schema":
        count = counter.count(schema, "__Schema", selection)
        return lambda _: count
    definition = schema.get_field(cast("GraphQLObjectType", schema.query_type), "__type")
    name = arguments(cast("Any", definition), selection.node, document.variables)["name"]

    def count_type(variables: Variables) -> int:
        introspected = schema.type_map.get(str(cast("ArgumentValue", name).evaluate(variables)))
        return 1 if introspected is None else counter.count(introspected, "__Type", selection)

    return count_type


@dataclass(slots=True)
class _ValueCounter:
    """Counts each combination of a schema element and a selection once, so that deep selections take no longer."""

    document: Document
    _counts: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    _selections: dict[tuple[int, ...], list[SelectedField]] = field(
        default_factory=dict[tuple[int, ...], list[SelectedField]]
    )

    def count(self, element: Any, type_name: str, selection: SelectedField) -> int:  # noqa: ANN401 of graphql-core
        """Return the number of values of a schema element, itself included. Fields and arguments are named pairs."""
        type_ = cast("GraphQLObjectType", self.document.schema.type_map[type_name])
        selected = self._selected(type_, selection)
        definition = cast("tuple[str, object]", element)[1] if isinstance(element, tuple) else element
        key = id(definition), id(selected)
        if key not in self._counts:
            self._counts[key] = 1 + sum(self._count_field(element, type_, inner) for inner in selected)
        return self._counts[key]

    def _selected(self, type_: GraphQLObjectType, selection: SelectedField) -> list[SelectedField]:
        key = tuple(id(node) for node in selection.nodes)
        if key not in self._selections:
            self._selections[key] = self.document.selected_fields(type_, selection.selection_sets)
        return self._selections[key]

    def _count_field(self, element: Any, type_: GraphQLObjectType, selection: SelectedField) -> int:  # noqa: ANN401
        if selection.name == TYPENAME:
            return 1
        definition = type_.fields[selection.name]
        inner = named_type(type_of(definition))
        if is_leaf_type(inner):
            return 1
        deprecated = {"includeDeprecated": True} if "includeDeprecated" in definition.args else {}
        value = definition.resolve(element, SimpleNamespace(schema=self.document.schema), **deprecated)
        if value is None:
            return 1
        items = list(value) if isinstance(strip_non_null(type_of(definition)), GraphQLList) else [value]
        return sum(self.count(item, inner.name, selection) for item in items)
