"""Connections: one page of a list, its size, and where the page stands, each only when it is asked for.

A connection is the list `[rows, total, ...]`, what else is asked of it at the end. A row is one list per asked `edges`
and `nodes` field, then sort values.
"""

from dataclasses import dataclass, replace
from typing import cast

from graphql import GraphQLNonNull, GraphQLObjectType

from resolvers.compile import groups, years
from resolvers.compile.arguments import arguments
from resolvers.compile.compose import TYPENAME, Composer, Part, Scope, Spot, joined
from resolvers.compile.cost import Level
from resolvers.compile.cursor import positions
from resolvers.compile.order import Order
from resolvers.compile.page import Page, paged
from resolvers.compile.page_reader import Shown, cursor, page_reader
from resolvers.compile.readers import Column, Reader, object_reader
from resolvers.compile.selection import Asked
from resolvers.compile.source import ConnectionHome, Source, source_of, where_clause
from resolvers.compile.types import AnyType, field_object, named_object, of
from schema.graph import Groups, Prop, Years

PAGED = frozenset({"edges", "nodes", "pageInfo"})
"""Fields of a connection that need a page of it."""
TOTAL = "totalCount"
KNOWN = PAGED | {TOTAL, TYPENAME}


def compose(composer: Composer, home: ConnectionHome, spot: Spot) -> Part:
    """Return the expression `[rows, total, ...]` of a connection, and its reader. Raises RequestError."""
    connection = named_object(spot.type)
    fields = composer.document.asked(connection, spot.asked.inside)
    names = {field.name for field in fields}
    page = paged(composer.text, spot.given, look_ahead="pageInfo" in names)
    source = source_of(composer, home, spot)
    rows, readers, clauses = "null", {}, ""
    if not names & PAGED:  # a cursor that is none is a mistake even where nothing is read by it
        for position in (page.after, page.before):
            if position is not None:
                positions(composer.text, position, source.order)
    if names & PAGED:
        inner, readers, body = _rows(composer, Rows(source, connection, fields, page), spot.level)
        rows, clauses = composer.gathered(spot.scope.var, body, inner)
    total, counting = _total(composer, source, spot.scope) if TOTAL in names else ("null", "")
    shown = {field.key: _page_info(composer, connection, field) for field in fields if field.name == "pageInfo"}
    others = {field.key: _other(composer, source, spot, field) for field in fields if field.name not in KNOWN}
    more = {key: part.reader for key, part in others.items()}
    reader = page_reader(Shown(connection.name, fields, readers, shown, page, source.order, more))
    expressions = ", ".join([rows, total, *(part.expression for part in others.values())])
    return Part(f"[{expressions}]", reader, joined([clauses, counting, *(part.clauses for part in others.values())]))


def _other(composer: Composer, source: Source, spot: Spot, asked: Asked) -> Part:
    """Return what a connection tells besides its page and size: groups, years, ids that nothing has."""
    connection = named_object(spot.type)
    spot.level.cost.own += 1
    definition = connection.fields[asked.name]
    given = arguments(definition, asked.node, composer.document.variables)
    inside = Spot(spot.scope, asked, definition, given, spot.level)
    match composer.registry.home(connection.name, asked.name):
        case Prop(name="truncated"):
            return _truncated(composer, source, spot.scope)
        case Groups():
            return groups.compose(composer, source, inside)
        case Years():
            return years.compose(composer, source, inside)
        case _ if source.listed is None:
            return Part("null", None)
        case _:
            found, clause = source.listed.missing()
            return Part(found, None, clause)


def _total(composer: Composer, source: Source, scope: Scope) -> tuple[str, str]:
    """Return the number of rows: a count that Neo4j keeps where it can, else counted by a clause of its own."""
    composer.subquery()
    counted = source.countable()
    if counted.startswith("MATCH"):
        return f"COUNT {{ {counted} }}", ""
    found = composer.text.name("x")
    return found, f"CALL ({scope.var}) {{ {counted} RETURN count(*) AS {found} }}"


def _truncated(composer: Composer, source: Source, scope: Scope) -> Part:
    """Return whether the list, whatever of it fits the filter, has as many rows as it can have at most."""
    found, clause = _total(composer, replace(source, where=""), scope)
    return Part(f"{found} >= {source.most}", None, clause)


@dataclass(frozen=True, slots=True)
class Rows:
    """What one page of rows is made of."""

    source: Source
    connection: GraphQLObjectType
    fields: list[Asked]
    page: Page


def _rows(composer: Composer, rows: Rows, level: Level) -> tuple[Part, dict[str, Reader], str]:
    """Return a row, the readers of its fields, and the clauses that give the page's rows in order."""
    source, connection, page = rows.source, rows.connection, rows.page
    order, conditions, beyond = source.order, [*source.conditions, source.where], list[str]()
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
        body = f"{source.match}{where_clause(conditions)} WITH {kept}, {made}{where_clause(beyond)}"
        kept += "".join(f", {count.var}" for count in order.counted)
        body += f" WITH {kept} ORDER BY {by} LIMIT {page.limit}"
    else:
        body = f"{source.match}{where_clause([*conditions, *beyond])} WITH {kept} ORDER BY {by} LIMIT {page.limit}"
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
            part = Part(order.values(), cursor(order))
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
