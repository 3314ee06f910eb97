"""Where a connection's rows come from: what is matched, what must hold, in which order."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from graphql import GraphQLField, GraphQLInputObjectType

from cypher.catalog import statement
from resolvers.compile.arguments import Given, Leaf
from resolvers.compile.compose import Composer, Spot
from resolvers.compile.cursor import digest
from resolvers.compile.listed_ids import ListedIds, listed_ids
from resolvers.compile.named import call
from resolvers.compile.order import Counted, Order, ordered
from resolvers.compile.pattern import pattern
from resolvers.compile.types import named, of
from resolvers.compile.where import Subject, counted_links, predicate
from schema.graph import Edges, Everything, Hub, Key, NamedEdges
from schema.order.sort import ID, ORD

ConnectionHome: TypeAlias = Edges | NamedEdges | Everything


@dataclass(frozen=True, slots=True)
class Source:
    """What a connection's rows are."""

    match: str
    """MATCH or CALL that binds the order's variables."""
    conditions: tuple[str, ...]
    order: Order
    counted: tuple[str, tuple[str, ...]]
    """MATCH and conditions that count the rows, in the cheapest form without a filter."""
    filtered: tuple[str, tuple[str, ...]]
    """The same, with the far node bound."""
    where: str = ""
    """What the connection's filter demands; empty where there is none."""
    hub: Hub | None = None
    listed: ListedIds | None = None
    most: int | None = None
    """How many rows there can be at all, where that is bounded."""

    def every(self) -> str:
        """Return the clauses that give every row, in no order, the far node bound."""
        match, conditions = self.filtered
        return f"{match}{where_clause((*conditions, self.where))}"

    def countable(self) -> str:
        """Return the clauses that give as many rows as there are."""
        match, conditions = self.counted
        return self.every() if self.where else f"{match}{where_clause(conditions)}"


def source_of(composer: Composer, home: ConnectionHome, spot: Spot) -> Source:
    """Return where a connection's rows come from. Raises RequestError."""
    edge, far = composer.text.name("e"), composer.text.name("n")
    match home:
        case Edges():
            return _over(composer, home, spot, edge, far)
        case NamedEdges():
            return _called(composer, home, spot, edge, far)
        case Everything():
            return _everything(composer, home, spot, far)


def _over(composer: Composer, home: Edges, spot: Spot, edge: str, far: str) -> Source:
    keys, counts = _ordered(composer, home, spot, far)
    near = spot.scope.var
    hub = home.hub if keys in (home.order, (ORD,)) else None
    only = home.pattern.only
    conditions = (f"{edge}.{only[0]} >= {only[1]}",) if only else ()
    reached = f"MATCH {pattern(home.pattern, near, edge, far)}"
    counted = f"MATCH {pattern(home.pattern, near, edge if only else '', '')}"
    match, start = reached, conditions
    if hub:
        match = f"MATCH {pattern(home.pattern, '', edge, far)}"
        start = (f"{edge}.{hub.owner} = {near}.id",)
    where = _where(composer, spot, far, _filter(spot))
    order = Order(home.order if hub else keys, far, edge, counts, _of(spot))
    return Source(match, start, order, (counted, conditions), (reached, conditions), where, hub)


def _called(composer: Composer, home: NamedEdges, spot: Spot, edge: str, far: str) -> Source:
    keys, counts = _ordered(composer, home, spot, far)
    spot.level.cost.own += home.weight
    file = statement(home.file)
    columns = ", ".join(f"{column.name}: {column.name}" for column in file.returns if column.name != "node")
    called = call(composer, file, spot.scope, spot.given)
    match = f"{called} RETURN node AS {far}, {{{columns}}} AS {edge} }} WITH {far}, {edge}"
    where = _where(composer, spot, far, _filter(spot))
    order = Order(keys, far, edge, counts, _of(spot))
    asked = spot.given.get(home.scored_by)
    if isinstance(asked, Leaf):
        order = replace(order, scored_by=asked, mark=composer.text.parameter(asked, digest).removeprefix("$"))
    return Source(match, (), order, (match, ()), (match, ()), where, most=home.most)


def _everything(composer: Composer, home: Everything, spot: Spot, far: str) -> Source:
    given = _filter(spot)
    listed = listed_ids(composer, named_argument(spot.definition, "where"), home.label, given) if given else None
    if listed:
        match, place = listed.matched(far)
        where = _where(composer, spot, far, listed.rest)
        keys, counts = _ordered(composer, home, spot, far, (Key(listed.name, on="count", number=True), ID))
        asked = Counted(listed.name, composer.text.name("k"), place)
        sorted_by = (*counts, asked) if any(key.prop == listed.name for key in keys) else counts
        order = Order(keys, far, "", sorted_by, _of(spot))
        return Source(match, (), order, (match, ()), (match, ()), where, listed=listed)
    keys, counts = _ordered(composer, home, spot, far)
    order = Order(keys, far, "", counts, _of(spot))
    match = f"MATCH ({far}:{home.label})"
    start = (order.present(), "" if ID.prop in {key.prop for key in keys} else f"{far}.id IS NOT NULL")
    where = _where(composer, spot, far, given)
    return Source(match, start, order, (f"MATCH (:{home.label})", ()), (match, ()), where)


def _ordered(
    composer: Composer, home: ConnectionHome, spot: Spot, far: str, own: tuple[Key, ...] = ()
) -> tuple[tuple[Key, ...], tuple[Counted, ...]]:
    """Return the sort keys that a connection is asked for (`own` or its own without any), and the counts among them."""
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

    return ordered(spot.given.get("orderBy"), own or home.order, count)


def _of(spot: Spot) -> str:
    """Return what kind of list it is, for cursors."""
    return named(spot.type).name.removesuffix("Connection")


def _filter(spot: Spot) -> dict[str, Given]:
    where = spot.given.get("where")
    return where if isinstance(where, dict) else {}


def _where(composer: Composer, spot: Spot, var: str, where: dict[str, Given]) -> str:
    if not where:
        return ""
    subject = Subject(composer.registry, composer.text, named_argument(spot.definition, "where"), var, composer.filters)
    before = composer.filters.left
    found = predicate(subject, where)
    spot.level.cost.own += before - composer.filters.left
    return found


def named_argument(definition: GraphQLField, name: str) -> str:
    """Return the name of an argument's type, without its lists and non-nulls."""
    return named(of(definition.args[name])).name


def where_clause(conditions: "list[str] | tuple[str, ...]") -> str:
    """Return a WHERE of all conditions that are not empty, a space before it; empty where there is none."""
    found = " AND ".join(condition for condition in conditions if condition)
    return f" WHERE {found}" if found else ""
