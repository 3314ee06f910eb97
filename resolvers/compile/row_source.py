"""The rows of a connection: its MATCH clause, its predicates and its order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from graphql import GraphQLField, GraphQLInputObjectType

from cypher.catalog import statement
from resolvers.compile.arguments import ArgumentValue, Given
from resolvers.compile.cost import Cost
from resolvers.compile.cursor import bind_order_to_inputs
from resolvers.compile.cypher_files import computed_parameter, open_subquery
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext
from resolvers.compile.file_parameters import SEARCH_LIMIT
from resolvers.compile.id_lookups import ListedIds, has_id, listed_ids
from resolvers.compile.order import Counted, Order, compile_order
from resolvers.compile.pattern import pattern
from resolvers.compile.registry import stored
from resolvers.compile.scan_cost import SCAN_COST, Scan, degree, fixed, label_count, passing_share, walk_of_statement
from resolvers.compile.types import named_type, type_of
from resolvers.compile.where import FilterContext, link_count_expression, predicate, selects_by_key, without_nulls
from schema.field_mapping import (
    Direction,
    Key,
    LabelConnection,
    QueryConnection,
    RelationshipConnection,
    RelationshipPageIndex,
)
from schema.order.sort import ID, ORD

SEARCH_FILE = "graphql/search"
ConnectionMapping: TypeAlias = RelationshipConnection | QueryConnection | LabelConnection


@dataclass(frozen=True, slots=True)
class RowSource:
    """The nodes or relationships of the rows."""

    match: str
    """MATCH or CALL that binds the order's variables."""
    conditions: tuple[str, ...]
    order: Order
    scan: Scan
    counted: tuple[str, tuple[str, ...]]
    """MATCH and conditions that count the rows, in the cheapest form without a filter."""
    filtered: tuple[str, tuple[str, ...]]
    """The same, with the end node bound."""
    where: str = ""
    """Predicate of the filter; empty without a filter."""
    hub: RelationshipPageIndex | None = None
    listed: ListedIds | None = None
    most: int | None = None
    """Maximum number of rows, if it is bounded."""
    query: Given | None = None
    """The search text, if the rows are search results."""

    def unordered(self) -> str:
        """Return the clauses that bind the end node of every row, in no order."""
        match, conditions = self.filtered
        return f"{match}{where_clause((*conditions, self.where))}"

    def countable(self) -> str:
        """Return the clauses whose number of rows is the total count."""
        match, conditions = self.counted
        return self.unordered() if self.where else f"{match}{where_clause(conditions)}"


def source_of(builder: ExpressionBuilder, mapping: ConnectionMapping, context: FieldContext) -> RowSource:
    """Return the source of a connection's rows. Raises RequestError."""
    edge, end = builder.names.variable("e"), builder.names.variable("n")
    match mapping:
        case RelationshipConnection():
            return _relationship_rows(builder, mapping, context, edge, end)
        case QueryConnection():
            return _query_rows(builder, mapping, context, edge, end)
        case LabelConnection():
            return _label_rows(builder, mapping, context, edge, end)


def _relationship_rows(
    builder: ExpressionBuilder, mapping: RelationshipConnection, context: FieldContext, edge: str, end: str
) -> RowSource:
    """Return the nodes at the other end of a relationship."""
    scan = Scan(degree(context.parent, (mapping.pattern,), reached=is_reached(context)))
    order = _order_of_rows(builder, mapping, context, end, edge, scan=scan)
    owner, pattern_ = context.scope.var, mapping.pattern
    if mapping.direction_argument and isinstance(
        direction := context.arguments.get(mapping.direction_argument), ArgumentValue
    ):
        pattern_ = replace(pattern_, direction=cast("Direction", stored(direction.value)))
    hub = mapping.hub if order.keys in (mapping.order, (ORD,)) else None
    only = pattern_.minimum
    conditions = (f"{edge}.{only[0]} >= {only[1]}",) if only else ()
    reached = f"MATCH {pattern(pattern_, owner, edge, end)}"
    counted = f"MATCH {pattern(pattern_, owner, edge if only else '', '')}"
    match, start = reached, conditions
    if hub:
        match = f"MATCH {pattern(pattern_, '', edge, end)}"
        start = (f"{edge}.{hub.owner} = {owner}.id",)
        order = replace(order, keys=mapping.order)
        scan.ordered_by_index = True
    where = _where(builder, context, end, _filter(context), scan)
    return RowSource(match, start, order, scan, (counted, conditions), (reached, conditions), where, hub)


LIST_DEPTH = 2
"""Depth of the fields of entities in a list at the root."""


def is_reached(context: FieldContext) -> bool:
    """Return True if the entity of a field was reached over a relationship."""
    return context.level.depth > LIST_DEPTH


def _query_rows(
    builder: ExpressionBuilder, mapping: QueryConnection, context: FieldContext, edge: str, end: str
) -> RowSource:
    """Return the rows of a `.cypher` file."""
    score_argument = context.arguments.get(mapping.scored_by)
    file = statement(mapping.file)
    scan = Scan(degree(context.parent, walk_of_statement(file.text), reached=is_reached(context)))
    depends = [score_argument] if score_argument is not None else []
    order = _order_of_rows(builder, mapping, context, end, edge, depends=depends, scan=scan)
    context.level.cost.own += mapping.weight
    columns = ", ".join(f"{column.name}: {column.name}" for column in file.returns if column.name != "node")
    arguments, conditions, limit = context.arguments, _filter(context), mapping.max_rows
    if mapping.max_filtered_rows and conditions:
        limit = mapping.max_filtered_rows
        arguments = arguments | {"limit": ArgumentValue(limit)}
    called = open_subquery(builder, file, context.scope, arguments, mapping)
    match = f"{called} RETURN node AS {end}, {{{columns}}} AS {edge} }} WITH {end}, {edge}"
    where = _where(builder, context, end, conditions, scan)
    return RowSource(match, (), order, scan, (match, ()), (match, ()), where, most=limit, query=score_argument)


SEARCH_ORDER = (Key("score", descending=True, on="edge", number=True), ID)
"""Order of the results of a search."""
SEARCH_COST = 2_000
FEW_ROWS = 10
"""Estimated number of rows of a list with a filter that selects entities by a key."""
FILTERED_SEARCH_LIMIT = 10_000
"""Maximum number of results of a search that a filter, another order or groups read."""


def _search_rows(
    builder: ExpressionBuilder, mapping: LabelConnection, context: FieldContext, edge: str, end: str
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
    found, row = computed_parameter(builder, statement(SEARCH_FILE), arguments), builder.names.variable("r")
    rows = f"UNWIND {found} AS {row}"
    match = f"{rows} MATCH ({end}:{mapping.label} {{id: {row}[0]}}) WITH {end}, {{score: {row}[1]}} AS {edge}"
    scan, by_score = Scan(label_count(mapping.label, most=limit)), replace(mapping, order=SEARCH_ORDER)
    order = _order_of_rows(builder, by_score, context, end, edge, depends=[query], searched=True, scan=scan)
    where = _where(builder, context, end, conditions, scan)
    return RowSource(match, (), order, scan, (rows, ()), (match, ()), where, most=limit, query=query)


def _label_rows(
    builder: ExpressionBuilder, mapping: LabelConnection, context: FieldContext, edge: str, end: str
) -> RowSource:
    """Return the nodes of a label: the results of a search, nodes with listed IDs, or all nodes."""
    query = context.arguments.get("query")
    if isinstance(query, ArgumentValue) and query.value is not None:
        return _search_rows(builder, mapping, context, edge, end)
    conditions = _filter(context)
    listed = listed_ids(builder, named_argument(context.definition, "where"), mapping.label, conditions)
    if listed:
        ids = listed.ids
        context.level.cost.parts.append(
            Cost(1, lambda variables: len(ids.evaluate(variables)), name="where", is_argument=True)
        )
        scan = Scan(lambda variables, _statistics: len(ids.evaluate(variables)))
        match, place = listed.matched(end)
        where = _where(builder, context, end, listed.rest, scan)
        list_position = Counted(listed.name, builder.names.variable("k"), place)
        order = _order_of_rows(builder, mapping, context, end, own=list_position, depends=[listed.ids], scan=scan)
        return RowSource(match, (), order, scan, (match, ()), (match, ()), where, listed=listed)
    scan = Scan(label_count(mapping.label), SCAN_COST)
    order = _order_of_rows(builder, mapping, context, end, scan=scan)
    scan.ordered_by_index = order.starts_with_index
    match = f"MATCH ({end}:{mapping.label})"
    start = (order.present(), "" if ID.prop in {key.prop for key in order.keys} else f"{end}.id IS NOT NULL")
    where = _where(builder, context, end, conditions, scan)
    return RowSource(match, start, order, scan, (f"MATCH (:{mapping.label})", ()), (match, ()), where)


def _order_of_rows(  # noqa: PLR0913 the inputs of an order
    builder: ExpressionBuilder,
    mapping: ConnectionMapping,
    context: FieldContext,
    end: str,
    edge: str = "",
    *,
    scan: Scan,
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
        expression = link_count_expression(subject, name, match)
        context.level.cost.parts += builder.filters.drain_costs()
        if match:
            counted_by.append(dict(match))
        return Counted(name, builder.names.variable("k"), expression)

    keys, counts = own_keys, tuple[Counted, ...]()
    if "orderBy" in context.definition.args:
        order = builder.registry.schema.type_map[named_argument(context.definition, "orderBy")]
        counted = cast("GraphQLInputObjectType", order).fields.get("count")  # lists of comments have no counts
        label = named_type(type_of(counted)).name.removesuffix("OrderCount") if counted else ""
        cost = Cost()
        scan.counts.append(cost)
        subject = FilterContext(
            builder.registry, builder.names, f"{label}Filter", end, builder.filters, cost=cost, path="orderBy.count"
        )
        keys, counts = compile_order(context.arguments.get("orderBy"), own_keys, count, searched=searched)
    by_own = any((key.on, key.prop) == (own_keys[0].on, own_keys[0].prop) for key in keys)
    if own and by_own:
        counts = (*counts, own)
    made = Order(keys, end, edge, counts, named_type(context.type).name.removesuffix("Connection"))
    return bind_order_to_inputs(builder.names, made, [*counted_by, *(depends if by_own else ())])


def _filter(context: FieldContext) -> dict[str, Given]:
    where = context.arguments.get("where")
    return without_nulls(where) if isinstance(where, dict) else {}


def _where(builder: ExpressionBuilder, context: FieldContext, var: str, where: dict[str, Given], scan: Scan) -> str:
    """Return the predicate of a filter, and add its cost to that of the scan."""
    if not where:
        return ""
    scan.condition, scan.passing_share = Cost(), passing_share(where)
    type_name = named_argument(context.definition, "where")
    subject = FilterContext(builder.registry, builder.names, type_name, var, builder.filters, cost=scan.condition)
    condition = predicate(subject, where)
    if any(selects_by_key(subject, part) or has_id(builder, type_name, part) for part in _conjuncts(where)):
        scan.rows = fixed(FEW_ROWS)
    context.level.cost.parts += builder.filters.drain_costs()
    return condition


def _conjuncts(where: Mapping[str, Given]) -> Iterator[Mapping[str, Given]]:
    """Yield a filter and the filters in its `and`: a row must fulfil each of them."""
    yield where
    parts = where.get("and")
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, dict):
            yield from _conjuncts(part)


def named_argument(definition: GraphQLField, name: str) -> str:
    """Return the name of an argument's type, without its lists and non-nulls."""
    return named_type(type_of(definition.args[name])).name


def where_clause(conditions: "list[str] | tuple[str, ...]") -> str:
    """Return a WHERE clause of all non-empty conditions, with a leading space; empty without conditions."""
    conjunction = " AND ".join(condition for condition in conditions if condition)
    return f" WHERE {conjunction}" if conjunction else ""
