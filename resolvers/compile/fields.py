"""Compile a field by the class of its mapping; `connection` compiles connections."""

import re
from typing import Any, cast
from urllib.parse import quote

from graphql import GraphQLNonNull, GraphQLObjectType

from cypher.catalog import Cypher, statement
from resolvers.compile import connection, match, roots
from resolvers.compile import record_values as said
from resolvers.compile.cypher_files import call, limits
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext, Fragment, Scope, may_be_null
from resolvers.compile.order import Order
from resolvers.compile.pattern import pattern
from resolvers.compile.row_decoders import DecodeContext, FieldError, Reader, first, listed
from resolvers.compile.types import named_object, named_type
from resolvers.compile.viewer import compile_viewer_field
from resolvers.errors import Code, RequestError
from schema.field_mapping import (
    ById,
    Count,
    ExternalUrl,
    FieldMapping,
    HasConflict,
    LabelConnection,
    Lookup,
    Matched,
    NodeIn,
    NodesIn,
    ParallelLists,
    PropertyMapping,
    PropertyObject,
    QueryConnection,
    QueryResult,
    RecordMember,
    RelatedList,
    RelationshipConnection,
    RowIn,
    RowsIn,
    SameNode,
)
from schema.viewer_mapping import ViewerNode, ViewerObject, ViewerRelationship, ViewerRelationshipTypes, VisibleNode

TYPICAL_LIST = 5
"""Estimated number of items of a short list."""


def compile_field(  # noqa: C901, PLR0912 one case for each mapping
    builder: ExpressionBuilder, mapping: FieldMapping, context: FieldContext
) -> Fragment:
    """Return the expression and the reader of one field. Raises RequestError."""
    if context.level.depth > builder.max_depth:
        raise RequestError(
            Code.TOO_DEEP, f"The document nests deeper than {builder.max_depth} levels at {context.selection.key}."
        )
    match mapping:
        case PropertyMapping():
            return _property(builder, mapping, context)
        case ExternalUrl():
            return _external_url(mapping, context)
        case SameNode():
            return builder.selection(
                named_object(context.type), context.scope, context.selection.inside, context.level.below()
            )
        case ParallelLists():
            return _zipped(builder, mapping, context)
        case PropertyObject():
            return _property_object(builder, mapping, context)
        case RelatedList():
            return _links(builder, mapping, context)
        case Count():
            return _count(mapping, context.scope)
        case QueryResult():
            return _query_field(builder, mapping, context)
        case NodeIn() | NodesIn() | RowsIn() | RowIn() | RecordMember() | HasConflict():
            return _in_row(builder, mapping, context)
        case RelationshipConnection() | QueryConnection() | LabelConnection():
            return connection.compile_connection(builder, mapping, context)
        case Matched():
            return match.compose(builder, mapping, context)
        case ViewerNode() | ViewerObject() | ViewerRelationship() | ViewerRelationshipTypes() | VisibleNode():
            return compile_viewer_field(builder, mapping, context)
        case Lookup() | ById():
            return roots.compose(builder, mapping, context)
        case _:
            raise RequestError(Code.INTERNAL, f"{context.selection.name} has no mapping in the graph.")


def _property(builder: ExpressionBuilder, mapping: PropertyMapping, context: FieldContext) -> Fragment:
    scope, type_ = context.scope, context.type
    value = scope.columns[mapping.name] if scope.columns is not None else f"{scope.var}.{mapping.name}"
    if mapping.default is not None:
        default = f"'{mapping.default}'" if isinstance(mapping.default, str) else str(mapping.default).lower()
        value = f"coalesce({value}, {default})"
    return Fragment(value, builder.leaf(type_))


def _external_url(mapping: ExternalUrl, context: FieldContext) -> Fragment:
    values = ", ".join(f"{context.scope.var}.{property_}" for property_, _ in mapping.templates)

    def decode_url(properties: list[str | None], _reading: DecodeContext) -> str | None:
        for value, (_, before) in zip(properties, mapping.templates, strict=True):
            if value:
                return f"{before}{quote(value, safe='/:;()@')}" if before else value
        return None

    return Fragment(f"[{values}]", decode_url)


def _zipped(builder: ExpressionBuilder, mapping: ParallelLists, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    place_ = builder.names.variable("i")
    columns = {name: f"{scope.var}.{prop}[{place_}]" for name, prop in mapping.columns.items()}
    inner = builder.selection(
        named_object(type_), Scope("", columns=columns), selection.inside, level.below(TYPICAL_LIST)
    )
    first = next(iter(mapping.columns.values()))
    size = f"coalesce(size({scope.var}.{first}), 0)"
    return Fragment(
        f"[{place_} IN range(0, {size} - 1) | {inner.expression}]", listed(inner.reader, absent_is_empty=True)
    )


def _property_object(builder: ExpressionBuilder, mapping: PropertyObject, context: FieldContext) -> Fragment:
    scope, place = context.scope, builder.names.variable("i")
    columns = {name: f"{scope.var}.{property_}" for name, property_ in mapping.columns.items()}
    inner = builder.selection(
        named_object(context.type), Scope("", columns=columns), context.selection.inside, context.level.below()
    )
    present = f"[{next(iter(columns.values()))}]"
    return Fragment(f"[{place} IN {present} WHERE {place} IS NOT NULL | {inner.expression}]", first(inner.reader))


def _links(builder: ExpressionBuilder, mapping: RelatedList, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    edge, end = builder.names.variable("e"), builder.names.variable("n")
    order = Order(mapping.order, end, edge)
    bare = named_object(type_)
    inner_scope = Scope(edge, end) if mapping.on == "edge" else Scope(end)
    inner = builder.selection(bare, inner_scope, selection.inside, level.below(1 if mapping.single else TYPICAL_LIST))
    where = ""
    if mapping.only:
        where = f" WHERE {edge}.{mapping.only[0]} = {str(mapping.only[1]).lower()}"
    body = (
        f"MATCH {pattern(mapping.pattern, scope.var, edge, end)}{where} "
        f"WITH {edge}, {end} ORDER BY {order.by(backwards=False)}{' LIMIT 1' if mapping.single else ''}"
    )
    variable, clause = builder.gathered(scope.var, body, inner)
    reader = cast("Reader", inner.reader)
    if mapping.single:
        return Fragment(variable, first(may_be_null(type_, reader)), clause)
    return Fragment(
        _null_if_unstated(variable, mapping.known, scope), listed(reader, absent_is_empty=mapping.known is None), clause
    )


def _count(mapping: Count, scope: Scope) -> Fragment:
    condition = f" {{{mapping.where[0]}: '{mapping.where[1]}'}}" if mapping.where else ""
    return Fragment(f"COUNT {{ {pattern(mapping.pattern, scope.var, '', '', condition)} }}", None)


def _query_field(builder: ExpressionBuilder, mapping: QueryResult, context: FieldContext) -> Fragment:
    found = _query_rows(builder, mapping, context)
    return _checked(builder, mapping, context, found) if mapping.check else found


def _checked(builder: ExpressionBuilder, mapping: QueryResult, context: FieldContext, found: Fragment) -> Fragment:
    """Return a field with the check of its arguments: an error of the check replaces the value."""
    file = statement(mapping.check)
    var = builder.names.variable("c")
    called = f"{call(builder, file, context.scope, context.arguments)} RETURN [code, message] AS {var} }}"
    problems, clause = builder.gathered(context.scope.var, called, Fragment(var, None))
    path = builder.names.path

    def decode_checked(value: Any, reading: DecodeContext) -> Any:  # noqa: ANN401 a Reader
        if value[0]:
            code, message = value[0][0]
            reading.errors.append(FieldError(message, Code[code], path))
            return None
        return value[1] if found.reader is None else found.reader(value[1], reading)

    return Fragment(f"[{problems}, {found.expression}]", decode_checked, f"{clause} {found.clauses}")


def _query_rows(builder: ExpressionBuilder, mapping: QueryResult, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    level.cost.own += mapping.weight
    file = statement(mapping.file)
    bare = named_type(type_)
    size = limits(file.name, context.arguments) if not mapping.single else 1
    called = call(builder, file, scope, context.arguments, mapping)
    if not isinstance(bare, GraphQLObjectType):
        var, column = builder.names.variable("v"), file.returns[0].name
        inner = Fragment(var, builder.leaf(type_))
    elif builder.registry.is_entity(bare):
        var, column = builder.names.variable("n"), "node"
        inner = builder.entity(type_, var, selection.inside, level.below(size))
    else:
        var, column = builder.names.variable("r"), _map_of(file)
        inner = builder.selection(bare, Scope(var), selection.inside, level.below(size))
    expression, clause = builder.gathered(scope.var, f"{called} RETURN {column} AS {var} }}", inner)
    expression = _null_if_unstated(expression, mapping.known, scope)
    if mapping.single:
        needed = context.selection.name if isinstance(type_, GraphQLNonNull) else ""
        return Fragment(
            expression, first(may_be_null(type_, inner.reader) if inner.reader else None, required=needed), clause
        )
    return Fragment(expression, listed(inner.reader, absent_is_empty=isinstance(type_, GraphQLNonNull)), clause)


def _map_of(file: Cypher) -> str:
    """Return a row of a file as a map; the key `from` is quoted, because it is a keyword of Cypher."""
    return "{" + ", ".join(f"{'`from`' if f.name == 'from' else f.name}: {f.name}" for f in file.returns) + "}"


def _null_if_unstated(expression: str, known: str | None, scope: Scope) -> str:
    """Return null if the value is unknown, which differs from an empty list."""
    return f"CASE WHEN {scope.var}.{known} THEN {expression} END" if known else expression


def _in_row(
    builder: ExpressionBuilder,
    mapping: NodeIn | NodesIn | RowsIn | RowIn | RecordMember | HasConflict,
    context: FieldContext,
) -> Fragment:
    match mapping:
        case NodeIn():
            return _node_in(builder, mapping, context)
        case NodesIn() | RowsIn():
            return _many_in(builder, mapping, context)
        case RowIn():
            inside = Scope(_quoted_property(context.scope, mapping.name))
            return builder.selection(
                named_object(context.type), inside, context.selection.inside, context.level.below()
            )
        case _:
            return said.compose(mapping, context.scope)


def _node_in(builder: ExpressionBuilder, mapping: NodeIn, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    if not mapping.name:
        return builder.entity(type_, scope.end, selection.inside, level.below())
    var = builder.names.variable("n")
    inner = builder.entity(type_, var, selection.inside, level.below())
    needed = selection.name if isinstance(type_, GraphQLNonNull) else ""
    present = "" if needed else f" WITH * WHERE {var} IS NOT NULL"
    row = f"UNWIND [{_quoted_property(scope, mapping.name)}] AS {var}{present}"
    variable, clause = builder.gathered(scope.var, row, inner)
    return Fragment(variable, first(may_be_null(type_, cast("Reader", inner.reader)), required=needed), clause)


def _many_in(builder: ExpressionBuilder, mapping: NodesIn | RowsIn, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    below = level.below(TYPICAL_LIST)
    if isinstance(mapping, NodesIn):
        var = builder.names.variable("n")
        inner = builder.entity(type_, var, selection.inside, below)
    else:
        var = builder.names.variable("r")
        inner = builder.selection(named_object(type_), Scope(var), selection.inside, below)
    variable, clause = builder.gathered(scope.var, f"UNWIND {_quoted_property(scope, mapping.name)} AS {var}", inner)
    return Fragment(variable, listed(inner.reader, absent_is_empty=True), clause)


def _quoted_property(scope: Scope, name: str) -> str:
    return f"{scope.var}.`{name}`" if not re.fullmatch(r"[a-z]\w*", name) or name == "from" else f"{scope.var}.{name}"
