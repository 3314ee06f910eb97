"""From a document's text to a plan: parsed, validated and compiled once, kept in bounded caches."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
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

from resolvers.compile.arguments import Variables, varying
from resolvers.compile.plan import Plan, compiled
from resolvers.errors import Code, RequestError
from resolvers.schema import graphql_schema

K = TypeVar("K")
V = TypeVar("V")
MAX_TOKENS = 15_000
"""Tokens of one document: what a person or a front end writes has far fewer."""
MAX_ERRORS = 20
"""Validation errors told at once."""


DOCUMENTS = 500_000
"""Characters of the documents that are kept: parsed, one takes about 150 bytes."""
PLANS = 5_000_000
"""Characters of the plans that are kept, and of their documents: one takes about 7 bytes."""
MAX_NESTING = 50
"""Levels of objects and lists in variables: more than any input of the schema takes."""


class InvalidDocumentError(Exception):
    """A document is no GraphQL, or not of this schema; `errors` say where."""

    def __init__(self, code: Code, errors: list[GraphQLError]) -> None:
        super().__init__(errors[0].message)
        self.code = code
        self.errors = errors


class Recent(Generic[K, V]):
    """A cache of the most recently used entries, bounded by their number and by the sum of their weights.

    Threads may share it: long documents are prepared beside the event loop.
    """

    def __init__(self, most: int, heaviest: int) -> None:
        self._most = most
        self._heaviest = heaviest
        self._weight = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return an entry, and remember that it was used."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, weight: int) -> V:
        """Keep an entry; those unused for longest go where there are too many, or too heavy ones."""
        with self._lock:
            self._weight += weight - self._entries.get(key, (None, 0))[1]
            self._entries[key] = value, weight
            while len(self._entries) > self._most or self._weight > self._heaviest:
                self._weight -= self._entries.popitem(last=False)[1][1]
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
            wrong = "has several operations: say operationName" if name is None else f"has no operation {name!r}"
            raise RequestError(Code.BAD_REQUEST, f"The document {wrong}. It has: {known}.")
        return found

    def asked(self, name: str | None, raw: Mapping[str, Any]) -> tuple[OperationDefinitionNode, Variables]:
        """Return the query that is meant, and its coerced variables. Raises InvalidDocumentError or RequestError."""
        chosen = self.operation(name)
        if chosen.operation is not OperationType.QUERY:
            raise RequestError(Code.VALIDATION, f"There are no {chosen.operation.value}s to be had.")
        return chosen, _variables(chosen, raw)


@dataclass(slots=True)
class Preparer:
    """Holds the caches: documents by text, plans by document, operation and shape of variables."""

    max_depth: int
    documents: Recent[str, Prepared] = field(default_factory=lambda: Recent[str, Prepared](1_000, DOCUMENTS))
    plans: Recent[Any, Plan] = field(default_factory=lambda: Recent[Any, Plan](2_000, PLANS))

    def document(self, query: str) -> Prepared:
        """Parse and validate a document. Raises InvalidDocumentError."""
        return self.documents.get(query) or self.documents.put(query, _prepared(query), len(query))

    def plan(self, query: str, operation: str | None, raw: Mapping[str, Any]) -> tuple[Plan, Variables]:
        """Return the plan for a request and its coerced variables. Raises InvalidDocumentError or RequestError."""
        prepared = self.document(query)
        chosen, variables = prepared.asked(operation, raw)
        key = (query, operation, varying(chosen, variables))
        plan = self.plans.get(key)
        if plan is None:
            plan = compiled(chosen, prepared.fragments, variables, self.max_depth)
            self.plans.put(key, plan, len(query) + len(plan.text))
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
    if errors and errors[-1].message == "Validation aborted.":
        raise RequestError(Code.TOO_COSTLY, "The document repeats fields too often to be checked. Ask for each once.")
    if errors:
        raise InvalidDocumentError(Code.VALIDATION, errors)
    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    fragments = [node for node in document.definitions if isinstance(node, FragmentDefinitionNode)]
    return Prepared(
        document,
        {node.name.value if node.name else None: node for node in operations},
        {node.name.value: node for node in fragments},
    )


def _depth(value: object) -> int:
    """Return how deep objects and lists nest, up to one more than MAX_NESTING."""
    depth, level = 0, [value]
    while depth <= MAX_NESTING:
        inner: list[object] = []
        for one in level:
            match one:
                case dict():
                    inner += cast("dict[str, object]", one).values()
                case list():
                    inner += cast("list[object]", one)
                case _:
                    pass
        if not inner:
            return depth
        depth, level = depth + 1, inner
    return depth


def _variables(operation: OperationDefinitionNode, raw: Mapping[str, Any]) -> Variables:
    if _depth(raw) > MAX_NESTING:
        raise RequestError(Code.TOO_DEEP, f"The variables nest deeper than {MAX_NESTING} levels. Write it flatter.")
    found = get_variable_values(
        graphql_schema(), operation.variable_definitions or (), dict(raw), max_errors=MAX_ERRORS
    )
    if isinstance(found, list):
        raise InvalidDocumentError(Code.BAD_VARIABLES, found)
    return cast("Variables", found.coerced)
