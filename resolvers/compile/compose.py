"""From a selection on one type to a Cypher list expression and the reader of its rows.

Every object becomes a list, positions in the order of the document; nested objects are lists inside it. Aliases and
values never reach the text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, cast

from graphql import GraphQLEnumType, GraphQLField, GraphQLList, GraphQLNonNull, GraphQLObjectType, SelectionSetNode

from resolvers.compile.arguments import Given, arguments
from resolvers.compile.cost import Level
from resolvers.compile.readers import Column, Reader, enumerated, listed, nullable, object_reader, one_of
from resolvers.compile.registry import Registry
from resolvers.compile.selection import Asked, Document
from resolvers.compile.text import Text
from resolvers.compile.types import AnyType, bare, item, named, of
from resolvers.compile.where import Allowance
from resolvers.errors import Code, RequestError
from schema.graph import Home

TYPENAME = "__typename"
MAX_SUBQUERIES = 100
"""Lists and look-ups of one operation: Neo4j plans each for 10 to 40 ms the first time, and no time limit ends that."""


class Part(NamedTuple):
    """One value of a row: its Cypher expression, how it is read (None: as it is), and the clauses that bind it.

    What is nested is gathered by a CALL clause before the row's RETURN, not by a COLLECT expression inside it: Neo4j
    5.26 takes an aggregation anywhere below such an expression for one of the row's own, and refuses the row.
    """

    expression: str
    reader: Reader | None
    clauses: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a selection stands on: `var` holds the properties, `far` the node beyond where `var` is a relationship."""

    var: str
    far: str = ""
    columns: dict[str, str] | None = None
    """Where a list is kept as parallel properties: field -> expression."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One field to be placed: what it stands on, what the document asks, and what the schema says of it."""

    scope: Scope
    asked: Asked
    definition: GraphQLField
    given: dict[str, Given]
    level: Level

    @property
    def type(self) -> AnyType:
        """The field's type."""
        return of(self.definition)


Place: TypeAlias = "Callable[[Composer, Home, Spot], Part]"
"""What turns a field into Cypher, by its home."""


@dataclass(slots=True)
class Composer:
    """Composes one operation: holds what all of its parts share."""

    registry: Registry
    document: Document
    text: Text
    max_depth: int
    place: Place
    filters: Allowance = field(default_factory=Allowance)
    subqueries: int = 0
    heavy: bool = False
    """Whether binding and reading take long enough to stand beside the event loop."""

    def selection(self, type_: GraphQLObjectType, scope: Scope, sets: Sequence[SelectionSetNode], level: Level) -> Part:
        """Return the list expression of an object's selected fields."""
        expressions: list[str] = []
        columns: list[Column] = []
        required: set[int] = set()
        clauses: list[str] = []
        for asked in self.document.asked(type_, sets):
            if asked.name == TYPENAME:
                columns.append(Column(asked.key, -1, None, type_.name))
                continue
            part = self.field(type_, scope, asked, level)
            if demanded(of(type_.fields[asked.name])):
                required.add(len(expressions))
            columns.append(Column(asked.key, len(expressions), part.reader))
            expressions.append(part.expression)
            clauses.append(part.clauses)
        reader = object_reader(columns, type_.name, frozenset(required))
        return Part(f"[{', '.join(expressions)}]", reader, joined(clauses))

    def field(self, type_: GraphQLObjectType, scope: Scope, asked: Asked, level: Level) -> Part:
        """Return the expression of one field, wherever the schema says that it lives."""
        definition = type_.fields[asked.name]
        home = self.registry.home(type_.name, asked.name)
        given = arguments(definition, asked.node, self.document.variables)
        return self.place(self, home, Spot(scope, asked, definition, given, level.at(asked.key)))

    def entity(self, type_: AnyType, var: str, sets: Sequence[SelectionSetNode], level: Level) -> Part:
        """Return the selection on a node, whose type may be an interface."""
        plain = named(type_)
        if isinstance(plain, GraphQLObjectType):
            return self.selection(plain, Scope(var), sets, level)
        readers: list[tuple[str, Reader]] = []
        cases: list[str] = []
        clauses: list[str] = []
        for name in self.registry.entities:
            concrete = cast("GraphQLObjectType", self.registry.schema.type_map[name])
            part = self.selection(concrete, Scope(var), sets, level)
            cases.append(f"WHEN {var}:{name} THEN [{len(readers)}, {part.expression}]")
            readers.append((name, cast("Reader", part.reader)))
            clauses.append(part.clauses)
        return Part(f"CASE {' '.join(cases)} END", one_of(readers), joined(clauses))

    def gathered(self, outer: str, body: str, inner: Part) -> tuple[str, str]:
        """Return a variable that holds `inner` of every row of `body`, in its order, and the clause that binds it."""
        self.subquery()
        item, found = self.text.name("y"), self.text.name("x")
        row = f"{joined([body, inner.clauses])} WITH {inner.expression} AS {item}"
        return found, f"CALL ({outer}) {{ {row} RETURN collect({item}) AS {found} }}"

    def subquery(self) -> None:
        """Count one list, look-up or count of a list. Raises RequestError (TOO_COSTLY) where there are too many."""
        self.subqueries += 1
        if self.subqueries > MAX_SUBQUERIES:
            raise RequestError(
                Code.TOO_COSTLY,
                f"The operation has over {MAX_SUBQUERIES} lists and look-ups. Ask for many things with "
                "nodes(ids: [...]) or a filter with in: [...], or in several requests.",
            )

    def leaf(self, type_: AnyType) -> Reader | None:
        """Return how a plain value of this type is read."""
        plain = bare(type_)
        if isinstance(plain, GraphQLList):
            return listed(self.leaf(item(plain)), absent_is_empty=isinstance(type_, GraphQLNonNull))
        return enumerated(self.registry.enums[plain.name]) if isinstance(plain, GraphQLEnumType) else None


def joined(clauses: Sequence[str]) -> str:
    """Return clauses one after the other, the empty ones left out."""
    return " ".join(clause for clause in clauses if clause)


def demanded(type_: AnyType) -> bool:
    """Tell whether null is an error: an absent list is an empty one, everything else that is non-null must be there."""
    return isinstance(type_, GraphQLNonNull) and not isinstance(bare(type_), GraphQLList)


def may_be_null(type_: AnyType, reader: Reader) -> Reader:
    """Return a reader that lets null through where the schema does."""
    return reader if isinstance(type_, GraphQLNonNull) else nullable(reader)
