"""Connections: a page of a list, its total count and its page info, each only if selected.

A connection is the list `[rows, total, ...]`, followed by the other selected fields. A row has one list per selected
`edges` and `nodes` field, followed by the sort values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from graphql import GraphQLNonNull, GraphQLObjectType

from resolvers.compile import groups, search_matches
from resolvers.compile.arguments import ArgumentValue, Given, arguments
from resolvers.compile.cost import Level
from resolvers.compile.cursor import positions
from resolvers.compile.expression_builder import (
    TYPENAME,
    ExpressionBuilder,
    FieldContext,
    Fragment,
    Scope,
    join_clauses,
)
from resolvers.compile.page import PageDecoderContext, PageRequest, cursor_decoder, page_decoder, parse_page_args
from resolvers.compile.row_decoders import Column, Decoder, DecodeState, nullable_decoder, object_decoder
from resolvers.compile.row_source import ConnectionMapping, RowSource, source_of, where_clause
from resolvers.compile.selection import SelectedField
from resolvers.compile.service_root import selection_to_json
from resolvers.compile.types import AnyType, field_object, named_object, type_of
from schema.field_mapping import (
    Correction,
    Groups,
    Highlights,
    LabelConnection,
    PropertyMapping,
    SearchScore,
    Truncation,
    Years,
)

TYPICAL_YEARS = 50


def compile_years(builder: ExpressionBuilder, source: RowSource, context: FieldContext) -> Fragment:
    """Return the years of a connection's papers, each with its count. Raises RequestError."""
    arguments = context.arguments
    node, year, count = source.order.node, builder.names.variable("g"), builder.names.variable("a")
    bounds = [
        f"{year} {sign} {builder.names.parameter(leaf)}"
        for name, sign in (("from", ">="), ("to", "<="))
        if (leaf := _year_argument(arguments, name)) is not None
    ]
    within = " AND ".join([f"{year} IS NOT NULL", *bounds])
    context.level.below(TYPICAL_YEARS).cost.own += 2
    context.level.cost.parts.append(source.scan.full_cost())
    body = f"{source.unordered()} WITH {node}.year AS {year}, count(*) AS {count} WHERE {within}"
    variable, clause = builder.collect_rows(context.scope.var, body, Fragment(f"[{year}, {count}]", None))
    shown = builder.document.selected_fields(named_object(context.type), context.selection.selection_sets)
    return Fragment(variable, _years_decoder(shown), clause)


def _year_argument(arguments: Mapping[str, Given], name: str) -> ArgumentValue | None:
    argument = arguments.get(name)
    return argument if isinstance(argument, ArgumentValue) and argument.value is not None else None


def _years_decoder(fields: Sequence[SelectedField]) -> Decoder:
    """Return the decoder of `[year, count]` in any order: every year from the first to the last."""

    def decode_years(rows: Sequence[Sequence[Any]], state: DecodeState) -> list[dict[str, Any]]:
        counts = {cast("int", year): cast("int", count) for year, count in rows}
        if not counts:
            return []
        years = range(min(counts), max(counts) + 1)
        state.values += len(years) * len(fields)
        return [{field.key: _value(field.name, year, counts.get(year, 0)) for field in fields} for year in years]

    return decode_years


def _value(name: str, year: int, count: int) -> object:
    return {"year": year, "count": count, TYPENAME: "YearCount"}[name]


PAGED = frozenset({"edges", "nodes", "pageInfo"})
"""Fields of a connection that need a page of it."""
TOTAL = "totalCount"
KNOWN = PAGED | {TOTAL, TYPENAME}


def compile_connection(builder: ExpressionBuilder, mapping: ConnectionMapping, context: FieldContext) -> Fragment:
    """Return the expression `[rows, total, ...]` of a connection, and its decoder. Raises RequestError."""
    connection = named_object(context.type)
    fields = builder.document.selected_fields(connection, context.selection.selection_sets)
    names = {field.name for field in fields}
    page = parse_page_args(builder.names, context.arguments, look_ahead="pageInfo" in names)
    source = source_of(builder, mapping, context)
    rows, decoders, clauses = "null", {}, ""
    if not names & PAGED:  # reject an invalid cursor even if no page is selected
        for position in (page.after, page.before):
            if position is not None:
                positions(builder.names, position, source.order)
    if names & PAGED:
        context.level.cost.parts += source.scan.page_cost(page)
        inner, decoders, body = _rows(builder, Rows(source, connection, fields, page), context.level)
        rows, clauses = builder.collect_rows(context.scope.var, body, inner)
    total, counting = _total(builder, source, context.scope) if TOTAL in names else ("null", "")
    if TOTAL in names and source.where:
        context.level.cost.parts.append(source.scan.full_cost())
    page_infos = {field.key: _page_info(builder, connection, field) for field in fields if field.name == "pageInfo"}
    extra_parts = {field.key: _other(builder, source, context, field) for field in fields if field.name not in KNOWN}
    extra_decoders = {key: part.decoder for key, part in extra_parts.items()}
    decoder = page_decoder(
        PageDecoderContext(connection.name, fields, decoders, page_infos, page, source.order, extra_decoders)
    )
    expression = f"[{', '.join([rows, total, *(part.expression for part in extra_parts.values())])}]"
    condition = None if isinstance(mapping, LabelConnection) else mapping.null_unless
    if condition:
        expression, decoder = (
            f"CASE WHEN {context.scope.var}.{condition} THEN {expression} END",
            nullable_decoder(decoder),
        )
    return Fragment(
        expression, decoder, join_clauses([clauses, counting, *(part.clauses for part in extra_parts.values())])
    )


def _other(builder: ExpressionBuilder, source: RowSource, context: FieldContext, selection: SelectedField) -> Fragment:
    """Return the other fields of a connection: groups, years, missing IDs."""
    connection = named_object(context.type)
    context.level.cost.own += 1
    definition = connection.fields[selection.name]
    argument_values = arguments(definition, selection.node, builder.document.variables)
    inside = FieldContext(context.scope, selection, definition, argument_values, context.level)
    with builder.names.field(selection.key):
        match builder.registry.mapping(connection.name, selection.name):
            case PropertyMapping(name="truncated"):
                return _truncated(builder, source, context.scope)
            case Truncation():
                return _truncated(builder, source, context.scope) if source.most else Fragment("false", None)
            case Correction():
                return search_matches.correction(builder, source, context.scope)
            case Groups():
                return groups.compose(builder, source, inside)
            case Years():
                return compile_years(builder, source, inside)
            case _ if source.listed is None:
                return Fragment("null", None)
            case _:
                variable, clause = source.listed.missing()
                return Fragment(variable, None, clause)


def _total(builder: ExpressionBuilder, source: RowSource, scope: Scope) -> tuple[str, str]:
    """Return the number of rows: a count that Neo4j keeps if there is one, otherwise a clause that counts."""
    builder.subquery()
    counted = source.countable()
    if counted.startswith("MATCH"):
        return f"COUNT {{ {counted} }}", ""
    variable = builder.names.variable("x")
    return variable, builder.names.call(scope.var, f"{counted} RETURN count(*) AS {variable}")


def _truncated(builder: ExpressionBuilder, source: RowSource, scope: Scope) -> Fragment:
    """Return True if the unfiltered list has its maximum number of rows."""
    variable, clause = _total(builder, replace(source, where=""), scope)
    return Fragment(f"{variable} >= {source.most}", None, clause)


@dataclass(frozen=True, slots=True)
class Rows:
    """The parts of a page of rows."""

    source: RowSource
    connection: GraphQLObjectType
    fields: list[SelectedField]
    page: PageRequest


def _rows(builder: ExpressionBuilder, rows: Rows, level: Level) -> tuple[Fragment, dict[str, Decoder], str]:
    """Return a row, the decoders of its fields, and the clauses that give the page's rows in order."""
    source, connection, page = rows.source, rows.connection, rows.page
    order, conditions, beyond = source.order, [*source.conditions, source.where], list[str]()
    for position, backwards in ((page.after, False), (page.before, True)):
        if position is not None:
            parameters = positions(builder.names, position, order)
            beyond.append(f"({order.beyond(parameters, backwards=backwards)})")
    by = order.by(backwards=page.backwards)
    if source.hub:
        conditions.append(f"{order.values()[1:-1]} IS NOT NULL")
        by = f"{order.edge}.{source.hub.owner}{' DESC' if page.backwards else ''}, {by}"
    below = level.below(page.size, source.scan.passing_rows)
    decoders: dict[str, Decoder] = {}
    parts: list[Fragment] = []
    for field in rows.fields:
        if field.name not in ("nodes", "edges"):
            continue
        with builder.names.field(field.key):
            if field.name == "nodes":
                part = builder.entity(_node_type(connection), order.node, field.selection_sets, below.within(field.key))
            else:
                part = _edge(builder, rows, field, below.within(field.key))
        parts.append(part)
        decoders[field.key] = cast("Decoder", part.decoder)
    carried = f"{order.node}, {order.edge}" if order.edge else order.node
    if order.counted:
        made = ", ".join(f"{count.expression} AS {count.var}" for count in order.counted)
        body = f"{source.match}{where_clause(conditions)} WITH {carried}, {made}{where_clause(beyond)}"
        carried += "".join(f", {count.var}" for count in order.counted)
        body += f" WITH {carried} ORDER BY {by} LIMIT {page.limit}"
    else:
        body = f"{source.match}{where_clause([*conditions, *beyond])} WITH {carried} ORDER BY {by} LIMIT {page.limit}"
    row = f"[{', '.join([*(part.expression for part in parts), order.values()])}]"
    return Fragment(row, None, join_clauses([part.clauses for part in parts])), decoders, body


def _edge(builder: ExpressionBuilder, rows: Rows, selection: SelectedField, level: Level) -> Fragment:
    """Return the selection on an edge: cursor and node, score and highlights of a search, and properties."""
    type_, order, query = field_object(rows.connection, "edges"), rows.source.order, rows.source.query
    columns: list[Column] = []
    expressions: list[str] = []
    required: set[int] = set()
    clauses: list[str] = []
    for field in builder.document.selected_fields(type_, selection.selection_sets):
        if field.name == TYPENAME:
            columns.append(Column(field.key, -1, None, type_.name))
            continue
        if field.name == "cursor":
            part = Fragment(order.values(), cursor_decoder(order))
        elif field.name == "node":
            with builder.names.field(field.key):
                inside = level.below().within(field.key)
                part = builder.entity(type_of(type_.fields["node"]), order.node, field.selection_sets, inside)
        elif isinstance(builder.registry.mapping(type_.name, field.name), SearchScore):
            part = Fragment(f"{order.edge}.score" if query is not None else "null", None)
        elif isinstance(builder.registry.mapping(type_.name, field.name), Highlights):
            to_json = selection_to_json(
                builder, type_of(type_.fields[field.name]), field.selection_sets, level.below(2)
            )
            part = search_matches.highlights(builder, to_json, order.node, query)
        else:
            part = builder.field(type_, Scope(order.edge, order.node), field, level)
            if isinstance(type_of(type_.fields[field.name]), GraphQLNonNull) and part.decoder is None:
                required.add(len(expressions))
        columns.append(Column(field.key, len(expressions), part.decoder))
        expressions.append(part.expression)
        clauses.append(part.clauses)
    decoder = object_decoder(columns, type_.name, frozenset(required))
    return Fragment(f"[{', '.join(expressions)}]", decoder, join_clauses(clauses))


def _page_info(
    builder: ExpressionBuilder, connection: GraphQLObjectType, selection: SelectedField
) -> list[SelectedField]:
    return builder.document.selected_fields(field_object(connection, "pageInfo"), selection.selection_sets)


def _node_type(connection: GraphQLObjectType) -> AnyType:
    return type_of(field_object(connection, "edges").fields["node"])
