"""From a document's text to a plan: parsed, validated and compiled once, kept in bounded caches."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    OperationType,
    parse,
    specified_rules,
    validate,
)
from graphql.execution.values import get_variable_values

from resolvers.compile.arguments import Variables, shape
from resolvers.compile.plan import Plan, compiled
from resolvers.errors import Code, RequestError
from resolvers.schema import graphql_schema

K = TypeVar("K")
V = TypeVar("V")
MAX_TOKENS = 15_000
"""Tokens of one document: what a person or a front end writes has far fewer."""
MAX_ERRORS = 20
"""Validation errors told at once."""


class InvalidDocumentError(Exception):
    """A document is no GraphQL, or not of this schema; `errors` say where."""

    def __init__(self, code: Code, errors: list[GraphQLError]) -> None:
        super().__init__(errors[0].message)
        self.code = code
        self.errors = errors


class Recent(Generic[K, V]):
    """A cache of the most recently used entries, bounded in number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return an entry, and remember that it was used."""
        if key in self._entries:
            self._entries.move_to_end(key)
        return self._entries.get(key)

    def put(self, key: K, value: V) -> V:
        """Keep an entry; the one unused for longest goes where there are too many."""
        self._entries[key] = value
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)
        return value

    def __len__(self) -> int:
        return len(self._entries)


@dataclass(slots=True)
class Prepared:
    """A valid document: its operations and fragments."""

    document: DocumentNode
    operations: Mapping[str | None, OperationDefinitionNode]
    fragments: Mapping[str, FragmentDefinitionNode]

    def operation(self, name: str | None) -> OperationDefinitionNode:
        """Return the operation that is meant. Raises RequestError where that is not clear."""
        if name is None and len(self.operations) == 1:
            return next(iter(self.operations.values()))
        found = self.operations.get(name)
        if found is None:
            known = ", ".join(str(known) for known in self.operations if known) or "one without a name"
            wanted = f"an operation {name!r}" if name is not None else "operationName, for it has several operations"
            raise RequestError(Code.BAD_REQUEST, f"The document has not {wanted}. It has: {known}.")
        return found


@dataclass(slots=True)
class Preparer:
    """Holds the caches: documents by text, plans by document, operation and shape of variables."""

    max_depth: int
    documents: Recent[str, Prepared] = field(default_factory=lambda: Recent[str, Prepared](1_000))
    plans: Recent[Any, Plan] = field(default_factory=lambda: Recent[Any, Plan](2_000))

    def document(self, query: str) -> Prepared:
        """Parse and validate a document. Raises InvalidDocumentError."""
        return self.documents.get(query) or self.documents.put(query, _prepared(query))

    def plan(self, query: str, operation: str | None, raw: Mapping[str, Any]) -> tuple[Plan, Variables]:
        """Return the plan for a request and its coerced variables. Raises InvalidDocumentError or RequestError."""
        prepared = self.document(query)
        chosen = prepared.operation(operation)
        if chosen.operation is not OperationType.QUERY:
            raise RequestError(Code.VALIDATION, f"There are no {chosen.operation.value}s to be had.")
        variables = _variables(chosen, raw)
        key = (query, operation, shape(variables))
        plan = self.plans.get(key)
        if plan is None:
            plan = self.plans.put(key, compiled(chosen, prepared.fragments, variables, self.max_depth))
        return plan, variables


def _prepared(query: str) -> Prepared:
    try:
        document = parse(query, max_tokens=MAX_TOKENS)
    except GraphQLSyntaxError as error:
        raise InvalidDocumentError(Code.SYNTAX, [error]) from None
    except RecursionError:
        raise RequestError(Code.TOO_DEEP, "The document nests too deep to be read.") from None
    try:
        errors = validate(graphql_schema(), document, specified_rules, max_errors=MAX_ERRORS)
    except RecursionError:
        raise RequestError(Code.TOO_DEEP, "The document nests too deep to be checked.") from None
    if errors:
        raise InvalidDocumentError(Code.VALIDATION, errors)
    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    fragments = [node for node in document.definitions if isinstance(node, FragmentDefinitionNode)]
    return Prepared(
        document,
        {node.name.value if node.name else None: node for node in operations},
        {node.name.value: node for node in fragments},
    )


def _variables(operation: OperationDefinitionNode, raw: Mapping[str, Any]) -> Variables:
    found = get_variable_values(
        graphql_schema(), operation.variable_definitions or (), dict(raw), max_errors=MAX_ERRORS
    )
    if isinstance(found, list):
        raise InvalidDocumentError(Code.BAD_VARIABLES, found)
    return cast("Variables", found.coerced)
