"""Connections: one page of a list, its size, and where the page stands, each only when it is asked for.

A connection is the list `[rows, total]`; a row is one list per asked `edges` and `nodes` field, then sort values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from graphql import GraphQLField, GraphQLInputObjectType, GraphQLNonNull, GraphQLObjectType

from cypher.catalog import statement
from resolvers.compile.arguments import Given
from resolvers.compile.compose import TYPENAME, Composer, Level, Part, Scope, Spot, joined
from resolvers.compile.named import call
from resolvers.compile.order import Counted, Order, ordered, positions
from resolvers.compile.page import Page, paged
from resolvers.compile.page_reader import Shown, cursor, page_reader
from resolvers.compile.pattern import pattern
from resolvers.compile.readers import Column, Reader, object_reader
from resolvers.compile.selection import Asked
from resolvers.compile.types import AnyType, field_object, named, named_object, of
from resolvers.compile.where import Subject, counted_links, predicate
from schema.graph import Edges, Everything, Hub, Key, NamedEdges
from schema.order.sort import ID, ORD

ConnectionHome: TypeAlias = Edges | NamedEdges | Everything


COUNTED = frozenset({"totalCount", "truncated"})
"""Fields of a connection that need its size."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a connection's rows come from."""

    match: str
    """MATCH or CALL that binds the order's variables."""
    conditions: tuple[str, ...]
    order: Order
    hub: Hub | None
    counted: tuple[str, tuple[str, ...]]
    """MATCH and conditions that count the rows, in the cheapest form without a filter."""
    filtered: tuple[str, tuple[str, ...]]
    """The same, with the far node bound for a filter."""


def compose(composer: Composer, home: ConnectionHome, spot: Spot) -> Part:
    """Return the expression `[rows, total]` of a connection, and its reader. Raises RequestError."""
    connection, given = named_object(spot.type), spot.given
    fields = composer.document.asked(connection, spot.asked.inside)
    names = {field.name for field in fields}
    page = paged(composer.text, given, look_ahead="pageInfo" in names)
    source = _source(composer, home, spot)
    where = _where(composer, spot, source.order.node)
    rows, readers, clauses = "null", {}, ""
    if names - {*COUNTED, TYPENAME}:
        inner, readers, body = _rows(composer, Rows(source, where, connection, fields, page), spot.level)
        rows, clauses = composer.gathered(spot.scope.var, body, inner)
    total, counting = _total(composer, source, where, spot.scope) if names & COUNTED else ("null", "")
    shown = {field.key: _page_info(composer, connection, field) for field in fields if field.name == "pageInfo"}
    most = home.most if isinstance(home, NamedEdges) else None
    reader = page_reader(Shown(connection.name, fields, readers, shown, page, source.order.name, most))
    return Part(f"[{rows}, {total}]", reader, joined([clauses, counting]))


def _total(composer: Composer, source: Source, where: str, scope: Scope) -> tuple[str, str]:
    """Return the number of rows: a count that Neo4j keeps where it can, else counted by a clause of its own."""
    match, conditions = source.filtered if where else source.counted
    counted = f"{match}{_where_clause((*conditions, where))}"
    if match.startswith("MATCH"):
        return f"COUNT {{ {counted} }}", ""
    found = composer.text.name("x")
    return found, f"CALL ({scope.var}) {{ {counted} RETURN count(*) AS {found} }}"


def _source(composer: Composer, home: ConnectionHome, spot: Spot) -> Source:
    scope, given = spot.scope, spot.given
    edge, far = composer.text.name("e"), composer.text.name("n")
    keys, counted_by = _ordered(composer, home, spot, far)
    match home:
        case Edges():
            hub = home.hub if keys in (home.order, (ORD,)) else None
            order = Order(home.order if hub else keys, far, edge, counted_by)
            only = home.pattern.only
            conditions = (f"{edge}.{only[0]} >= {only[1]}",) if only else ()
            reached = f"MATCH {pattern(home.pattern, scope.var, edge, far)}"
            counted = f"MATCH {pattern(home.pattern, scope.var, edge if only else '', '')}"
            match, start = reached, conditions
            if hub:
                match = f"MATCH {pattern(home.pattern, '', edge, far)}"
                start = (f"{edge}.{hub.owner} = {scope.var}.id",)
            return Source(match, start, order, hub, (counted, conditions), (reached, conditions))
        case NamedEdges():
            file = statement(home.file)
            columns = ", ".join(f"{column.name}: {column.name}" for column in file.returns if column.name != "node")
            match = f"{call(composer, file, scope, given)} RETURN node AS {far}, {{{columns}}} AS {edge} }}"
            match += f" WITH {far}, {edge}"
            return Source(match, (), Order(keys, far, edge, counted_by), None, (match, ()), (match, ()))
        case Everything():
            match = f"MATCH ({far}:{home.label})"
            order = Order(keys, far, "", counted_by)
            return Source(
                match,
                (order.present(), "" if ID.prop in {key.prop for key in keys} else f"{far}.id IS NOT NULL"),
                order,
                None,
                (f"MATCH (:{home.label})", ()),
                (match, ()),
            )


def _ordered(
    composer: Composer, home: ConnectionHome, spot: Spot, far: str
) -> tuple[tuple[Key, ...], tuple[Counted, ...]]:
    """Return the sort keys that a connection is asked for, and the counts among them."""
    if "orderBy" not in spot.definition.args:
        return home.order, ()
    order = composer.registry.schema.type_map[named_argument(spot.definition, "orderBy")]
    label = named(of(cast("GraphQLInputObjectType", order).fields["count"])).name.removesuffix("Count")
    subject = Subject(composer.registry, composer.text, f"{label}Where", far, composer.filters)

    def count(name: str, match: Mapping[str, Given]) -> Counted:
        before = composer.filters.left
        expression = counted_links(subject, name, match)
        spot.level.cost.own += before - composer.filters.left
        return Counted(name, composer.text.name("k"), expression)

    return ordered(spot.given.get("orderBy"), home.order, count)


def _where(composer: Composer, spot: Spot, var: str) -> str:
    where = spot.given.get("where")
    if not isinstance(where, dict):
        return ""
    subject = Subject(composer.registry, composer.text, named_argument(spot.definition, "where"), var, composer.filters)
    before = composer.filters.left
    found = predicate(subject, where)
    spot.level.cost.own += before - composer.filters.left
    return found


@dataclass(frozen=True, slots=True)
class Rows:
    """What one page of rows is made of."""

    source: Source
    where: str
    connection: GraphQLObjectType
    fields: list[Asked]
    page: Page


def _rows(composer: Composer, rows: Rows, level: Level) -> tuple[Part, dict[str, Reader], str]:
    """Return a row, the readers of its fields, and the clauses that give the page's rows in order."""
    source, connection, page = rows.source, rows.connection, rows.page
    order, conditions, beyond = source.order, [*source.conditions, rows.where], list[str]()
    for position, backwards in ((page.after, False), (page.before, True)):
        if position is not None:
            found = positions(composer.text, position, order)
            beyond.append(f"({order.beyond(found, backwards=backwards)})")
    by = order.by(backwards=page.backwards)
    if source.hub:
        conditions.append(f"{order.values()[1:-1]} IS NOT NULL")
        by = f"{order.edge}.{source.hub.owner}{' DESC' if page.backwards else ''}, {by}"
    below = level.below(page.size)
    readers: dict[str, Reader] = {}
    parts: list[Part] = []
    for field in rows.fields:
        if field.name == "nodes":
            part = composer.entity(_node_type(connection), order.node, field.inside, below)
        elif field.name == "edges":
            part = _edge(composer, connection, field, order, below)
        else:
            continue
        parts.append(part)
        readers[field.key] = cast("Reader", part.reader)
    kept = f"{order.node}, {order.edge}" if order.edge else order.node
    if order.counted:
        made = ", ".join(f"{count.expression} AS {count.var}" for count in order.counted)
        body = f"{source.match}{_where_clause(conditions)} WITH {kept}, {made}{_where_clause(beyond)}"
        kept += "".join(f", {count.var}" for count in order.counted)
        body += f" WITH {kept} ORDER BY {by} LIMIT {page.limit}"
    else:
        body = f"{source.match}{_where_clause([*conditions, *beyond])} WITH {kept} ORDER BY {by} LIMIT {page.limit}"
    row = f"[{', '.join([*(part.expression for part in parts), order.values()])}]"
    return Part(row, None, joined([part.clauses for part in parts])), readers, body


def _edge(composer: Composer, connection: GraphQLObjectType, asked: Asked, order: Order, level: Level) -> Part:
    """Return the selection on an edge: its cursor and its node are the compiler's, the rest are properties."""
    type_ = field_object(connection, "edges")
    columns: list[Column] = []
    expressions: list[str] = []
    required: set[int] = set()
    clauses: list[str] = []
    for field in composer.document.asked(type_, asked.inside):
        if field.name == TYPENAME:
            columns.append(Column(field.key, -1, None, type_.name))
            continue
        if field.name == "cursor":
            part = Part(order.values(), cursor(order.name))
        elif field.name == "node":
            part = composer.entity(of(type_.fields["node"]), order.node, field.inside, level.below())
        else:
            part = composer.field(type_, Scope(order.edge, order.node), field, level)
            if isinstance(of(type_.fields[field.name]), GraphQLNonNull) and part.reader is None:
                required.add(len(expressions))
        columns.append(Column(field.key, len(expressions), part.reader))
        expressions.append(part.expression)
        clauses.append(part.clauses)
    reader = object_reader(columns, type_.name, frozenset(required))
    return Part(f"[{', '.join(expressions)}]", reader, joined(clauses))


def _page_info(composer: Composer, connection: GraphQLObjectType, asked: Asked) -> list[Asked]:
    return composer.document.asked(field_object(connection, "pageInfo"), asked.inside)


def _node_type(connection: GraphQLObjectType) -> AnyType:
    return of(field_object(connection, "edges").fields["node"])


def named_argument(definition: GraphQLField, name: str) -> str:
    """Return the name of an argument's type, without its lists and non-nulls."""
    return named(of(definition.args[name])).name


def _where_clause(conditions: "list[str] | tuple[str, ...]") -> str:
    found = " AND ".join(condition for condition in conditions if condition)
    return f" WHERE {found}" if found else ""
