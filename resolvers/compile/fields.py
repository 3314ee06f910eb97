"""The Cypher of each home that a field can have; connections stand in `connection`."""

import re
from typing import cast
from urllib.parse import quote

from graphql import GraphQLNonNull, GraphQLObjectType

from cypher.catalog import Cypher, statement
from resolvers.compile import connection, match, roots
from resolvers.compile import record_values as said
from resolvers.compile.cypher_files import call, limits
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext, Fragment, Scope, may_be_null
from resolvers.compile.order import Order
from resolvers.compile.pattern import pattern
from resolvers.compile.row_decoders import DecodeContext, Reader, first, listed
from resolvers.compile.types import named_object, named_type
from resolvers.errors import Code, RequestError
from schema.field_mapping import (
    ById,
    Count,
    ExternalUrl,
    HasConflict,
    Home,
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

TYPICAL_LIST = 5
"""How many items a short list is taken to have when its cost is estimated."""


def compile_field(  # noqa: PLR0912 one case for each mapping
    composer: ExpressionBuilder, home: Home, context: FieldContext
) -> Fragment:
    """Return the expression and the reader of one field. Raises RequestError."""
    if context.level.depth > composer.max_depth:
        raise RequestError(
            Code.TOO_DEEP, f"The document nests deeper than {composer.max_depth} levels at {context.selection.key}."
        )
    match home:
        case PropertyMapping():
            return _property(composer, home, context)
        case ExternalUrl():
            return _external_url(home, context)
        case SameNode():
            return composer.selection(
                named_object(context.type), context.scope, context.selection.inside, context.level.below()
            )
        case ParallelLists():
            return _zipped(composer, home, context)
        case PropertyObject():
            return _property_object(composer, home, context)
        case RelatedList():
            return _links(composer, home, context)
        case Count():
            return _count(home, context.scope)
        case QueryResult():
            return _query_field(composer, home, context)
        case NodeIn() | NodesIn() | RowsIn() | RowIn() | RecordMember() | HasConflict():
            return _in_row(composer, home, context)
        case RelationshipConnection() | QueryConnection() | LabelConnection():
            return connection.compile_connection(composer, home, context)
        case Matched():
            return match.compose(composer, home, context)
        case Lookup() | ById():
            return roots.compose(composer, home, context)
        case _:
            raise RequestError(Code.INTERNAL, f"{context.selection.name} has no home in the graph.")


def _property(composer: ExpressionBuilder, home: PropertyMapping, context: FieldContext) -> Fragment:
    scope, type_ = context.scope, context.type
    value = scope.columns[home.name] if scope.columns is not None else f"{scope.var}.{home.name}"
    if home.default is not None:
        default = f"'{home.default}'" if isinstance(home.default, str) else str(home.default).lower()
        value = f"coalesce({value}, {default})"
    return Fragment(value, composer.leaf(type_))


def _external_url(home: ExternalUrl, context: FieldContext) -> Fragment:
    values = ", ".join(f"{context.scope.var}.{property_}" for property_, _ in home.templates)

    def decode_url(properties: list[str | None], _reading: DecodeContext) -> str | None:
        for value, (_, before) in zip(properties, home.templates, strict=True):
            if value:
                return f"{before}{quote(value, safe='/:;()@')}" if before else value
        return None

    return Fragment(f"[{values}]", decode_url)


def _zipped(composer: ExpressionBuilder, home: ParallelLists, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    place_ = composer.text.name("i")
    columns = {name: f"{scope.var}.{prop}[{place_}]" for name, prop in home.columns.items()}
    inner = composer.selection(
        named_object(type_), Scope("", columns=columns), selection.inside, level.below(TYPICAL_LIST)
    )
    first = next(iter(home.columns.values()))
    size = f"coalesce(size({scope.var}.{first}), 0)"
    return Fragment(
        f"[{place_} IN range(0, {size} - 1) | {inner.expression}]", listed(inner.reader, absent_is_empty=True)
    )


def _property_object(composer: ExpressionBuilder, home: PropertyObject, context: FieldContext) -> Fragment:
    scope, place = context.scope, composer.text.name("i")
    columns = {name: f"{scope.var}.{property_}" for name, property_ in home.columns.items()}
    inner = composer.selection(
        named_object(context.type), Scope("", columns=columns), context.selection.inside, context.level.below()
    )
    present = f"[{next(iter(columns.values()))}]"
    return Fragment(f"[{place} IN {present} WHERE {place} IS NOT NULL | {inner.expression}]", first(inner.reader))


def _links(composer: ExpressionBuilder, home: RelatedList, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    edge, far = composer.text.name("e"), composer.text.name("n")
    order = Order(home.order, far, edge)
    bare = named_object(type_)
    inner_scope = Scope(edge, far) if home.on == "edge" else Scope(far)
    inner = composer.selection(bare, inner_scope, selection.inside, level.below(1 if home.single else TYPICAL_LIST))
    where = ""
    if home.only:
        where = f" WHERE {edge}.{home.only[0]} = {str(home.only[1]).lower()}"
    body = (
        f"MATCH {pattern(home.pattern, scope.var, edge, far)}{where} "
        f"WITH {edge}, {far} ORDER BY {order.by(backwards=False)}{' LIMIT 1' if home.single else ''}"
    )
    variable, clause = composer.gathered(scope.var, body, inner)
    reader = cast("Reader", inner.reader)
    if home.single:
        return Fragment(variable, first(may_be_null(type_, reader)), clause)
    return Fragment(
        _null_if_unstated(variable, home.known, scope), listed(reader, absent_is_empty=home.known is None), clause
    )


def _count(home: Count, scope: Scope) -> Fragment:
    condition = f" {{{home.where[0]}: '{home.where[1]}'}}" if home.where else ""
    return Fragment(f"COUNT {{ {pattern(home.pattern, scope.var, '', '', condition)} }}", None)


def _query_field(composer: ExpressionBuilder, home: QueryResult, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    level.cost.own += home.weight
    file = statement(home.file)
    bare = named_type(type_)
    size = limits(file.name, context.arguments) if not home.single else 1
    called = call(composer, file, scope, context.arguments, home)
    if not isinstance(bare, GraphQLObjectType):
        var, column = composer.text.name("v"), file.returns[0].name
        inner = Fragment(var, composer.leaf(type_))
    elif composer.registry.is_entity(bare):
        var, column = composer.text.name("n"), "node"
        inner = composer.entity(type_, var, selection.inside, level.below(size))
    else:
        var, column = composer.text.name("r"), _map_of(file)
        inner = composer.selection(bare, Scope(var), selection.inside, level.below(size))
    expression, clause = composer.gathered(scope.var, f"{called} RETURN {column} AS {var} }}", inner)
    expression = _null_if_unstated(expression, home.known, scope)
    if home.single:
        needed = context.selection.name if isinstance(type_, GraphQLNonNull) else ""
        return Fragment(
            expression, first(may_be_null(type_, inner.reader) if inner.reader else None, required=needed), clause
        )
    return Fragment(expression, listed(inner.reader, absent_is_empty=isinstance(type_, GraphQLNonNull)), clause)


def _map_of(file: Cypher) -> str:
    """Return a row of a file as a map; `from` is a word of Cypher's own."""
    return "{" + ", ".join(f"{'`from`' if f.name == 'from' else f.name}: {f.name}" for f in file.returns) + "}"


def _null_if_unstated(expression: str, known: str | None, scope: Scope) -> str:
    """Return null if the value is unknown, which differs from an empty list."""
    return f"CASE WHEN {scope.var}.{known} THEN {expression} END" if known else expression


def _in_row(
    composer: ExpressionBuilder,
    home: NodeIn | NodesIn | RowsIn | RowIn | RecordMember | HasConflict,
    context: FieldContext,
) -> Fragment:
    match home:
        case NodeIn():
            return _node_in(composer, home, context)
        case NodesIn() | RowsIn():
            return _many_in(composer, home, context)
        case RowIn():
            inside = Scope(_quoted_property(context.scope, home.name))
            return composer.selection(
                named_object(context.type), inside, context.selection.inside, context.level.below()
            )
        case _:
            return said.compose(home, context.scope)


def _node_in(composer: ExpressionBuilder, home: NodeIn, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    if not home.name:
        return composer.entity(type_, scope.far, selection.inside, level.below())
    var = composer.text.name("n")
    inner = composer.entity(type_, var, selection.inside, level.below())
    variable, clause = composer.gathered(scope.var, f"UNWIND [{_quoted_property(scope, home.name)}] AS {var}", inner)
    needed = selection.name if isinstance(type_, GraphQLNonNull) else ""
    return Fragment(variable, first(may_be_null(type_, cast("Reader", inner.reader)), required=needed), clause)


def _many_in(composer: ExpressionBuilder, home: NodesIn | RowsIn, context: FieldContext) -> Fragment:
    scope, selection, type_, level = context.scope, context.selection, context.type, context.level
    below = level.below(TYPICAL_LIST)
    if isinstance(home, NodesIn):
        var = composer.text.name("n")
        inner = composer.entity(type_, var, selection.inside, below)
    else:
        var = composer.text.name("r")
        inner = composer.selection(named_object(type_), Scope(var), selection.inside, below)
    variable, clause = composer.gathered(scope.var, f"UNWIND {_quoted_property(scope, home.name)} AS {var}", inner)
    return Fragment(variable, listed(inner.reader, absent_is_empty=True), clause)


def _quoted_property(scope: Scope, name: str) -> str:
    return f"{scope.var}.`{name}`" if not re.fullmatch(r"[a-z]\w*", name) or name == "from" else f"{scope.var}.{name}"
