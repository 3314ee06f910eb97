"""Root fields that services resolve, with the costs, arguments and selections of compiled fields."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from graphql import GraphQLList, GraphQLObjectType, SelectionSetNode

from resolvers.compile.arguments import Given, Variables, read_given
from resolvers.compile.cost import Level
from resolvers.compile.cursor import decode, encode
from resolvers.compile.expression_builder import TYPENAME, ExpressionBuilder, FieldContext
from resolvers.compile.order import Order
from resolvers.compile.page import parse_size
from resolvers.compile.registry import stored
from resolvers.compile.types import AnyType, item, named_type, strip_non_null, type_of
from resolvers.errors import Code, RequestError
from schema.field_mapping import ServiceResolved
from schema.paging import DEFAULT_PAGE

TYPICAL_LIST = 5
"""Estimated number of items of a list in a row."""
Written: TypeAlias = Callable[[Any], Any]
"""Converts an object with the Python names of the fields to its part of the response."""


@dataclass(frozen=True, slots=True)
class ServiceRootCall:
    """A root field with the arguments of a request. `after` is a position; `cursor` converts a position to a cursor."""

    key: str
    name: str
    arguments: Mapping[str, Any]
    first: int
    after: list[Any] | None
    cursor: Callable[[Sequence[str | int]], str]
    written: Written


@dataclass(frozen=True, slots=True)
class ServiceRootPlan:
    """A root field of a plan."""

    key: str
    name: str
    mapping: ServiceResolved
    arguments: Mapping[str, Given]
    written: Written

    def bind(self, variables: Variables) -> ServiceRootCall:
        """Return the call for these variables. Raises RequestError with the path of the field for an invalid page."""
        try:
            return self._call(variables)
        except RequestError as error:
            error.path = error.path or (self.key,)
            raise

    def _call(self, variables: Variables) -> ServiceRootCall:
        arguments = {name: stored(read_given(value, variables)) for name, value in self.arguments.items()}
        order = Order(self.mapping.order, "", "", list_name=self.name)
        begins = (
            f"{order.name}:{arguments[self.mapping.cursor_argument]}" if self.mapping.cursor_argument else order.name
        )
        after = arguments.pop("after", None)
        return ServiceRootCall(
            key=self.key,
            name=self.name,
            arguments=arguments,
            first=parse_size("first", _first(arguments)),
            after=None if after is None else decode(order, begins, str(after)),
            cursor=lambda position: encode(begins, position),
            written=self.written,
        )


def plan_service_root(builder: ExpressionBuilder, mapping: ServiceResolved, context: FieldContext) -> ServiceRootPlan:
    """Return the plan of a root field, and add its cost. Raises RequestError if it nests too deep."""
    context.level.cost.own += mapping.weight
    pages = "first" in context.definition.args
    arguments = context.arguments

    def rows(variables: Variables) -> int:
        return max(
            0, _first({name: read_given(value, variables) for name, value in arguments.items() if name == "first"})
        )

    inside = context.level.below(rows if pages else 1)
    inside.cost.own += mapping.row_cost
    written = selection_to_json(builder, context.type, context.selection.selection_sets, inside)
    return ServiceRootPlan(context.selection.key, context.selection.name, mapping, arguments, written)


def _first(arguments: Mapping[str, Any]) -> int:
    first = arguments.get("first")
    return DEFAULT_PAGE if first is None else int(first)


def selection_to_json(
    builder: ExpressionBuilder, type_: AnyType, sets: Sequence[SelectionSetNode], level: Level
) -> Written:
    """Return the function that converts Python objects to the selected part of the response."""
    plain = strip_non_null(type_)
    if isinstance(plain, GraphQLList):
        item_writer = selection_to_json(builder, item(plain), sets, level)
        return lambda values: None if values is None else [item_writer(value) for value in values]
    inner_type = named_type(plain)
    return _object(builder, inner_type, sets, level) if isinstance(inner_type, GraphQLObjectType) else _leaf


def _leaf(value: Any) -> Any:  # noqa: ANN401 a scalar or a member of an enum
    return value.name if isinstance(value, Enum) else value


def _object(
    builder: ExpressionBuilder, type_: GraphQLObjectType, sets: Sequence[SelectionSetNode], level: Level
) -> Written:
    if level.depth > builder.max_depth:
        raise RequestError(Code.TOO_DEEP, f"The document nests deeper than {builder.max_depth} levels at {type_.name}.")
    fields: list[tuple[str, str, Written]] = []
    for selection in builder.document.selected_fields(type_, sets):
        if selection.name == TYPENAME:
            fields.append((selection.key, "", lambda _: type_.name))
            continue
        here, inner = level.at(selection.key), type_of(type_.fields[selection.name])
        if selection.selection_sets:
            here = here.below(TYPICAL_LIST if isinstance(strip_non_null(inner), GraphQLList) else 1)
        name = builder.registry.names[type_.name, selection.name]
        fields.append((selection.key, name, selection_to_json(builder, inner, selection.selection_sets, here)))

    def write(value: Any) -> Any:  # noqa: ANN401 any object of the service
        if value is None:
            return None
        return {key: written(getattr(value, name) if name else value) for key, name, written in fields}

    return write
