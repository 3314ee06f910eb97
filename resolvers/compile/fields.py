"""The Cypher of each home that a field can have; connections stand in `connection`."""

import re
from typing import cast

from graphql import GraphQLNonNull, GraphQLObjectType

from cypher.catalog import Cypher, statement
from resolvers.compile import connection, match, roots, said
from resolvers.compile.compose import Composer, Part, Scope, Spot, may_be_null
from resolvers.compile.named import call, limits
from resolvers.compile.order import Order
from resolvers.compile.pattern import pattern
from resolvers.compile.readers import Reader, first, listed
from resolvers.compile.types import named, named_object
from resolvers.errors import Code, RequestError
from schema.graph import (
    ById,
    Contradicted,
    Count,
    Edges,
    Everything,
    Home,
    Links,
    Lookup,
    Matched,
    Named,
    NamedEdges,
    NodeIn,
    NodesIn,
    Prop,
    RowIn,
    RowsIn,
    Said,
    Same,
    Zipped,
)

TYPICAL_LIST = 5
"""How many items a short list is taken to have when its cost is estimated."""


def place(composer: Composer, home: Home, spot: Spot) -> Part:
    """Return the expression and the reader of one field. Raises RequestError."""
    if spot.level.depth > composer.max_depth:
        raise RequestError(
            Code.TOO_DEEP, f"The document nests deeper than {composer.max_depth} levels at {spot.asked.key}."
        )
    match home:
        case Prop():
            return _property(composer, home, spot)
        case Same():
            return composer.selection(named_object(spot.type), spot.scope, spot.asked.inside, spot.level.below())
        case Zipped():
            return _zipped(composer, home, spot)
        case Links():
            return _links(composer, home, spot)
        case Count():
            return _count(home, spot.scope)
        case Named():
            return _named(composer, home, spot)
        case NodeIn() | NodesIn() | RowsIn() | RowIn() | Said() | Contradicted():
            return _in_row(composer, home, spot)
        case Edges() | NamedEdges() | Everything():
            return connection.compose(composer, home, spot)
        case Lookup() | ById() | Matched():
            return (
                match.compose(composer, home, spot)
                if isinstance(home, Matched)
                else roots.compose(composer, home, spot)
            )
        case _:
            raise RequestError(Code.INTERNAL, f"{spot.asked.name} has no home in the graph.")


def _property(composer: Composer, home: Prop, spot: Spot) -> Part:
    scope, type_ = spot.scope, spot.type
    value = scope.columns[home.name] if scope.columns is not None else f"{scope.var}.{home.name}"
    if home.default is not None:
        default = f"'{home.default}'" if isinstance(home.default, str) else str(home.default).lower()
        value = f"coalesce({value}, {default})"
    return Part(value, composer.leaf(type_))


def _zipped(composer: Composer, home: Zipped, spot: Spot) -> Part:
    scope, asked, type_, level = spot.scope, spot.asked, spot.type, spot.level
    place_ = composer.text.name("i")
    columns = {name: f"{scope.var}.{prop}[{place_}]" for name, prop in home.columns.items()}
    inner = composer.selection(named_object(type_), Scope("", columns=columns), asked.inside, level.below(TYPICAL_LIST))
    first = next(iter(home.columns.values()))
    size = f"coalesce(size({scope.var}.{first}), 0)"
    return Part(f"[{place_} IN range(0, {size} - 1) | {inner.expression}]", listed(inner.reader, absent_is_empty=True))


def _links(composer: Composer, home: Links, spot: Spot) -> Part:
    scope, asked, type_, level = spot.scope, spot.asked, spot.type, spot.level
    edge, far = composer.text.name("e"), composer.text.name("n")
    order = Order(home.order, far, edge)
    bare = named_object(type_)
    inner_scope = Scope(edge, far) if home.on == "edge" else Scope(far)
    inner = composer.selection(bare, inner_scope, asked.inside, level.below(1 if home.one else TYPICAL_LIST))
    where = ""
    if home.only:
        where = f" WHERE {edge}.{home.only[0]} = {str(home.only[1]).lower()}"
    body = (
        f"MATCH {pattern(home.pattern, scope.var, edge, far)}{where} "
        f"WITH {edge}, {far} ORDER BY {order.by(backwards=False)}{' LIMIT 1' if home.one else ''}"
    )
    found, clause = composer.gathered(scope.var, body, inner)
    reader = cast("Reader", inner.reader)
    if home.one:
        return Part(found, first(may_be_null(type_, reader)), clause)
    return Part(_known(found, home.known, scope), listed(reader, absent_is_empty=home.known is None), clause)


def _count(home: Count, scope: Scope) -> Part:
    condition = f" {{{home.where[0]}: '{home.where[1]}'}}" if home.where else ""
    return Part(f"COUNT {{ {pattern(home.pattern, scope.var, '', '', condition)} }}", None)


def _named(composer: Composer, home: Named, spot: Spot) -> Part:
    scope, asked, type_, level = spot.scope, spot.asked, spot.type, spot.level
    level.cost.own += home.weight
    file = statement(home.file)
    bare = named(type_)
    size = limits(file.name, spot.given) if not home.one else 1
    called = call(composer, file, scope, spot.given, home.row)
    if not isinstance(bare, GraphQLObjectType):
        var, column = composer.text.name("v"), file.returns[0].name
        inner = Part(var, composer.leaf(type_))
    elif composer.registry.is_entity(bare):
        var, column = composer.text.name("n"), "node"
        inner = composer.entity(type_, var, asked.inside, level.below(size))
    else:
        var, column = composer.text.name("r"), _map_of(file)
        inner = composer.selection(bare, Scope(var), asked.inside, level.below(size))
    found, clause = composer.gathered(scope.var, f"{called} RETURN {column} AS {var} }}", inner)
    found = _known(found, home.known, scope)
    if home.one:
        needed = spot.asked.name if isinstance(type_, GraphQLNonNull) else ""
        return Part(found, first(may_be_null(type_, inner.reader) if inner.reader else None, required=needed), clause)
    return Part(found, listed(inner.reader, absent_is_empty=isinstance(type_, GraphQLNonNull)), clause)


def _map_of(file: Cypher) -> str:
    """Return a row of a file as a map; `from` is a word of Cypher's own."""
    return "{" + ", ".join(f"{'`from`' if f.name == 'from' else f.name}: {f.name}" for f in file.returns) + "}"


def _known(found: str, known: str | None, scope: Scope) -> str:
    """Return null where nobody said, which is not the same as none."""
    return f"CASE WHEN {scope.var}.{known} THEN {found} END" if known else found


def _in_row(composer: Composer, home: NodeIn | NodesIn | RowsIn | RowIn | Said | Contradicted, spot: Spot) -> Part:
    match home:
        case NodeIn():
            return _node_in(composer, home, spot)
        case NodesIn() | RowsIn():
            return _many_in(composer, home, spot)
        case RowIn():
            inside = Scope(_inside(spot.scope, home.name))
            return composer.selection(named_object(spot.type), inside, spot.asked.inside, spot.level.below())
        case _:
            return said.compose(home, spot.scope)


def _node_in(composer: Composer, home: NodeIn, spot: Spot) -> Part:
    scope, asked, type_, level = spot.scope, spot.asked, spot.type, spot.level
    if not home.name:
        return composer.entity(type_, scope.far, asked.inside, level.below())
    var = composer.text.name("n")
    inner = composer.entity(type_, var, asked.inside, level.below())
    found, clause = composer.gathered(scope.var, f"UNWIND [{_inside(scope, home.name)}] AS {var}", inner)
    needed = asked.name if isinstance(type_, GraphQLNonNull) else ""
    return Part(found, first(may_be_null(type_, cast("Reader", inner.reader)), required=needed), clause)


def _many_in(composer: Composer, home: NodesIn | RowsIn, spot: Spot) -> Part:
    scope, asked, type_, level = spot.scope, spot.asked, spot.type, spot.level
    below = level.below(TYPICAL_LIST)
    if isinstance(home, NodesIn):
        var = composer.text.name("n")
        inner = composer.entity(type_, var, asked.inside, below)
    else:
        var = composer.text.name("r")
        inner = composer.selection(named_object(type_), Scope(var), asked.inside, below)
    found, clause = composer.gathered(scope.var, f"UNWIND {_inside(scope, home.name)} AS {var}", inner)
    return Part(found, listed(inner.reader, absent_is_empty=True), clause)


def _inside(scope: Scope, name: str) -> str:
    return f"{scope.var}.`{name}`" if not re.fullmatch(r"[a-z]\w*", name) or name == "from" else f"{scope.var}.{name}"
