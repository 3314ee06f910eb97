"""The rows of a connection: its MATCH clause, its predicates and its order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from graphql import GraphQLField, GraphQLInputObjectType

from cypher.catalog import statement
from resolvers.compile.arguments import ArgumentValue, Given, Listed
from resolvers.compile.byline_ids import checked_key
from resolvers.compile.cost import Cost
from resolvers.compile.cursor import bind_order_to_inputs
from resolvers.compile.cypher_files import SEARCH_LIMIT, call
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext, Scope
from resolvers.compile.name_allocator import Convert, NameAllocator
from resolvers.compile.order import Counted, Order, compile_order
from resolvers.compile.pattern import pattern
from resolvers.compile.registry import stored
from resolvers.compile.types import named_type, type_of
from resolvers.compile.values import id_pattern, match_entity, outside_key
from resolvers.compile.where import FilterContext, counted_links, predicate, without_nulls
from resolvers.errors import Code, RequestError
from schema.field_mapping import (
    AnyId,
    Direction,
    EntityId,
    Key,
    LabelConnection,
    QueryConnection,
    RelationshipConnection,
    RelationshipPageIndex,
)
from schema.order.sort import ID, ORD
from schema.paging import MAX_PAGE

SEARCH_FILE = "graphql/search"
OWN_ID = "byline"
"""The scheme of Byline's own ids, as the Identifier of a retired one has it."""


@dataclass(frozen=True, slots=True)
class ListedIds:
    """One list of ids that a filter asks for at its top."""

    text: NameAllocator
    name: str
    """The filter's field, which names the order in cursors."""
    label: str
    scheme: str
    ids: ArgumentValue | Listed
    parameter: str
    """The list in normal form, as `outside_key` gives them."""
    rest: dict[str, Given]
    """The remaining predicates of the filter."""

    def matched(self, far: str) -> tuple[str, str]:
        """Return the clauses that bind `far` to each thing that has one of the ids, and the variable of its place."""
        index, place = self.text.name("i"), self.text.name("k")
        match = (
            f"UNWIND range(0, size({self.parameter}) - 1) AS {index} {self._match_clause(index, far)} "
            f"WITH {far}, min({index}) AS {place}"
        )
        return match, place

    def missing(self) -> tuple[str, str]:
        """Return a variable that holds the ids that nothing has, as asked for, and the clause that binds it."""
        index, far, variable = self.text.name("i"), self.text.name("n"), self.text.name("x")
        parameter = self.text.parameter(self.ids)
        absent = f"NOT EXISTS {{ {self._match_clause(index, far)} RETURN {far} }}"
        clause = (
            f"CALL () {{ UNWIND range(0, size({self.parameter}) - 1) AS {index} WITH {index} WHERE {absent} "
            f"RETURN collect({parameter}[{index}]) AS {variable} }}"
        )
        return variable, clause

    def _match_clause(self, index: str, far: str) -> str:
        value = f"{self.parameter}[{index}]"
        if self.scheme == OWN_ID:
            return match_entity(self.label, value, far, index)
        return f"MATCH {id_pattern(self.scheme, value)}-[:IDENTIFIES]->({far}:{self.label})"


def listed_ids(builder: ExpressionBuilder, type_name: str, label: str, where: Mapping[str, Given]) -> ListedIds | None:
    """Return the list of IDs in a filter, or None if it has no such list or several."""
    candidates: list[tuple[str, str]] = []
    for name, operations in where.items():
        if not isinstance(operations, dict) or "in" not in operations:
            continue
        match builder.registry.mappings.get((type_name, name)):
            case AnyId(scheme=scheme):
                candidates.append((name, scheme))
            case EntityId():
                candidates.append((name, OWN_ID))
            case _:
                pass
    if len(candidates) != 1:
        return None
    name, scheme = candidates[0]
    operations = cast("dict[str, Given]", where[name])
    ids = cast("ArgumentValue | Listed", operations["in"])
    if isinstance(ids, ArgumentValue) and ids.value is None:
        return None
    others = {operation: operand for operation, operand in operations.items() if operation != "in"}
    rest: dict[str, Given] = {key: value for key, value in where.items() if key != name}
    if others:
        rest[name] = others
    parameter = builder.text.parameter(ids, _lookup_keys(scheme, label))
    return ListedIds(builder.text, name, label, scheme, ids, parameter, rest)


def _lookup_keys(scheme: str, label: str) -> Convert:
    """Return the conversion of IDs to lookup keys; an invalid ID becomes null, which no entity has."""

    def lookup_key_or_none(value: str) -> str | list[str] | None:
        try:
            return checked_key(value, label) if scheme == OWN_ID else outside_key(scheme, value)
        except RequestError:
            return None

    def convert(values: list[str]) -> list[str | list[str] | None]:
        if len(values) > MAX_PAGE:
            raise RequestError(Code.PAGE_TOO_LARGE, f"in has {len(values):,} IDs. Use at most {MAX_PAGE:,}.")
        return [lookup_key_or_none(value) for value in values]

    return convert


ConnectionMapping: TypeAlias = RelationshipConnection | QueryConnection | LabelConnection


@dataclass(frozen=True, slots=True)
class RowSource:
    """The nodes or relationships of the rows."""

    match: str
    """MATCH or CALL that binds the order's variables."""
    conditions: tuple[str, ...]
    order: Order
    counted: tuple[str, tuple[str, ...]]
    """MATCH and conditions that count the rows, in the cheapest form without a filter."""
    filtered: tuple[str, tuple[str, ...]]
    """The same, with the far node bound."""
    where: str = ""
    """Predicate of the filter; empty without a filter."""
    hub: RelationshipPageIndex | None = None
    listed: ListedIds | None = None
    most: int | None = None
    """Maximum number of rows, if it is bounded."""
    query: Given | None = None
    """The search text, if the rows are search results."""

    def every(self) -> str:
        """Return the clauses that give every row, in no order, the far node bound."""
        match, conditions = self.filtered
        return f"{match}{where_clause((*conditions, self.where))}"

    def countable(self) -> str:
        """Return the clauses that give as many rows as there are."""
        match, conditions = self.counted
        return self.every() if self.where else f"{match}{where_clause(conditions)}"


def source_of(builder: ExpressionBuilder, mapping: ConnectionMapping, context: FieldContext) -> RowSource:
    """Return where a connection's rows come from. Raises RequestError."""
    edge, far = builder.text.name("e"), builder.text.name("n")
    match mapping:
        case RelationshipConnection():
            return _over(builder, mapping, context, edge, far)
        case QueryConnection():
            return _query_edges_source(builder, mapping, context, edge, far)
        case LabelConnection():
            return _all_of_type(builder, mapping, context, edge, far)


def _over(
    builder: ExpressionBuilder, mapping: RelationshipConnection, context: FieldContext, edge: str, far: str
) -> RowSource:
    order = _ordered(builder, mapping, context, far, edge)
    near, pattern_ = context.scope.var, mapping.pattern
    if mapping.direction_argument and isinstance(
        direction := context.arguments.get(mapping.direction_argument), ArgumentValue
    ):
        pattern_ = replace(pattern_, direction=cast("Direction", stored(direction.value)))
    hub = mapping.hub if order.keys in (mapping.order, (ORD,)) else None
    only = pattern_.only
    conditions = (f"{edge}.{only[0]} >= {only[1]}",) if only else ()
    reached = f"MATCH {pattern(pattern_, near, edge, far)}"
    counted = f"MATCH {pattern(pattern_, near, edge if only else '', '')}"
    match, start = reached, conditions
    if hub:
        match = f"MATCH {pattern(pattern_, '', edge, far)}"
        start = (f"{edge}.{hub.owner} = {near}.id",)
        order = replace(order, keys=mapping.order)
    where = _where(builder, context, far, _filter(context))
    return RowSource(match, start, order, (counted, conditions), (reached, conditions), where, hub)


def _query_edges_source(
    builder: ExpressionBuilder, mapping: QueryConnection, context: FieldContext, edge: str, far: str
) -> RowSource:
    score_argument = context.arguments.get(mapping.scored_by)
    order = _ordered(
        builder, mapping, context, far, edge, depends=[score_argument] if score_argument is not None else []
    )
    context.level.cost.own += mapping.weight
    file = statement(mapping.file)
    columns = ", ".join(f"{column.name}: {column.name}" for column in file.returns if column.name != "node")
    called = call(builder, file, context.scope, context.arguments)
    match = f"{called} RETURN node AS {far}, {{{columns}}} AS {edge} }} WITH {far}, {edge}"
    where = _where(builder, context, far, _filter(context))
    return RowSource(match, (), order, (match, ()), (match, ()), where, most=mapping.most, query=score_argument)


SEARCH_ORDER = (Key("score", descending=True, on="edge", number=True), ID)
"""Order of the results of a search."""
SEARCH_COST = 2_000
FILTERED_SEARCH_LIMIT = 10_000
"""Maximum number of results of a search that a filter, another order or groups read."""


def _search_source(
    builder: ExpressionBuilder, mapping: LabelConnection, context: FieldContext, edge: str, far: str
) -> RowSource:
    """Return the results of a search among the entities of one type."""
    query = context.arguments["query"]
    conditions = _filter(context)
    limit = FILTERED_SEARCH_LIMIT if conditions or isinstance(context.arguments.get("orderBy"), list) else SEARCH_LIMIT
    context.level.cost.own += SEARCH_COST
    arguments: dict[str, Given] = {
        "query": query,
        "kinds": ArgumentValue([mapping.label]),
        "limit": ArgumentValue(limit),
    }
    called = call(builder, statement(SEARCH_FILE), Scope(""), arguments)
    match = f"{called} RETURN node AS {far}, {{score: score}} AS {edge} }} WITH {far}, {edge}"
    order = _ordered(builder, replace(mapping, order=SEARCH_ORDER), context, far, edge, depends=[query], searched=True)
    where = _where(builder, context, far, conditions)
    return RowSource(match, (), order, (match, ()), (match, ()), where, most=limit, query=query)


def _all_of_type(
    builder: ExpressionBuilder, mapping: LabelConnection, context: FieldContext, edge: str, far: str
) -> RowSource:
    query = context.arguments.get("query")
    if isinstance(query, ArgumentValue) and query.value is not None:
        return _search_source(builder, mapping, context, edge, far)
    conditions = _filter(context)
    listed = listed_ids(builder, named_argument(context.definition, "where"), mapping.label, conditions)
    if listed:
        ids = listed.ids
        context.level.cost.inside.append(Cost(1, lambda variables: len(ids.evaluate(variables)), name="where"))
        match, place = listed.matched(far)
        where = _where(builder, context, far, listed.rest)
        list_position = Counted(listed.name, builder.text.name("k"), place)
        order = _ordered(builder, mapping, context, far, own=list_position, depends=[listed.ids])
        return RowSource(match, (), order, (match, ()), (match, ()), where, listed=listed)
    order = _ordered(builder, mapping, context, far)
    match = f"MATCH ({far}:{mapping.label})"
    start = (order.present(), "" if ID.prop in {key.prop for key in order.keys} else f"{far}.id IS NOT NULL")
    where = _where(builder, context, far, conditions)
    return RowSource(match, start, order, (f"MATCH (:{mapping.label})", ()), (match, ()), where)


def _ordered(  # noqa: PLR0913 what an order stands on
    builder: ExpressionBuilder,
    mapping: ConnectionMapping,
    context: FieldContext,
    far: str,
    edge: str = "",
    *,
    own: Counted | None = None,
    depends: Sequence[Given] = (),
    searched: bool = False,
) -> Order:
    """Return the requested order of a connection, or its default order.

    `depends` are the inputs of the default order's values other than the graph.
    """
    own_keys = (Key(own.name, on="count", number=True), ID) if own else mapping.order
    counted_by: list[Given] = []

    def count(name: str, match: Mapping[str, Given]) -> Counted:
        match = without_nulls(match)
        expression = counted_links(subject, name, match)
        context.level.cost.inside += builder.filters.drain_costs()
        if match:
            counted_by.append(dict(match))
        return Counted(name, builder.text.name("k"), expression)

    keys, counts = own_keys, tuple[Counted, ...]()
    if "orderBy" in context.definition.args:
        order = builder.registry.schema.type_map[named_argument(context.definition, "orderBy")]
        label = named_type(type_of(cast("GraphQLInputObjectType", order).fields["count"])).name.removesuffix(
            "OrderCount"
        )
        subject = FilterContext(builder.registry, builder.text, f"{label}Filter", far, builder.filters)
        keys, counts = compile_order(context.arguments.get("orderBy"), own_keys, count, searched=searched)
    by_own = any((key.on, key.prop) == (own_keys[0].on, own_keys[0].prop) for key in keys)
    if own and by_own:
        counts = (*counts, own)
    made = Order(keys, far, edge, counts, named_type(context.type).name.removesuffix("Connection"))
    return bind_order_to_inputs(builder.text, made, [*counted_by, *(depends if by_own else ())])


def _filter(context: FieldContext) -> dict[str, Given]:
    where = context.arguments.get("where")
    return without_nulls(where) if isinstance(where, dict) else {}


def _where(builder: ExpressionBuilder, context: FieldContext, var: str, where: dict[str, Given]) -> str:
    if not where:
        return ""
    subject = FilterContext(
        builder.registry, builder.text, named_argument(context.definition, "where"), var, builder.filters
    )
    condition = predicate(subject, where)
    context.level.cost.inside += builder.filters.drain_costs()
    return condition


def named_argument(definition: GraphQLField, name: str) -> str:
    """Return the name of an argument's type, without its lists and non-nulls."""
    return named_type(type_of(definition.args[name])).name


def where_clause(conditions: "list[str] | tuple[str, ...]") -> str:
    """Return a WHERE clause of all non-empty conditions, with a leading space; empty without conditions."""
    conjunction = " AND ".join(condition for condition in conditions if condition)
    return f" WHERE {conjunction}" if conjunction else ""
