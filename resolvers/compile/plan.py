"""Plans: one Cypher text for one operation, kept by document, operation and the shape of its variables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from graphql import FragmentDefinitionNode, OperationDefinitionNode

from resolvers.compile.arguments import Variables, arguments
from resolvers.compile.beside import AskedBeside, RootBeside, root_beside
from resolvers.compile.compose import TYPENAME, Composer, Scope, Spot, joined
from resolvers.compile.cost import Cost, Level
from resolvers.compile.fields import place
from resolvers.compile.readers import Column, NullError, Reading, Wrong, object_reader
from resolvers.compile.registry import registry
from resolvers.compile.selection import Document
from resolvers.compile.text import Text
from schema.graph import Beside

INTROSPECTION = ("__schema", "__type")


@dataclass(frozen=True, slots=True)
class Bound:
    """A plan with its parameters: ready to run."""

    text: str
    parameters: Mapping[str, Any]
    cost: int
    heaviest: Callable[[], tuple[str, int]]
    """Tells which field makes up most of the cost, and how much."""
    beside: tuple[AskedBeside, ...] = ()
    """What is answered beside the Cypher."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How one operation is answered: its Cypher (empty where nothing is asked of the graph), and its reader."""

    text: str
    parts: Text
    columns: tuple[Column, ...]
    cost: Cost
    introspects: bool
    beside: tuple[RootBeside, ...] = ()
    """Roots that are answered beside the Cypher; null stands for each until then."""
    heavy: bool = False
    """Whether binding and reading take long: then they go beside the event loop."""

    def bind(self, variables: Variables) -> Bound:
        """Return the plan with these variables' values and estimated cost. Raises RequestError."""
        parameters = self.parts.bind(variables)
        besides = tuple(root.bind(variables) for root in self.beside)
        return Bound(self.text, parameters, self.cost.of(variables), lambda: self.cost.heaviest(variables), besides)

    def read(self, row: list[Any], reading: Reading) -> dict[str, Any] | None:
        """Return the answer's `data`; None where a root that must be is not. `reading` then has what was wrong."""
        try:
            return object_reader(self.columns, "Query", frozenset())(row, reading)
        except NullError as error:
            reading.errors.append(Wrong(str(error)))
            return None


def compiled(
    operation: OperationDefinitionNode,
    fragments: Mapping[str, FragmentDefinitionNode],
    variables: Variables,
    max_depth: int,
) -> Plan:
    """Compile one operation, already validated, for variables of this shape. Raises RequestError."""
    found = registry()
    query = found.schema.query_type
    if query is None:
        raise TypeError("The schema has no query type.")
    document = Document(found.schema, fragments, variables)
    composer = Composer(found, document, Text(), max_depth, place)
    cost = Cost()
    columns: list[Column] = []
    expressions: list[str] = []
    clauses: list[str] = []
    besides: list[RootBeside] = []
    introspects = False
    for asked in document.asked(query, [operation.selection_set]):
        if asked.name == TYPENAME:
            columns.append(Column(asked.key, -1, None, query.name))
        elif asked.name in INTROSPECTION:
            introspects = True
            columns.append(Column(asked.key, -1, None))
        elif isinstance(home := found.home(query.name, asked.name), Beside):
            definition = query.fields[asked.name]
            given = arguments(definition, asked.node, variables)
            spot = Spot(Scope(""), asked, definition, given, Level(1, cost).at(asked.key))
            besides.append(root_beside(composer, home, spot))
            columns.append(Column(asked.key, -1, None))
        else:
            part = composer.field(query, Scope(""), asked, Level(1, cost))
            columns.append(Column(asked.key, len(expressions), part.reader))
            expressions.append(part.expression)
            clauses.append(part.clauses)
    returned = ",\n".join(f"{expression} AS c{place_}" for place_, expression in enumerate(expressions))
    text = joined([*clauses, f"RETURN {returned}"]) if expressions else ""
    return Plan(text, composer.text, tuple(columns), cost, introspects, tuple(besides), composer.heavy)
