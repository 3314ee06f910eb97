"""Filters: from a `where` to a Cypher predicate that is true or false, never null."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from graphql import GraphQLInputObjectType

from resolvers.compile.arguments import ArgumentValue, Given, Listed, Variables
from resolvers.compile.cost import Cost
from resolvers.compile.name_allocator import NameAllocator
from resolvers.compile.pattern import walk
from resolvers.compile.registry import Registry
from resolvers.compile.scan_cost import CONDITION_COST, text_cost, walk_cost
from resolvers.compile.types import named_type, type_of
from resolvers.compile.values import (
    comparison,
    date_condition,
    entity_id_condition,
    id_condition,
    property_condition,
)
from resolvers.errors import Code, RequestError
from schema.field_mapping import AnyId, EntityId, KindFilter, PartialDateMapping, PropertyMapping, RelationshipFilter

MAX_CONDITIONS = 200
"""Maximum number of conditions in the filters of one operation: Neo4j plans thousands of them for minutes."""
ALWAYS = "true"
"""Predicate of a filter without conditions."""
MAX_NESTING = 10
"""Maximum nesting of `and`, `or`, `not` and filters of related entities."""


KEY_FIELDS = {
    "ResearcherFilter": frozenset({"id", "name", "orcid"}),
    "PaperFilter": frozenset({"id", "title", "doi", "arxiv", "acl", "s2", "openalex"}),
}
"""Fields that identify one or few entities: a filter on them starts from an index."""


@dataclass(slots=True)
class ConditionBudget:
    """The remaining number of conditions in the filters of an operation, and their cost."""

    left: int = MAX_CONDITIONS
    costs: list[Cost] = field(default_factory=list[Cost])
    """Cost of each condition: one, or one for each value of a list."""

    def consume(self, path: str, operand: Given | None = None) -> None:
        """Count a condition of the argument `path`. Raises RequestError (TOO_COSTLY) if the limit is exceeded."""
        if self.left == 0:
            raise RequestError(
                Code.TOO_COSTLY,
                f"The filters of this operation have over {MAX_CONDITIONS} conditions, the last one in {path}. "
                "Ask for many values with one in: [...], or in several requests.",
            )
        self.left -= 1
        self.costs.append(Cost(1, _length(operand), name="where", is_argument=True))

    def drain_costs(self) -> list[Cost]:
        """Return the cost of the conditions since the last call."""
        costs, self.costs = self.costs, []
        return costs


def _length(operand: Given | None) -> Callable[[Any], int]:
    """Return the number of values of a condition: of its list, or of its `ignoringCase` or count."""
    operands = list(operand.values()) if isinstance(operand, dict) else [operand]
    sources = [source for source in operands if isinstance(source, ArgumentValue | Listed)]

    def length(variables: Variables) -> int:
        values = [source.evaluate(variables) for source in sources]
        return max(1, sum(len(cast("list[Any]", value)) for value in values if isinstance(value, list)))

    return length


@dataclass(frozen=True, slots=True)
class FilterContext:
    """The subject of a filter: its variable, its input type, and its depth."""

    registry: Registry
    names: NameAllocator
    type_name: str
    var: str
    budget: ConditionBudget
    depth: int = 0
    cost: Cost = field(default_factory=Cost)
    """Cost of the filter for one row; conditions add theirs."""
    reached: bool = False
    """True if the nodes are reached over a relationship."""
    conjunctive: bool = True
    """True if every row of the result fulfils the filter, so that Neo4j can find the rows by an index."""
    path: str = "where"
    """Argument with the filter, such as `where.authors.some.node`; errors name it."""
    subquery: list[str] | None = None
    """MATCH clauses of the subquery in which the filter stands, to which it may add further ones."""

    def member(self, name: str) -> "FilterContext":
        """Return the context of a nested filter. Raises RequestError (TOO_DEEP)."""
        if self.depth == MAX_NESTING:
            raise RequestError(
                Code.TOO_DEEP, f"{self.path} is nested deeper than {MAX_NESTING} levels. Write the filter flatter."
            )
        return replace(self, depth=self.depth + 1, path=f"{self.path}.{name}")

    def consume(self, path: str, operand: Given | None = None) -> None:
        """Count a condition. Raises RequestError (TOO_COSTLY) if the operation has too many."""
        self.budget.consume(path, operand)
        self.cost.own += CONDITION_COST

    @property
    def label(self) -> str:
        """The label of the nodes that the filter is for."""
        return self.type_name.removesuffix("Filter")

    def type_of(self, field: str) -> str:
        """Return the name of the input type of a field of this one."""
        type_ = cast("GraphQLInputObjectType", self.registry.schema.type_map[self.type_name])
        return named_type(type_of(type_.fields[field])).name


def predicate(subject: FilterContext, where: Mapping[str, Given]) -> str:
    """Return the predicate of a filter; empty for no condition. Raises RequestError."""
    parts = [_member_predicate(subject, name, value) for name, value in where.items()]
    return " AND ".join(part for part in parts if part)


def _member_predicate(subject: FilterContext, name: str, value: Given) -> str:
    match name:
        case "and" | "or":
            return _boolean_predicate(subject.member(name), name, cast("list[dict[str, Given]]", value))
        case "not":
            return f"NOT {_null_safe_predicate(subject.member(name), cast('dict[str, Given]', value))}"
        case _:
            mapping = subject.registry.mapping(subject.type_name, name)
            if isinstance(mapping, KindFilter):
                return _kind_predicate(subject.member(name), mapping, cast("dict[str, Given]", value))
            return _field_predicate(subject, name, cast("dict[str, Given]", value))


def _kind_predicate(subject: FilterContext, mapping: KindFilter, where: Mapping[str, Given]) -> str:
    """Return the predicate of a filter on the entities of one type, which is true for all others."""
    of_kind = replace(subject, type_name=f"{mapping.label}Filter")
    return f"(NOT {subject.var}:{mapping.label} OR {_null_safe_predicate(of_kind, where)})" if where else ""


def without_nulls(given: Mapping[str, Given]) -> dict[str, Given]:
    """Return a filter without the members that are null, at any depth: null means that the client sets no condition."""
    kept: dict[str, Given] = {}
    for name, value in given.items():
        if isinstance(value, ArgumentValue) and value.value is None:
            continue
        match value:
            case dict():
                kept[name] = without_nulls(value)
            case list():
                kept[name] = [without_nulls(item) if isinstance(item, dict) else item for item in value]
            case _:
                kept[name] = value
    return kept


def _null_safe_predicate(subject: FilterContext, where: Mapping[str, Given]) -> str:
    """Return a predicate that is false if the predicate of the filter is null."""
    subject.consume(subject.path)
    return f"coalesce({predicate(replace(subject, conjunctive=False), where) or 'true'}, false)"


def _boolean_predicate(subject: FilterContext, name: str, items: list[dict[str, Given]]) -> str:
    parts = [_null_safe_predicate(subject, item) for item in items]
    word = " AND " if name == "and" else " OR "
    return f"({word.join(parts)})" if parts else ("true" if name == "and" else "false")


def _field_predicate(subject: FilterContext, name: str, operations: Mapping[str, Given]) -> str:
    mapping = subject.registry.mapping(subject.type_name, name)
    parts: list[str] = []
    for operation, operand in operations.items():
        path = f"{subject.path}.{name}.{operation}"
        subject.consume(path, operand)
        if isinstance(mapping, RelationshipFilter):
            walk_, nodes = walk_cost(f"{name}.{operation}", subject.label, mapping.steps, reached=subject.reached)
            links = replace(subject.member(f"{name}.{operation}"), type_name=subject.type_of(name), cost=nodes)
            parts.append(_relationship_filter(links, mapping, operation, cast("dict[str, Given]", operand)))
            if operation != "count" or mapping.distinct:  # Neo4j keeps the degrees of a node
                subject.cost.parts.append(walk_)
        else:
            with subject.names.argument_at(path):
                parts.append(_value_condition(subject, name, operation, operand))
    return " AND ".join(part for part in parts if part)


def _value_condition(subject: FilterContext, name: str, operation: str, operand: Given) -> str:
    """Return the predicate of one operation on a property or an ID."""
    match subject.registry.mapping(subject.type_name, name):
        case AnyId() as mapping:
            return id_condition(subject.names, mapping, operation, cast("ArgumentValue | Listed", operand), subject.var)
        case EntityId(label=label):
            return entity_id_condition(subject.names, label, operation, operand, subject.var)
        case PartialDateMapping(name=property_):
            return date_condition(subject.names, property_, operation, operand, subject.var)
        case PropertyMapping() as mapping:
            subject.cost.own += text_cost(mapping.name, operation, operand)
            return property_condition(subject.names, mapping, operation, operand, subject.var)
        case _:
            raise RequestError(Code.INTERNAL, f"{subject.type_name}.{name} has no mapping in the graph.")


def _relationship_filter(
    links: FilterContext, mapping: RelationshipFilter, operation: str, operand: Mapping[str, Given]
) -> str:
    """Return the predicate of an operator on related entities."""
    names, start = links.names, links.var
    if operation == "count":
        link_count = _link_count(names, mapping, start)
        return " AND ".join(
            comparison(names, link_count, name, cast("ArgumentValue | Listed", leaf), lambda value: value)
            for name, leaf in operand.items()
        )
    match_ = replace(links, type_name=links.type_of(operation), conjunctive=links.conjunctive and operation == "some")
    if match_.conjunctive and _end_has_key(match_, operand.get("node")):
        links.cost.rows = None  # Neo4j reads the related entities once, not per row
        return _condition_by_key(match_, mapping, operand)
    edge, end, condition = _link_condition(replace(match_, subquery=None), mapping, operand)
    match_clause = f"MATCH {walk(mapping.steps, start, edge, end)}"
    match operation:
        case "some":
            return f"EXISTS {{ {match_clause} WHERE {condition} }}"
        case "none":
            return f"NOT EXISTS {{ {match_clause} WHERE {condition} }}"
        case "all":
            return f"NOT EXISTS {{ {match_clause} WHERE NOT coalesce({condition}, false) }}"
        case _:
            return f"{_filtered_link_count(mapping, match_clause, end, condition)} = 1"


def _condition_by_key(match_: FilterContext, mapping: RelationshipFilter, operand: Mapping[str, Given]) -> str:
    """Return the predicate that a related entity with a key exists: one subquery for all nested filters of this kind.

    Each nested filter adds a MATCH to the subquery. Subqueries in subqueries would take Neo4j ten times as long to plan
    for each level.
    """
    start = match_.var if match_.subquery is not None else match_.names.variable("n")
    further_clauses: list[str] = []
    edge, end, condition = _link_condition(replace(match_, subquery=further_clauses), mapping, operand)
    label = match_.type_of("node").removesuffix("Filter")
    match_clause = f"MATCH {walk(mapping.steps, start, edge, f'{end}:{label}')}"
    clauses = " ".join([match_clause, *([f"WHERE {condition}"] if condition != ALWAYS else ()), *further_clauses])
    if match_.subquery is not None:
        match_.subquery.append(clauses)
        return ""
    return f"{match_.var}.id IN COLLECT {{ {clauses} RETURN DISTINCT {start}.id }}"


def link_count_expression(subject: FilterContext, name: str, operand: Mapping[str, Given]) -> str:
    """Return how many links of one kind satisfy a filter: an expression for sorting. Raises RequestError."""
    subject.consume(f"{subject.path}.{name}")
    mapping = cast("RelationshipFilter", subject.registry.mapping(subject.type_name, name))
    if not operand and not mapping.distinct:
        return _link_count(subject.names, mapping, subject.var)
    walk_, nodes = walk_cost(f"count.{name}", subject.label, mapping.steps, reached=subject.reached)
    subject.cost.parts.append(walk_)
    if not operand:
        return _link_count(subject.names, mapping, subject.var)
    links = replace(subject.member(name), type_name=subject.type_of(name), cost=nodes)
    match_ = replace(links, type_name=links.type_of("some"), conjunctive=False)
    edge, end, condition = _link_condition(match_, mapping, operand)
    return _filtered_link_count(mapping, f"MATCH {walk(mapping.steps, subject.var, edge, end)}", end, condition)


def _link_condition(
    match_: FilterContext, mapping: RelationshipFilter, operand: Mapping[str, Given]
) -> tuple[str, str, str]:
    """Return the variables of a relationship and its end node, if they are needed, and their predicate."""
    edge = match_.names.variable("e") if "edge" in operand else ""
    end = match_.names.variable("n") if "node" in operand or mapping.distinct else ""
    parts = [
        predicate(
            replace(match_, type_name=match_.type_of(part), var=var, path=f"{match_.path}.{part}", reached=True),
            cast("dict[str, Given]", operand[part]),
        )
        for part, var in (("edge", edge), ("node", end))
        if part in operand
    ]
    return edge, end, " AND ".join(part for part in parts if part) or ALWAYS


def _filtered_link_count(mapping: RelationshipFilter, match_clause: str, end: str, condition: str) -> str:
    returned = f" RETURN DISTINCT {end}" if mapping.distinct else ""
    return f"COUNT {{ {match_clause} WHERE {condition}{returned} }}"


def _end_has_key(match_: FilterContext, where: Given | None) -> bool:
    """Return True if a filter identifies the end nodes by a key, or by related entities with a key."""
    return isinstance(where, dict) and selects_by_key(replace(match_, type_name=match_.type_of("node")), where)


def selects_by_key(node: FilterContext, where: Mapping[str, Given]) -> bool:
    """Return True if a filter identifies one or few nodes by a key, or by related entities with a key."""
    keys = KEY_FIELDS.get(node.type_name, frozenset[str]())
    for name, operations in where.items():
        if not isinstance(operations, dict):
            continue
        if name in keys and not operations.keys().isdisjoint({"eq", "in"}):
            return True
        mapping, some = node.registry.mappings.get((node.type_name, name)), operations.get("some")
        if isinstance(mapping, RelationshipFilter) and isinstance(some, dict):
            links = replace(node, type_name=node.type_of(name))
            if _end_has_key(replace(links, type_name=links.type_of("some")), some.get("node")):
                return True
    return False


def _link_count(names: NameAllocator, mapping: RelationshipFilter, start: str) -> str:
    """Return the expression that counts links; without `distinct`, it is a degree that Neo4j keeps."""
    if not mapping.distinct:
        return f"COUNT {{ {walk(mapping.steps, start, '', '')} }}"
    end = names.variable("n")
    return f"COUNT {{ MATCH {walk(mapping.steps, start, '', end)} RETURN DISTINCT {end} }}"
