"""Compile the selected fields of a type to a Cypher list expression and the decoder of its rows.

Every object becomes a list with the fields in the order of the document; nested objects are nested lists. The statement
contains neither aliases nor values of the document.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, cast

from graphql import GraphQLEnumType, GraphQLField, GraphQLList, GraphQLNonNull, GraphQLObjectType, SelectionSetNode

from resolvers.compile.arguments import Given, arguments
from resolvers.compile.cost import Level
from resolvers.compile.name_allocator import Converter, NameAllocator
from resolvers.compile.registry import Registry
from resolvers.compile.row_decoders import (
    Column,
    Decoder,
    enum_decoder,
    interface_decoder,
    list_decoder,
    nullable_decoder,
    object_decoder,
)
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
    decoder: Decoder | None
    clauses: str = ""


class KnownKey(NamedTuple):
    """An ID that is known before the query runs: an argument, and its conversion to [scheme, value]."""

    source: Given
    convert: Converter


@dataclass(frozen=True, slots=True)
class Scope:
    """The subject of a selection: the variable `var` has the properties. If it is a relationship, `end` is its end
    node.
    """

    var: str
    end: str = ""
    columns: dict[str, str] | None = None
    """For a list stored as parallel properties: field -> expression."""
    known_key: KnownKey | None = None
    """The ID of the node, if an argument gives it; None if only the query finds the node."""


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


FieldCompiler: TypeAlias = "Callable[[ExpressionBuilder, FieldMapping, FieldContext], Fragment]"
"""Compiles a field by the class of its mapping."""


@dataclass(slots=True)
class ExpressionBuilder:
    """Compiles one operation; holds the state that its parts share."""

    registry: Registry
    document: Document
    names: NameAllocator
    max_depth: int
    compile_field: FieldCompiler
    filters: ConditionBudget = field(default_factory=ConditionBudget)
    subqueries: int = 0
    needs_thread: bool = False
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
            if is_required(type_of(type_.fields[selection.name])):
                required.add(len(expressions))
            columns.append(Column(selection.key, len(expressions), part.decoder))
            expressions.append(part.expression)
            clauses.append(part.clauses)
        decoder = object_decoder(columns, type_.name, frozenset(required))
        return Fragment(f"[{', '.join(expressions)}]", decoder, join_clauses(clauses))

    def field(self, type_: GraphQLObjectType, scope: Scope, selection: SelectedField, level: Level) -> Fragment:
        """Return the expression of one field, by its mapping."""
        definition = type_.fields[selection.name]
        mapping = self.registry.mapping(type_.name, selection.name)
        argument_values = arguments(definition, selection.node, self.document.variables)
        with self.names.field(selection.key):
            return self.compile_field(
                self,
                mapping,
                FieldContext(scope, selection, definition, argument_values, level.at(selection.key), type_.name),
            )

    def entity(
        self,
        type_: AnyType,
        var: str,
        sets: Sequence[SelectionSetNode],
        level: Level,
        known_key: KnownKey | None = None,
    ) -> Fragment:
        """Return the expression of a node; its type may be an interface."""
        plain, scope = named_type(type_), Scope(var, known_key=known_key)
        if isinstance(plain, GraphQLObjectType):
            return self.selection(plain, scope, sets, level)
        decoders: list[tuple[str, Decoder]] = []
        cases: list[str] = []
        clauses: list[str] = []
        for name in self.registry.entities:
            concrete = cast("GraphQLObjectType", self.registry.schema.type_map[name])
            part = self.selection(concrete, scope, sets, level)
            cases.append(f"WHEN {var}:{name} THEN [{len(decoders)}, {part.expression}]")
            decoders.append((name, cast("Decoder", part.decoder)))
            clauses.append(part.clauses)
        return Fragment(f"CASE {' '.join(cases)} END", interface_decoder(decoders), join_clauses(clauses))

    def collect_rows(self, outer: str, body: str, inner: Fragment) -> tuple[str, str]:
        """Return a variable with the list of `inner` for every row of `body`, and the clause that binds it."""
        self.subquery()
        item, variable = self.names.variable("y"), self.names.variable("x")
        row = f"{join_clauses([body, inner.clauses])} WITH {inner.expression} AS {item}"
        return variable, self.names.call(outer, f"{row} RETURN collect({item}) AS {variable}")

    def subquery(self) -> None:
        """Count one list, lookup or count of a list. Raises RequestError (TOO_COSTLY) if there are too many."""
        self.subqueries += 1
        if self.subqueries > MAX_SUBQUERIES:
            raise RequestError(
                Code.TOO_COSTLY,
                f"The operation has more than {MAX_SUBQUERIES} lists and lookups. Request many entities with "
                "nodes(ids: [...]) or a filter with in: [...], or send several requests.",
            )

    def leaf(self, type_: AnyType) -> Decoder | None:
        """Return the decoder of a scalar, an enum or a list of them."""
        plain = strip_non_null(type_)
        if isinstance(plain, GraphQLList):
            return list_decoder(self.leaf(item(plain)), absent_is_empty=isinstance(type_, GraphQLNonNull))
        return enum_decoder(self.registry.enums[plain.name]) if isinstance(plain, GraphQLEnumType) else None


def join_clauses(clauses: Sequence[str]) -> str:
    """Join the clauses that are not empty."""
    return " ".join(clause for clause in clauses if clause)


def is_required(type_: AnyType) -> bool:
    """Return True if null is an error: for non-null types except lists, because an absent list is an empty list."""
    return isinstance(type_, GraphQLNonNull) and not isinstance(strip_non_null(type_), GraphQLList)


def apply_nullability(type_: AnyType, decoder: Decoder) -> Decoder:
    """Return a decoder that accepts null if the type is nullable."""
    return decoder if isinstance(type_, GraphQLNonNull) else nullable_decoder(decoder)
