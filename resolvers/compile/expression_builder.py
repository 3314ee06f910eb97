"""Compile a selection on one type to a Cypher list expression and the decoder of its rows.

Every object becomes a list with the fields in the order of the document; nested objects are lists inside it. The
statement contains no aliases and no values.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, cast

from graphql import GraphQLEnumType, GraphQLField, GraphQLList, GraphQLNonNull, GraphQLObjectType, SelectionSetNode

from resolvers.compile.arguments import Given, arguments
from resolvers.compile.cost import Level
from resolvers.compile.name_allocator import NameAllocator
from resolvers.compile.registry import Registry
from resolvers.compile.row_decoders import Column, Reader, enumerated, listed, nullable, object_reader, one_of
from resolvers.compile.selection import Document, SelectedField
from resolvers.compile.types import AnyType, item, named_type, strip_non_null, type_of
from resolvers.compile.where import ConditionBudget
from resolvers.errors import Code, RequestError
from schema.field_mapping import FieldMapping

TYPENAME = "__typename"
MAX_SUBQUERIES = 100
"""Maximum number of lists and lookups of one operation: Neo4j plans each for 10 to 40 ms, without a time limit."""


class Fragment(NamedTuple):
    """A value of a row: its Cypher expression, its decoder (None: unchanged), and the clauses that bind it.

    Nested lists are collected by a CALL clause before the row's RETURN, because Neo4j 5.26 refuses an aggregation
    inside a COLLECT expression of a row.
    """

    expression: str
    reader: Reader | None
    clauses: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """The subject of a selection: `var` has the properties; `end` is the node at the end if `var` is a relationship."""

    var: str
    end: str = ""
    columns: dict[str, str] | None = None
    """For a list stored as parallel properties: field -> expression."""


@dataclass(frozen=True, slots=True)
class FieldContext:
    """A field to compile: its subject, its selection in the document, and its declaration in the schema."""

    scope: Scope
    selection: SelectedField
    definition: GraphQLField
    arguments: dict[str, Given]
    level: Level
    parent: str = ""
    """Name of the type that has the field."""

    @property
    def type(self) -> AnyType:
        """The field's type."""
        return type_of(self.definition)


Place: TypeAlias = "Callable[[ExpressionBuilder, FieldMapping, FieldContext], Fragment]"
"""The compiler of a field, by the class of its mapping."""


@dataclass(slots=True)
class ExpressionBuilder:
    """Compiles one operation; holds the state that its parts share."""

    registry: Registry
    document: Document
    names: NameAllocator
    max_depth: int
    place: Place
    filters: ConditionBudget = field(default_factory=ConditionBudget)
    subqueries: int = 0
    heavy: bool = False
    """True if binding and decoding are slow and must run in a worker thread."""

    def selection(
        self, type_: GraphQLObjectType, scope: Scope, sets: Sequence[SelectionSetNode], level: Level
    ) -> Fragment:
        """Return the list expression of an object's selected fields."""
        expressions: list[str] = []
        columns: list[Column] = []
        required: set[int] = set()
        clauses: list[str] = []
        for selection in self.document.selected_fields(type_, sets):
            if selection.name == TYPENAME:
                columns.append(Column(selection.key, -1, None, type_.name))
                continue
            part = self.field(type_, scope, selection, level)
            if demanded(type_of(type_.fields[selection.name])):
                required.add(len(expressions))
            columns.append(Column(selection.key, len(expressions), part.reader))
            expressions.append(part.expression)
            clauses.append(part.clauses)
        reader = object_reader(columns, type_.name, frozenset(required))
        return Fragment(f"[{', '.join(expressions)}]", reader, join_clauses(clauses))

    def field(self, type_: GraphQLObjectType, scope: Scope, selection: SelectedField, level: Level) -> Fragment:
        """Return the expression of one field, by its mapping."""
        definition = type_.fields[selection.name]
        mapping = self.registry.mapping(type_.name, selection.name)
        argument_values = arguments(definition, selection.node, self.document.variables)
        with self.names.field(selection.key):
            return self.place(
                self,
                mapping,
                FieldContext(scope, selection, definition, argument_values, level.at(selection.key), type_.name),
            )

    def entity(self, type_: AnyType, var: str, sets: Sequence[SelectionSetNode], level: Level) -> Fragment:
        """Return the expression of a node; its type may be an interface."""
        plain = named_type(type_)
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
        return Fragment(f"CASE {' '.join(cases)} END", one_of(readers), join_clauses(clauses))

    def gathered(self, outer: str, body: str, inner: Fragment) -> tuple[str, str]:
        """Return a variable that holds `inner` of every row of `body`, in its order, and the clause that binds it."""
        self.subquery()
        item, variable = self.names.variable("y"), self.names.variable("x")
        row = f"{join_clauses([body, inner.clauses])} WITH {inner.expression} AS {item}"
        return variable, f"CALL ({outer}) {{ {row} RETURN collect({item}) AS {variable} }}"

    def subquery(self) -> None:
        """Count one list, lookup or count of a list. Raises RequestError (TOO_COSTLY) if there are too many."""
        self.subqueries += 1
        if self.subqueries > MAX_SUBQUERIES:
            raise RequestError(
                Code.TOO_COSTLY,
                f"The operation has over {MAX_SUBQUERIES} lists and look-ups. Ask for many things with "
                "nodes(ids: [...]) or a filter with in: [...], or in several requests.",
            )

    def leaf(self, type_: AnyType) -> Reader | None:
        """Return the decoder of a scalar, an enum or a list of them."""
        plain = strip_non_null(type_)
        if isinstance(plain, GraphQLList):
            return listed(self.leaf(item(plain)), absent_is_empty=isinstance(type_, GraphQLNonNull))
        return enumerated(self.registry.enums[plain.name]) if isinstance(plain, GraphQLEnumType) else None


def join_clauses(clauses: Sequence[str]) -> str:
    """Join the clauses that are not empty."""
    return " ".join(clause for clause in clauses if clause)


def demanded(type_: AnyType) -> bool:
    """Return True if null is an error. An absent list is an empty list; any other non-null value must exist."""
    return isinstance(type_, GraphQLNonNull) and not isinstance(strip_non_null(type_), GraphQLList)


def may_be_null(type_: AnyType, reader: Reader) -> Reader:
    """Return a decoder that accepts null if the type is nullable."""
    return reader if isinstance(type_, GraphQLNonNull) else nullable(reader)
