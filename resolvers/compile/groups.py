"""Groups of the items of a list by one or more keys, with counts and measures, under the filter of the list.

The grouping is the list of its groups, with one more than requested if there are more; a group is a list like any
object.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, cast

import orjson
from graphql import GraphQLObjectType

from resolvers.compile.arguments import ArgumentValue, Given, Listed, arguments
from resolvers.compile.cost import Cost, Level
from resolvers.compile.expression_builder import TYPENAME, ExpressionBuilder, FieldContext, Fragment, join_clauses
from resolvers.compile.pattern import walk
from resolvers.compile.registry import stored
from resolvers.compile.row_decoders import Column, Decoder, DecodeState, list_decoder, nullable_decoder, object_decoder
from resolvers.compile.row_source import RowSource
from resolvers.compile.scan_cost import WALK_COST, degree
from resolvers.compile.selection import SelectedField
from resolvers.compile.types import AnyType, field_object, item, named_object, type_of
from resolvers.errors import Code, RequestError
from schema.field_mapping import Groups, Pattern
from schema.groups.grouping import DEFAULT_GROUPS, MAX_GROUPS, MAX_KEYS, By

TYPED_VALUES = {"intValue": "INTEGER", "booleanValue": "BOOLEAN"}
"""Field of a key -> its type in Cypher."""


@dataclass(slots=True)
class Measures:
    """The aggregates of one grouping: expression -> variable, each computed once."""

    builder: ExpressionBuilder
    node: str
    variables: dict[str, str] = dataclass_field(default_factory=dict[str, str])

    def variable(self, expression: str) -> str:
        """Return the variable that holds an aggregate."""
        return self.variables.setdefault(expression, self.builder.names.variable("a"))

    def count(self) -> str:
        """Return the variable with the number of items."""
        return self.variable(f"count({self.node})")

    def variable_for(self, measure: str, prop: str) -> str:
        """Return the variable of a measure of a property.

        A mean is the sum divided by the count, because the last digits of Neo4j's running mean depend on the order of
        rows.
        """
        value = f"{self.node}.{prop}"
        if measure == "avg":
            mean = f"CASE count({value}) WHEN 0 THEN null ELSE toFloat(sum({value})) / count({value}) END"
            return self.variable(mean)
        return self.variable(f"{measure}({value})")


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a grouping: the variable that holds it, and whether that is a node or a value of an enum."""

    var: str
    is_node: bool
    is_enum: bool

    @property
    def order(self) -> str:
        """Sort keys of groups."""
        return f"{self.var}.ord" if self.is_node else self.var

    @property
    def value(self) -> str:
        """The text of the key."""
        if self.is_node:
            return f"coalesce({self.var}.name, {self.var}.title)"
        return f"toUpper({self.var})" if self.is_enum else f"toString({self.var})"

    def typed_value(self, type_: str) -> str:
        """Return the expression of the key if it is a value of a Cypher type, else null."""
        return "null" if self.is_node else f"CASE WHEN {self.var} IS :: {type_} NOT NULL THEN {self.var} END"


def bind_group_keys(
    builder: ExpressionBuilder, source: RowSource, arguments: Mapping[str, Given], level: Level
) -> tuple[str, list[Key]]:
    """Return the clauses that bind a list's nodes with their keys, each once, and the keys; add their cost.

    Raises RequestError.
    """
    wanted = cast("ArgumentValue | Listed", arguments["keys"]).value
    if not 1 <= len(wanted) <= MAX_KEYS:
        raise RequestError(Code.BAD_USER_INPUT, f"keys has {len(wanted)} keys. Use 1 to {MAX_KEYS}.")
    node = source.order.node
    group_keys = [cast("By", stored(key)) for key in wanted]
    walks, end_nodes = bind_walks(builder, node, [by for by in group_keys if by.steps])
    body, keys, bound = f"{source.unordered()}{walks}", list[Key](), list[str]()
    for by in group_keys:
        var = builder.names.variable("g")
        value = f"{node}.{by.prop}"
        if by.steps:
            end = end_nodes[by.steps]
            value = f"{end}.{by.prop}" if by.prop else end
        elif by.per_item:
            item_ = builder.names.variable("i")
            body += f" UNWIND CASE WHEN size({value}) > 0 THEN {value} ELSE [null] END AS {item_}"
            value = item_
        elif by.kind:
            item_ = builder.names.variable("i")
            known = orjson.dumps(builder.registry.entities).decode()
            value = f"toUpper([{item_} IN labels({node}) WHERE {item_} IN {known}][0])"
        elif by.default is not None:
            value = f"coalesce({value}, {_literal(by.default)})"
        keys.append(Key(var, bool(by.steps) and not by.prop, by.is_enum))
        bound.append(f"{value} AS {var}")
    walk_costs = [Cost(WALK_COST, rows=degree(source.order.list_name, steps)) for steps in end_nodes]
    level.cost.parts.append(source.scan.full_cost(*walk_costs))
    return f"{body} WITH {'DISTINCT ' if end_nodes else ''}{node}, {', '.join(bound)}", keys


def bind_walks(
    builder: ExpressionBuilder, node: str, group_keys: Sequence[By]
) -> tuple[str, dict[tuple[Pattern, ...], str]]:
    """Return the clauses that bind the end nodes of walks over relationships, and the variable of each.

    Keys that share a walk, or the beginning of one, are values of the same node: an institution and its country.
    Authors and institutions of a paper belong together by the positions of the authors.
    """
    walks = [by.steps for by in group_keys]
    pairs = {by.steps: by.paired_with for by in group_keys if by.paired_with in walks}
    edges = {steps: builder.names.variable("e") for pair in pairs.items() for steps in pair}
    clauses, end_nodes = "", dict[tuple[Pattern, ...], str]()
    for steps in sorted(set(walks), key=lambda steps: (steps in pairs, len(steps), walks.index(steps))):
        shared = max((len(known) for known in end_nodes if steps[: len(known)] == known), default=0)
        start = end_nodes[steps[:shared]] if shared else node
        edge = edges.get(steps, "")
        end_nodes[steps] = builder.names.variable("n")
        clauses += f" OPTIONAL MATCH {walk(steps[shared:], start, edge, end_nodes[steps])}"
        if steps in pairs:
            clauses += f" WHERE {edge}.position = {edges[pairs[steps]]}.position"
    return clauses, end_nodes


def _literal(value: str | bool) -> str:  # noqa: FBT001 a key's default
    return str(value).lower() if isinstance(value, bool) else f"'{value}'"


def group_order(measures: Measures, keys: Sequence[Key], arguments: Mapping[str, Given]) -> str:
    """Return the body of ORDER BY, with the keys as last sort keys. Raises RequestError."""
    order_by = arguments.get("orderBy")
    items = cast("list[dict[str, Given]]", order_by) if isinstance(order_by, list) else []
    terms: list[str] = []
    for order_item in items:
        by, measure, way = (word(order_item, name) for name in ("field", "measure", "direction"))
        if (measure is None) is (by not in ("count", "key")):
            problem = "takes no measure; leave `measure` out" if measure else "requires a measure; set `measure`"
            raise RequestError(Code.BAD_USER_INPUT, f"groupBy: orderBy with field {str(by).upper()} {problem}.")
        if by == "key":
            terms += [_sorted(key.order, down=way == "DESC") for key in keys]
            continue
        var = measures.count() if by == "count" else measures.variable_for(str(by), str(measure))
        terms.append(_sorted(var, down=way != "ASC"))
    if not terms:
        terms.append(f"{measures.count()} DESC")
    return ", ".join([*terms, *(_sorted(key.order, down=False) for key in keys)])


def _sorted(value: str, *, down: bool) -> str:
    """Return a sort item; null is last in both directions."""
    return f"{value} IS NULL, {value} DESC" if down else value


def word(arguments: Mapping[str, Given], name: str) -> str | None:
    """Return the stored value of an enum argument, or None."""
    argument = arguments.get(name)
    return str(stored(argument.value)) if isinstance(argument, ArgumentValue) and argument.value is not None else None


@dataclass(frozen=True, slots=True)
class Grouped:
    """State of the compilation of one grouping."""

    builder: ExpressionBuilder
    keys: list[Key]
    measures: Measures
    level: Level


def compose(builder: ExpressionBuilder, source: RowSource, context: FieldContext) -> Fragment:
    """Return the groups of a connection's rows. Raises RequestError."""
    argument_values, grouping = context.arguments, named_object(context.type)
    measures = Measures(builder, source.order.node)
    body, keys = bind_group_keys(builder, source, argument_values, context.level)
    by = group_order(measures, keys, argument_values)
    size = builder.names.parameter(cast("ArgumentValue | None", argument_values.get("first")), _group_limit)
    level = context.level.below(
        lambda variables: _group_limit(_argument_value(argument_values.get("first"), variables))
    )
    grouped = Grouped(builder, keys, measures, level)
    fields = builder.document.selected_fields(grouping, context.selection.selection_sets)
    parts = {
        field.key: _group(grouped, item(type_of(grouping.fields["groups"])), field)
        for field in fields
        if field.name == "groups"
    }
    made = ", ".join([key.var for key in keys] + [f"{text} AS {var}" for text, var in measures.variables.items()])
    row = Fragment(
        f"[{', '.join(p.expression for p in parts.values())}]", None, join_clauses([p.clauses for p in parts.values()])
    )
    body = f"{body} WITH {made} ORDER BY {by} LIMIT {size}"
    variable, clause = builder.collect_rows(context.scope.var, body, row)
    shown = {key: (place, cast("Decoder", part.decoder)) for place, (key, part) in enumerate(parts.items())}
    return Fragment(variable, _reader(fields, grouping.name, shown, size.removeprefix("$")), clause)


def _group(grouped: Grouped, type_: AnyType, selection: SelectedField) -> Fragment:
    """Return the expression of one group."""
    builder, measures, group = grouped.builder, grouped.measures, named_object(type_)
    columns: list[Column] = []
    parts: list[Fragment] = []
    for field in builder.document.selected_fields(group, selection.selection_sets):
        if field.name == TYPENAME:
            columns.append(Column(field.key, -1, None, group.name))
            continue
        grouped.level.cost.own += 1
        if field.name == "keys":
            part = _keys(grouped, field_object(group, "keys"), field)
        elif field.name == "count":
            part = Fragment(measures.count(), None)
        else:
            mapping = cast("Groups", builder.registry.mapping(group.name, field.name))
            argument_values = arguments(group.fields[field.name], field.node, builder.document.variables)
            part = Fragment(
                f"toFloat({measures.variable_for(mapping.measure, str(word(argument_values, 'measure')))})", None
            )
        columns.append(Column(field.key, len(parts), part.decoder))
        parts.append(part)
    expression = f"[{', '.join(part.expression for part in parts)}]"
    clauses = join_clauses([part.clauses for part in parts])
    return Fragment(expression, object_decoder(columns, group.name, frozenset()), clauses)


def _keys(grouped: Grouped, type_: GraphQLObjectType, selection: SelectedField) -> Fragment:
    """Return the expression of the keys of a group."""
    builder = grouped.builder
    fields = builder.document.selected_fields(type_, selection.selection_sets)
    decoders: dict[str, Decoder] = {}
    rows: list[str] = []
    clauses: list[str] = []
    for key in grouped.keys:
        row: list[str] = []
        for field in fields:
            if field.name == "value":
                row.append(key.value)
            elif field.name in TYPED_VALUES:
                row.append(key.typed_value(TYPED_VALUES[field.name]))
            elif field.name == "node" and key.is_node:
                part = builder.entity(
                    type_of(type_.fields["node"]), key.var, field.selection_sets, grouped.level.below()
                )
                decoders[field.key] = nullable_decoder(cast("Decoder", part.decoder))
                row.append(part.expression)
                clauses.append(part.clauses)
            elif field.name == "node":
                row.append("null")
        rows.append(f"[{', '.join(row)}]")
    columns: list[Column] = []
    place = 0
    for field in fields:
        if field.name == TYPENAME:
            columns.append(Column(field.key, -1, None, type_.name))
        else:
            columns.append(Column(field.key, place, decoders.get(field.key)))
            place += 1
    decoder = list_decoder(object_decoder(columns, type_.name, frozenset()), absent_is_empty=True)
    return Fragment(f"[{', '.join(rows)}]", decoder, join_clauses(clauses))


def _reader(
    fields: Sequence[SelectedField], type_name: str, shown: Mapping[str, tuple[int, Decoder]], limit: str
) -> Decoder:
    """Return the decoder of the list of groups."""

    def decode_groups(rows: Sequence[Sequence[Any]], state: DecodeState) -> dict[str, Any]:
        size = int(state.parameters[limit]) - 1
        answer: dict[str, Any] = {}
        for field in fields:
            if field.name == "groups":
                place, decoder = shown[field.key]
                answer[field.key] = [decoder(row[place], state) for row in rows[:size]]
            elif field.name == "truncated":
                answer[field.key] = len(rows) > size
            else:
                answer[field.key] = type_name
        return answer

    return decode_groups


def _group_limit(value: Any) -> int:  # noqa: ANN401 value from the client
    """Return the number of groups to read: one more than requested, which shows whether there are more."""
    number = DEFAULT_GROUPS if value is None else int(value)
    if not 1 <= number <= MAX_GROUPS:
        code = Code.PAGE_TOO_LARGE if number > MAX_GROUPS else Code.BAD_USER_INPUT
        raise RequestError(code, f"first is {number:,}. Use 1 to {MAX_GROUPS:,}.")
    return number + 1


def _argument_value(argument: Given | None, variables: Any) -> Any:  # noqa: ANN401 value from the client
    return argument.evaluate(variables) if isinstance(argument, ArgumentValue) else None
