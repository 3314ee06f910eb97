"""Plans: the Cypher text of an operation, its parameters, and the decoder of its row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from graphql import FragmentDefinitionNode, OperationDefinitionNode

from cypher.catalog import PARAMETER_MAP, group_parameters
from cypher.graph_statistics import NO_STATISTICS, GraphStatistics
from resolvers.compile.arguments import Variables, arguments
from resolvers.compile.cost import Cost, Level, MostExpensivePart
from resolvers.compile.expression_builder import TYPENAME, ExpressionBuilder, FieldContext, Scope, join_clauses
from resolvers.compile.fields import compile_field
from resolvers.compile.introspection import INTROSPECTION, VALUE_COST, count_values
from resolvers.compile.name_allocator import NameAllocator
from resolvers.compile.registry import registry
from resolvers.compile.row_decoders import Column, DecodeState, FieldError, NullError, object_decoder
from resolvers.compile.selection import Document
from resolvers.compile.service_root import ServiceRootCall, ServiceRootPlan, plan_service_root
from schema.field_mapping import ServiceResolved


@dataclass(frozen=True, slots=True)
class BoundPlan:
    """A plan with its parameters: ready to run."""

    text: str
    """Cypher for display. Neo4j executes `grouped_text`."""
    grouped_text: str
    """The text that reads `parameters` from one map, so that one plan of Neo4j serves all values."""
    parameters: dict[str, Any]
    cost: int
    """Estimated cost."""
    values: int
    """Maximum number of values of the response."""
    most_expensive_part: Callable[[], MostExpensivePart]
    """Returns the most costly field or argument."""
    service_calls: tuple[ServiceRootCall, ...] = ()
    """Calls of services, one for each root field that a service resolves."""

    @property
    def grouped_parameters(self) -> dict[str, Any]:
        """The parameters of `grouped_text`."""
        return {PARAMETER_MAP: self.parameters}


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled operation: its Cypher (empty if it reads nothing from the graph), and its decoder."""

    text: str
    grouped_text: str
    parts: NameAllocator
    columns: tuple[Column, ...]
    cost: Cost
    introspects: bool
    service_roots: tuple[ServiceRootPlan, ...] = ()
    """Root fields that services resolve."""
    needs_thread: bool = False
    """True if binding and decoding are slow; they then run in a worker thread."""

    def bind(self, variables: Variables, statistics: GraphStatistics = NO_STATISTICS) -> BoundPlan:
        """Return the plan with these variables' values, and its cost on a graph of this size. Raises RequestError."""
        parameters = self.parts.bind(variables)
        service_calls = tuple(root.bind(variables) for root in self.service_roots)
        estimate = self.cost.estimate(variables, statistics)

        def most_expensive_part() -> MostExpensivePart:
            counts = statistics if estimate.cost >= estimate.values else NO_STATISTICS
            return self.cost.most_expensive_part(variables, counts)

        cost, values = ceil(estimate.cost), ceil(estimate.values)
        return BoundPlan(self.text, self.grouped_text, parameters, cost, values, most_expensive_part, service_calls)

    def decode_row(self, row: list[Any], state: DecodeState) -> dict[str, Any] | None:
        """Return `data` of the response, or None if a non-null root is null. `state` then has the errors."""
        try:
            return object_decoder(self.columns, "Query", frozenset())(row, state)
        except NullError as error:
            state.errors.append(FieldError(str(error)))
            return None


def compile_operation(
    operation: OperationDefinitionNode,
    fragments: Mapping[str, FragmentDefinitionNode],
    variables: Variables,
    max_depth: int,
) -> Plan:
    """Compile one operation, already validated, for variables of this shape. Raises RequestError."""
    schema_registry = registry()
    query = schema_registry.schema.query_type
    if query is None:
        raise TypeError("The schema has no query type.")
    document = Document(schema_registry.schema, fragments, variables)
    builder = ExpressionBuilder(schema_registry, document, NameAllocator(), max_depth, compile_field)
    cost = Cost()
    columns: list[Column] = []
    expressions: list[str] = []
    clauses: list[str] = []
    service_plans: list[ServiceRootPlan] = []
    introspects = False
    for selection in document.selected_fields(query, [operation.selection_set]):
        if selection.name == TYPENAME:
            columns.append(Column(selection.key, -1, None, query.name))
        elif selection.name in INTROSPECTION:
            introspects = True
            size = count_values(document, selection)
            cost.parts.append(Cost(VALUE_COST, size, name=selection.key))
            columns.append(Column(selection.key, -1, None))
        elif isinstance(mapping := schema_registry.mapping(query.name, selection.name), ServiceResolved):
            definition = query.fields[selection.name]
            argument_values = arguments(definition, selection.node, variables)
            context = FieldContext(Scope(""), selection, definition, argument_values, Level(1, cost).at(selection.key))
            with builder.names.field(selection.key):
                service_plans.append(plan_service_root(builder, mapping, context))
            columns.append(Column(selection.key, -1, None))
        else:
            part = builder.field(query, Scope(""), selection, Level(1, cost))
            columns.append(Column(selection.key, len(expressions), part.decoder))
            expressions.append(part.expression)
            clauses.append(part.clauses)
    returned = ",\n".join(f"{expression} AS c{place_}" for place_, expression in enumerate(expressions))
    text = join_clauses([*builder.names.lookups.values(), *clauses, f"RETURN {returned}"]) if expressions else ""
    return Plan(
        text,
        group_parameters(text),
        builder.names,
        tuple(columns),
        cost,
        introspects,
        tuple(service_plans),
        builder.needs_thread,
    )
