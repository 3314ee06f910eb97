"""Prepare the plan of a document: parse, validate and compile it once, and keep the results in bounded caches."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from graphql import GraphQLError, GraphQLSyntaxError

from resolvers.compile.arguments import Variables, varying
from resolvers.compile.plan import Plan, compile_operation
from resolvers.document import (
    InvalidDocumentError,
    ValidatedDocument,
    parse_and_validate,
    parse_document,
    validate_document,
)
from resolvers.errors import Code, RequestError
from resolvers.literal_hoisting import hoist_literals, shape
from resolvers.schema import graphql_schema

K = TypeVar("K")
V = TypeVar("V")


class WeightedLRUCache(Generic[K, V]):
    """A cache of the most recently used entries, bounded by their number and the sum of their weights.

    It is thread-safe, because long documents are prepared in worker threads.
    """

    def __init__(self, max_entries: int, max_weight: int) -> None:
        self._max_entries = max_entries
        self._max_weight = max_weight
        self._weight = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return an entry, and remember that it was used."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V, weight: int) -> V:
        """Keep an entry, and return its value. The least recently used entries are removed if a limit is exceeded.

        An entry that alone exceeds the limit of weight is not kept.
        """
        if weight > self._max_weight:
            return value
        with self._lock:
            self._weight += weight - self._entries.get(key, (None, 0))[1]
            self._entries[key] = value, weight
            while len(self._entries) > self._max_entries or self._weight > self._max_weight:
                self._weight -= self._entries.popitem(last=False)[1][1]
        return value

    def __len__(self) -> int:
        return len(self._entries)


MAX_DOCUMENT_CHARACTERS = 500_000
"""Maximum sum of the lengths of the documents in a cache; a character of a parsed document takes about 150 bytes."""
MAX_PLAN_CHARACTERS = 5_000_000
"""Maximum sum of the lengths of the plans in the cache and of their documents; a character takes about 7 bytes."""


class CachedDocument(NamedTuple):
    """A prepared document, perhaps with variables instead of its literals. `key` is its text, or else its shape."""

    prepared: ValidatedDocument
    key: str
    values: Mapping[str, Any]


class RejectedDocument(NamedTuple):
    """An invalid document: its errors, or a message. A cached exception would keep the request in memory."""

    code: Code
    errors: list[GraphQLError]
    message: str = ""

    def to_error(self) -> InvalidDocumentError | RequestError:
        """Return an exception to raise."""
        return InvalidDocumentError(self.code, self.errors) if self.errors else RequestError(self.code, self.message)


@dataclass(slots=True)
class PlanCache:
    """Caches of documents by text and by shape, and of plans by document, operation and shape of the variables."""

    max_depth: int
    documents: WeightedLRUCache[str, CachedDocument | RejectedDocument] = field(
        default_factory=lambda: WeightedLRUCache[str, CachedDocument | RejectedDocument](1_000, MAX_DOCUMENT_CHARACTERS)
    )
    """Documents by text, including invalid documents."""
    shapes: WeightedLRUCache[str, ValidatedDocument | Literal[False]] = field(
        default_factory=lambda: WeightedLRUCache[str, ValidatedDocument | Literal[False]](
            1_000, MAX_DOCUMENT_CHARACTERS
        )
    )
    """Hoisted documents by shape; False for documents with literals that cannot be hoisted."""
    plans: WeightedLRUCache[Any, Plan] = field(
        default_factory=lambda: WeightedLRUCache[Any, Plan](2_000, MAX_PLAN_CHARACTERS)
    )

    def has_document(self, query: str) -> bool:
        """Return True if a document is in the cache."""
        return self.documents.get(query) is not None

    def document(self, query: str) -> ValidatedDocument:
        """Parse and validate a document as it is written. Raises InvalidDocumentError."""
        cached = self._parse_cached(query)
        return parse_and_validate(query) if cached.values else cached.prepared

    def validated(self, query: str, raw: Mapping[str, Any]) -> tuple[ValidatedDocument, Mapping[str, Any]]:
        """Return a valid document and its variables; its literals may have become variables, which are then included.

        Raises InvalidDocumentError or RequestError.
        """
        cached = self._parse_cached(query)
        return cached.prepared, {**raw, **cached.values} if cached.values else raw

    def plan(self, query: str, operation: str | None, raw: Mapping[str, Any]) -> tuple[Plan, Variables]:
        """Return the plan for a request and its coerced variables. Raises InvalidDocumentError or RequestError."""
        cached = self._parse_cached(query)
        _, valid_variables = self.validated(query, raw)
        chosen, variables = cached.prepared.select_operation(operation, valid_variables)
        key = (cached.key, operation, varying(chosen, variables))
        plan = self.plans.get(key)
        if plan is None:
            plan = compile_operation(chosen, cached.prepared.fragments, variables, self.max_depth)
            self.plans.put(key, plan, len(cached.key) + len(plan.text))
        return plan, variables

    def _parse_cached(self, query: str) -> CachedDocument:
        cached = self.documents.get(query)
        if cached is None:
            try:
                cached = self._by_shape(query) or CachedDocument(parse_and_validate(query), query, {})
            except InvalidDocumentError as error:
                cached = RejectedDocument(error.code, [cause.with_traceback(None) for cause in error.errors])
            except RequestError as error:
                cached = RejectedDocument(error.code, [], error.message)
            self.documents.put(query, cached, len(query))
        if isinstance(cached, RejectedDocument):
            raise cached.to_error()
        return cached

    def _by_shape(self, query: str) -> CachedDocument | None:
        """Return a document with variables by its shape; None if its literals cannot become variables."""
        try:
            query_shape = shape(query)
        except GraphQLSyntaxError:
            return None
        if query_shape is None:
            return None
        hoisted = self.shapes.get(query_shape.text)
        if hoisted is None:
            hoisted = self.shapes.put(
                query_shape.text, _hoist_and_validate(query, len(query_shape.values)), len(query_shape.text)
            )
        if not hoisted:
            return None
        try:
            hoisted.check_values(query_shape.values)
        except InvalidDocumentError:
            return None
        return CachedDocument(hoisted, query_shape.text, query_shape.values)


def _hoist_and_validate(query: str, count: int) -> ValidatedDocument | Literal[False]:
    """Return a document with variables instead of its literals; False if it is then not valid."""
    try:
        document = hoist_literals(graphql_schema(), parse_document(query), count)
        return validate_document(document) if document is not None else False
    except (InvalidDocumentError, RequestError):
        return False
