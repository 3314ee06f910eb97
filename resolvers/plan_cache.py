"""From a document's text to a plan: parsed, validated and compiled once, kept in bounded caches."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from graphql import GraphQLError, GraphQLSyntaxError

from resolvers.compile.arguments import Variables, varying
from resolvers.compile.plan import Plan, compile_operation
from resolvers.document import InvalidDocumentError, ValidatedDocument, parse_and_validate, parsed, validate_document
from resolvers.errors import Code, RequestError
from resolvers.literal_hoisting import hoist_literals, shape
from resolvers.schema import graphql_schema

K = TypeVar("K")
V = TypeVar("V")


class WeightedLRUCache(Generic[K, V]):
    """A cache of the most recently used entries, bounded by their number and the sum of their weights.

    It is thread-safe, because long documents are prepared in worker threads.
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
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V, weight: int) -> V:
        """Keep an entry; those unused for longest go where there are too many, or too heavy ones.

        One that is too heavy by itself is not kept.
        """
        if weight > self._heaviest:
            return value
        with self._lock:
            self._weight += weight - self._entries.get(key, (None, 0))[1]
            self._entries[key] = value, weight
            while len(self._entries) > self._most or self._weight > self._heaviest:
                self._weight -= self._entries.popitem(last=False)[1][1]
        return value

    def __len__(self) -> int:
        return len(self._entries)


DOCUMENTS = 500_000
"""Characters of the documents that are kept: parsed, one takes about 150 bytes."""
PLANS = 5_000_000
"""Characters of the plans that are kept, and of their documents: one takes about 7 bytes."""


class CachedDocument(NamedTuple):
    """A prepared document: itself, or its shape with its literals as variables; `key` is its cache key."""

    prepared: ValidatedDocument
    key: str
    values: Mapping[str, Any]


class RejectedDocument(NamedTuple):
    """An invalid document: its errors, or its one message. A raised exception would keep the request in memory."""

    code: Code
    errors: list[GraphQLError]
    message: str = ""

    def to_error(self) -> InvalidDocumentError | RequestError:
        """Return a new exception."""
        return InvalidDocumentError(self.code, self.errors) if self.errors else RequestError(self.code, self.message)


@dataclass(slots=True)
class PlanCache:
    """Holds the caches: documents by text and by shape, plans by document, operation and shape of variables."""

    max_depth: int
    documents: WeightedLRUCache[str, CachedDocument | RejectedDocument] = field(
        default_factory=lambda: WeightedLRUCache[str, CachedDocument | RejectedDocument](1_000, DOCUMENTS)
    )
    """Documents by text, invalid ones too."""
    shapes: WeightedLRUCache[str, ValidatedDocument | Literal[False]] = field(
        default_factory=lambda: WeightedLRUCache[str, ValidatedDocument | Literal[False]](1_000, DOCUMENTS)
    )
    """Hoisted documents by shape; False for documents with literals that cannot be hoisted."""
    plans: WeightedLRUCache[Any, Plan] = field(default_factory=lambda: WeightedLRUCache[Any, Plan](2_000, PLANS))

    def knows(self, query: str) -> bool:
        """Return True if a document was prepared before, and is still kept."""
        return self.documents.get(query) is not None

    def document(self, query: str) -> ValidatedDocument:
        """Parse and validate a document as it is written. Raises InvalidDocumentError."""
        known = self._parse_cached(query)
        return parse_and_validate(query) if known.values else known.prepared

    def valid(self, query: str, raw: Mapping[str, Any]) -> tuple[ValidatedDocument, Mapping[str, Any]]:
        """Return a valid document, perhaps with variables for its values, and the variables with these among them.

        Raises InvalidDocumentError or RequestError.
        """
        known = self._parse_cached(query)
        return known.prepared, {**raw, **known.values} if known.values else raw

    def plan(self, query: str, operation: str | None, raw: Mapping[str, Any]) -> tuple[Plan, Variables]:
        """Return the plan for a request and its coerced variables. Raises InvalidDocumentError or RequestError."""
        known = self._parse_cached(query)
        _, valid_variables = self.valid(query, raw)
        chosen, variables = known.prepared.select_operation(operation, valid_variables)
        key = (known.key, operation, varying(chosen, variables))
        plan = self.plans.get(key)
        if plan is None:
            plan = compile_operation(chosen, known.prepared.fragments, variables, self.max_depth)
            self.plans.put(key, plan, len(known.key) + len(plan.text))
        return plan, variables

    def _parse_cached(self, query: str) -> CachedDocument:
        known = self.documents.get(query)
        if known is None:
            try:
                known = self._by_shape(query) or CachedDocument(parse_and_validate(query), query, {})
            except InvalidDocumentError as error:
                known = RejectedDocument(error.code, [cause.with_traceback(None) for cause in error.errors])
            except RequestError as error:
                known = RejectedDocument(error.code, [], error.message)
            self.documents.put(query, known, len(query))
        if isinstance(known, RejectedDocument):
            raise known.to_error()
        return known

    def _by_shape(self, query: str) -> CachedDocument | None:
        """Return a document by its shape; None if its literals cannot be hoisted or have the wrong type."""
        try:
            query_shape = shape(query)
        except GraphQLSyntaxError:
            return None
        if query_shape is None:
            return None
        bare = self.shapes.get(query_shape.text)
        if bare is None:
            bare = self.shapes.put(
                query_shape.text, _without_values(query, len(query_shape.values)), len(query_shape.text)
            )
        if not bare:
            return None
        try:
            bare.fits(query_shape.values)
        except InvalidDocumentError:
            return None
        return CachedDocument(bare, query_shape.text, query_shape.values)


def _without_values(query: str, count: int) -> ValidatedDocument | Literal[False]:
    """Return a document with variables for its values; False where it is not valid so."""
    try:
        document = hoist_literals(graphql_schema(), parsed(query), count)
        return validate_document(document) if document is not None else False
    except (InvalidDocumentError, RequestError):
        return False
