"""Compile a field of the document to a Cypher expression, by the class of its mapping to the graph.

Other modules compile larger fields: `connection`, `id_lookups`, `match` and `viewer`.
"""

import re
from typing import Any, cast
from urllib.parse import quote

from graphql import GraphQLInterfaceType, GraphQLNonNull, GraphQLObjectType

from cypher.catalog import Cypher, statement
from resolvers.compile import connection, id_lookups, match
from resolvers.compile.cypher_files import estimated_rows, list_length, open_subquery
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext, Fragment, Scope, apply_nullability
from resolvers.compile.extractive_summary import compile_summary
from resolvers.compile.order import Order
from resolvers.compile.pattern import pattern
from resolvers.compile.record_values import compile_record_value
from resolvers.compile.row_decoders import Decoder, DecodeState, FieldError, first_item_decoder, list_decoder
from resolvers.compile.types import named_object, named_type
from resolvers.compile.values import cypher_literal
from resolvers.compile.viewer import compile_viewer_field
from resolvers.errors import Code, RequestError
from schema.field_mapping import (
    ColumnNode,
    ColumnNodes,
    ColumnRow,
    ColumnRows,
    Count,
    ExternalUrl,
    FieldMapping,
    HasConflict,
    LabelConnection,
    Lookup,
    MatchResult,
    NodeById,
    ParallelLists,
    PropertyMapping,
    PropertyObject,
    QueryConnection,
    QueryResult,
    RecordMember,
    RelatedList,
    RelationshipConnection,
    SameNode,
    SummaryMapping,
)
from schema.viewer_mapping import ViewerNode, ViewerObject, ViewerRelationship, ViewerRelationshipTypes, VisibleNode

TYPICAL_LIST_SIZE = 5
"""Estimated number of items of a short list, for the cost."""


def compile_field(  # noqa: C901, PLR0912 one case for each mapping
    builder: ExpressionBuilder, mapping: FieldMapping, context: FieldContext
) -> Fragment:
    """Return the Cypher expression and the decoder of one field. Raises RequestError."""
    if context.level.depth > builder.max_depth:
        raise RequestError(
            Code.TOO_DEEP, f"The document nests deeper than {builder.max_depth} levels at {context.selection.key}."
        )
    match mapping:
        case PropertyMapping():
            return _compile_property(builder, mapping, context)
        case ExternalUrl():
            return _compile_external_url(builder, mapping, context)
        case SameNode():
            return builder.selection(
                named_object(context.type), context.scope, context.selection.selection_sets, context.level.below()
            )
        case ParallelLists():
            return _compile_parallel_lists(builder, mapping, context)
        case PropertyObject():
            return _compile_property_object(builder, mapping, context)
        case SummaryMapping():
            return compile_summary(builder, context)
        case RelatedList():
            return _compile_related_list(builder, mapping, context)
        case Count():
            return _compile_count(mapping, context.scope)
        case QueryResult():
            return _compile_query_result(builder, mapping, context)
        case ColumnNode() | ColumnNodes() | ColumnRows() | ColumnRow() | RecordMember() | HasConflict():
            return _compile_column_value(builder, mapping, context)
        case RelationshipConnection() | QueryConnection() | LabelConnection():
            return connection.compile_connection(builder, mapping, context)
        case MatchResult():
            return match.compile_match(builder, mapping, context)
        case ViewerNode() | ViewerObject() | ViewerRelationship() | ViewerRelationshipTypes() | VisibleNode():
            return compile_viewer_field(builder, mapping, context)
        case Lookup() | NodeById():
            return id_lookups.compile_lookup(builder, mapping, context)
        case _:
            raise RequestError(Code.INTERNAL, f"{context.selection.name} has no mapping to the graph.")


def _compile_property(builder: ExpressionBuilder, mapping: PropertyMapping, context: FieldContext) -> Fragment:
    scope, type_ = context.scope, context.type
    value = scope.columns[mapping.name] if scope.columns is not None else f"{scope.var}.{mapping.name}"
    if mapping.default is not None:
        value = f"coalesce({value}, {cypher_literal(mapping.default)})"
    return Fragment(value, builder.leaf(type_))


def _compile_external_url(builder: ExpressionBuilder, mapping: ExternalUrl, context: FieldContext) -> Fragment:
    var, known = context.scope.var, builder.names.variable("i")
    values = ", ".join(f"{var}.{property_}" for property_, _ in mapping.templates)
    schemes = cypher_literal([beginning.partition(":")[0] for beginning, _ in mapping.ids])
    ids = f"[({known})-[:IDENTIFIES]->({var}) WHERE {known}.scheme IN {schemes} | {known}.scheme + ':' + {known}.value]"

    def decode_url(row: list[list[str | None]], _state: DecodeState) -> str | None:
        properties, external_ids = row
        candidates = list(zip(properties, (prefix for _, prefix in mapping.templates), strict=True))
        for beginning, prefix in mapping.ids:
            candidates += [
                (id_.removeprefix(beginning), prefix)
                for id_ in sorted(filter(None, external_ids))
                if id_.startswith(beginning)
            ]
        for value, prefix in candidates:
            if value:
                return f"{prefix}{quote(value, safe='/:;()@')}" if prefix else value
        return None

    return Fragment(f"[[{values}], {ids if mapping.ids else '[]'}]", decode_url)


def _compile_parallel_lists(builder: ExpressionBuilder, mapping: ParallelLists, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    index = builder.names.variable("i")
    columns = {name: f"{scope.var}.{prop}[{index}]" for name, prop in mapping.columns.items()}
    inner = builder.selection(
        named_object(type_), Scope("", columns=columns), selection.selection_sets, level.below(TYPICAL_LIST_SIZE)
    )
    first_property = next(iter(mapping.columns.values()))
    size = f"coalesce(size({scope.var}.{first_property}), 0)"
    return Fragment(
        f"[{index} IN range(0, {size} - 1) | {inner.expression}]", list_decoder(inner.decoder, absent_is_empty=True)
    )


def _compile_property_object(builder: ExpressionBuilder, mapping: PropertyObject, context: FieldContext) -> Fragment:
    scope, value = context.scope, builder.names.variable("i")
    columns = {name: f"{scope.var}.{property_}" for name, property_ in mapping.columns.items()}
    inner = builder.selection(
        named_object(context.type), Scope("", columns=columns), context.selection.selection_sets, context.level.below()
    )
    first_value = f"[{next(iter(columns.values()))}]"
    return Fragment(
        f"[{value} IN {first_value} WHERE {value} IS NOT NULL | {inner.expression}]", first_item_decoder(inner.decoder)
    )


def _compile_related_list(builder: ExpressionBuilder, mapping: RelatedList, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    edge, end = builder.names.variable("e"), builder.names.variable("n")
    order = Order(mapping.order, end, edge)
    end_type = named_object(type_)
    inner_scope = Scope(edge, end) if mapping.on == "edge" else Scope(end)
    inner = builder.selection(
        end_type, inner_scope, selection.selection_sets, level.below(1 if mapping.single else TYPICAL_LIST_SIZE)
    )
    where = ""
    if mapping.where:
        where = f" WHERE {edge}.{mapping.where[0]} = {str(mapping.where[1]).lower()}"
    body = (
        f"MATCH {pattern(mapping.pattern, scope.var, edge, end)}{where} "
        f"WITH {edge}, {end} ORDER BY {order.by(backwards=False)}{' LIMIT 1' if mapping.single else ''}"
    )
    variable, clause = builder.collect_rows(scope.var, body, inner)
    decoder = cast("Decoder", inner.decoder)
    if mapping.single:
        return Fragment(variable, first_item_decoder(apply_nullability(type_, decoder)), clause)
    return Fragment(
        _null_unless(variable, mapping.null_unless, scope),
        list_decoder(decoder, absent_is_empty=mapping.null_unless is None),
        clause,
    )


def _compile_count(mapping: Count, scope: Scope) -> Fragment:
    condition = f" {{{mapping.where[0]}: '{mapping.where[1]}'}}" if mapping.where else ""
    return Fragment(f"COUNT {{ {pattern(mapping.pattern, scope.var, '', '', condition)} }}", None)


def _compile_query_result(builder: ExpressionBuilder, mapping: QueryResult, context: FieldContext) -> Fragment:
    field = _compile_query_rows(builder, mapping, context)
    return _add_argument_check(builder, mapping, context, field) if mapping.check else field


def _add_argument_check(
    builder: ExpressionBuilder, mapping: QueryResult, context: FieldContext, field: Fragment
) -> Fragment:
    """Return a field that checks its arguments first; if they are invalid, the field is null, with the error."""
    file = statement(mapping.check)
    var = builder.names.variable("c")
    subquery = f"{open_subquery(builder, file, context.scope, context.arguments)} RETURN [code, message] AS {var} }}"
    problems, clause = builder.collect_rows(context.scope.var, subquery, Fragment(var, None))
    path = builder.names.path

    def decode_checked(value: Any, state: DecodeState) -> Any:  # noqa: ANN401 any value
        if value[0]:
            code, message = value[0][0]
            state.errors.append(FieldError(message, Code[code], path))
            return None
        return value[1] if field.decoder is None else field.decoder(value[1], state)

    return Fragment(f"[{problems}, {field.expression}]", decode_checked, f"{clause} {field.clauses}")


def _compile_query_rows(builder: ExpressionBuilder, mapping: QueryResult, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    if mapping.of_known_node and scope.known_key:
        mapping = mapping.of_known_node
    if mapping.weight_per_item:
        level.below(list_length(context.arguments[mapping.weight_per_item])).cost.own += mapping.weight
    else:
        level.cost.own += mapping.weight
    file = statement(mapping.file)
    row_type = named_type(type_)
    size = estimated_rows(file.name, context.arguments) if not mapping.single else 1
    subquery = open_subquery(builder, file, scope, context.arguments, mapping)
    if not isinstance(row_type, GraphQLObjectType | GraphQLInterfaceType):
        var, column = builder.names.variable("v"), file.returns[0].name
        inner = Fragment(var, builder.leaf(type_))
    elif isinstance(row_type, GraphQLInterfaceType) or builder.registry.is_entity(row_type):
        var, column = builder.names.variable("n"), "node"
        inner = builder.entity(type_, var, selection.selection_sets, level.below(size))
    else:
        var, column = builder.names.variable("r"), _row_as_map(file)
        inner = builder.selection(row_type, Scope(var), selection.selection_sets, level.below(size))
    expression, clause = builder.collect_rows(scope.var, f"{subquery} RETURN {column} AS {var} }}", inner)
    expression = _null_unless(expression, mapping.null_unless, scope)
    if mapping.single:
        required_name = context.selection.name if isinstance(type_, GraphQLNonNull) else ""
        return Fragment(
            expression,
            first_item_decoder(
                apply_nullability(type_, inner.decoder) if inner.decoder else None, required=required_name
            ),
            clause,
        )
    return Fragment(expression, list_decoder(inner.decoder, absent_is_empty=isinstance(type_, GraphQLNonNull)), clause)


def _row_as_map(file: Cypher) -> str:
    """Return the Cypher map of the columns of a file; the key `from` is quoted, because it is a keyword of Cypher."""
    return "{" + ", ".join(f"{'`from`' if f.name == 'from' else f.name}: {f.name}" for f in file.returns) + "}"


def _null_unless(expression: str, condition: str | None, scope: Scope) -> str:
    """Return an expression that is null unless the Boolean property `condition` is true, if the mapping has one."""
    return f"CASE WHEN {scope.var}.{condition} THEN {expression} END" if condition else expression


def _compile_column_value(
    builder: ExpressionBuilder,
    mapping: ColumnNode | ColumnNodes | ColumnRows | ColumnRow | RecordMember | HasConflict,
    context: FieldContext,
) -> Fragment:
    match mapping:
        case ColumnNode():
            return _compile_column_node(builder, mapping, context)
        case ColumnNodes() | ColumnRows():
            return _compile_column_list(builder, mapping, context)
        case ColumnRow():
            inside = Scope(_quoted_property(context.scope, mapping.name))
            return builder.selection(
                named_object(context.type), inside, context.selection.selection_sets, context.level.below()
            )
        case _:
            return compile_record_value(mapping, context.scope)


def _compile_column_node(builder: ExpressionBuilder, mapping: ColumnNode, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    if not mapping.name:
        return builder.entity(type_, scope.end, selection.selection_sets, level.below())
    var = builder.names.variable("n")
    inner = builder.entity(type_, var, selection.selection_sets, level.below())
    required_name = selection.name if isinstance(type_, GraphQLNonNull) else ""
    present = "" if required_name else f" WITH * WHERE {var} IS NOT NULL"
    row = f"UNWIND [{_quoted_property(scope, mapping.name)}] AS {var}{present}"
    variable, clause = builder.collect_rows(scope.var, row, inner)
    return Fragment(
        variable,
        first_item_decoder(apply_nullability(type_, cast("Decoder", inner.decoder)), required=required_name),
        clause,
    )


def _compile_column_list(
    builder: ExpressionBuilder, mapping: ColumnNodes | ColumnRows, context: FieldContext
) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    below = level.below(TYPICAL_LIST_SIZE)
    if isinstance(mapping, ColumnNodes):
        var = builder.names.variable("n")
        inner = builder.entity(type_, var, selection.selection_sets, below)
    else:
        var = builder.names.variable("r")
        inner = builder.selection(named_object(type_), Scope(var), selection.selection_sets, below)
    variable, clause = builder.collect_rows(
        scope.var, f"UNWIND {_quoted_property(scope, mapping.name)} AS {var}", inner
    )
    return Fragment(variable, list_decoder(inner.decoder, absent_is_empty=True), clause)


def _quoted_property(scope: Scope, name: str) -> str:
    return f"{scope.var}.`{name}`" if not re.fullmatch(r"[a-z]\w*", name) or name == "from" else f"{scope.var}.{name}"
