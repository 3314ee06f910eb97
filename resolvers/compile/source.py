"""Where a connection's rows come from: what is matched, what must hold, in which order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from graphql import GraphQLField, GraphQLInputObjectType

from cypher.catalog import statement
from resolvers.compile.arguments import Given
from resolvers.compile.compose import Composer, Spot
from resolvers.compile.cost import Cost
from resolvers.compile.cursor import marked
from resolvers.compile.listed_ids import ListedIds, listed_ids
from resolvers.compile.named import call
from resolvers.compile.order import Counted, Order, ordered
from resolvers.compile.pattern import pattern
from resolvers.compile.types import named, named_object, of
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
    order = _ordered(composer, home, spot, far, edge)
    near = spot.scope.var
    hub = home.hub if order.keys in (home.order, (ORD,)) else None
    only = home.pattern.only
    conditions = (f"{edge}.{only[0]} >= {only[1]}",) if only else ()
    reached = f"MATCH {pattern(home.pattern, near, edge, far)}"
    counted = f"MATCH {pattern(home.pattern, near, edge if only else '', '')}"
    match, start = reached, conditions
    if hub:
        match = f"MATCH {pattern(home.pattern, '', edge, far)}"
        start = (f"{edge}.{hub.owner} = {near}.id",)
        order = replace(order, keys=home.order)
    where = _where(composer, spot, far, _filter(spot))
    return Source(match, start, order, (counted, conditions), (reached, conditions), where, hub)


def _called(composer: Composer, home: NamedEdges, spot: Spot, edge: str, far: str) -> Source:
    asked = spot.given.get(home.scored_by)
    order = _ordered(composer, home, spot, far, edge, depends=[asked] if asked is not None else [])
    spot.level.cost.own += home.weight
    file = statement(home.file)
    columns = ", ".join(f"{column.name}: {column.name}" for column in file.returns if column.name != "node")
    called = call(composer, file, spot.scope, spot.given)
    match = f"{called} RETURN node AS {far}, {{{columns}}} AS {edge} }} WITH {far}, {edge}"
    where = _where(composer, spot, far, _filter(spot))
    return Source(match, (), order, (match, ()), (match, ()), where, most=home.most)


def _everything(composer: Composer, home: Everything, spot: Spot, far: str) -> Source:
    given = _filter(spot)
    shown = composer.document.asked(named_object(spot.type), spot.asked.inside)
    told = any(one.name == "missing" for one in shown)
    listed = listed_ids(composer, named_argument(spot.definition, "where"), home.label, given, told=told)
    if listed:
        ids = listed.ids
        spot.level.cost.inside.append(Cost(1, lambda variables: len(ids.read(variables)), name="where"))
        match, place = listed.matched(far)
        where = _where(composer, spot, far, listed.rest)
        asked = Counted(listed.name, composer.text.name("k"), place)
        order = _ordered(composer, home, spot, far, own=asked, depends=[listed.ids])
        return Source(match, (), order, (match, ()), (match, ()), where, listed=listed)
    order = _ordered(composer, home, spot, far)
    match = f"MATCH ({far}:{home.label})"
    start = (order.present(), "" if ID.prop in {key.prop for key in order.keys} else f"{far}.id IS NOT NULL")
    where = _where(composer, spot, far, given)
    return Source(match, start, order, (f"MATCH (:{home.label})", ()), (match, ()), where)


def _ordered(  # noqa: PLR0913 what an order stands on
    composer: Composer,
    home: ConnectionHome,
    spot: Spot,
    far: str,
    edge: str = "",
    *,
    own: Counted | None = None,
    depends: Sequence[Given] = (),
) -> Order:
    """Return the order that a connection is asked for: its own without any, or by `own`.

    `depends` is what the values of its own order depend on, besides the graph.
    """
    own_keys = (Key(own.name, on="count", number=True), ID) if own else home.order
    counted_by: list[Given] = []

    def count(name: str, match: Mapping[str, Given]) -> Counted:
        expression = counted_links(subject, name, match)
        spot.level.cost.inside += composer.filters.taken()
        if match:
            counted_by.append(dict(match))
        return Counted(name, composer.text.name("k"), expression)

    keys, counts = own_keys, tuple[Counted, ...]()
    if "orderBy" in spot.definition.args:
        order = composer.registry.schema.type_map[named_argument(spot.definition, "orderBy")]
        label = named(of(cast("GraphQLInputObjectType", order).fields["count"])).name.removesuffix("Count")
        subject = Subject(composer.registry, composer.text, f"{label}Where", far, composer.filters)
        keys, counts = ordered(spot.given.get("orderBy"), own_keys, count)
    by_own = any((key.on, key.prop) == (own_keys[0].on, own_keys[0].prop) for key in keys)
    if own and by_own:
        counts = (*counts, own)
    made = Order(keys, far, edge, counts, named(spot.type).name.removesuffix("Connection"))
    return marked(composer.text, made, [*counted_by, *(depends if by_own else ())])


def _filter(spot: Spot) -> dict[str, Given]:
    where = spot.given.get("where")
    return where if isinstance(where, dict) else {}


def _where(composer: Composer, spot: Spot, var: str, where: dict[str, Given]) -> str:
    if not where:
        return ""
    subject = Subject(composer.registry, composer.text, named_argument(spot.definition, "where"), var, composer.filters)
    found = predicate(subject, where)
    spot.level.cost.inside += composer.filters.taken()
    return found


def named_argument(definition: GraphQLField, name: str) -> str:
    """Return the name of an argument's type, without its lists and non-nulls."""
    return named(of(definition.args[name])).name


def where_clause(conditions: "list[str] | tuple[str, ...]") -> str:
    """Return a WHERE of all conditions that are not empty, a space before it; empty where there is none."""
    found = " AND ".join(condition for condition in conditions if condition)
    return f" WHERE {found}" if found else ""
