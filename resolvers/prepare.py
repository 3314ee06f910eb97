"""From a document's text to a plan: parsed, validated and compiled once, kept in bounded caches."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from graphql import GraphQLSyntaxError

from resolvers.compile.arguments import Variables, varying
from resolvers.compile.plan import Plan, compiled
from resolvers.document import InvalidDocumentError, Prepared, checked, parsed, prepared
from resolvers.errors import RequestError
from resolvers.literals import hoisted, shape
from resolvers.recent import Recent
from resolvers.schema import graphql_schema

DOCUMENTS = 500_000
"""Characters of the documents that are kept: parsed, one takes about 150 bytes."""
PLANS = 5_000_000
"""Characters of the plans that are kept, and of their documents: one takes about 7 bytes."""


class Known(NamedTuple):
    """What is known of a document: itself, or its shape and its values as variables of that; `key` names which."""

    prepared: Prepared
    key: str
    values: Mapping[str, Any]


@dataclass(slots=True)
class Preparer:
    """Holds the caches: documents by text and by shape, plans by document, operation and shape of variables."""

    max_depth: int
    documents: Recent[str, Known] = field(default_factory=lambda: Recent[str, Known](1_000, DOCUMENTS))
    shapes: Recent[str, Prepared | Literal[False]] = field(
        default_factory=lambda: Recent[str, Prepared | Literal[False]](1_000, DOCUMENTS)
    )
    """Documents without their values, by what is left; False for those whose values must stay where they are."""
    plans: Recent[Any, Plan] = field(default_factory=lambda: Recent[Any, Plan](2_000, PLANS))

    def knows(self, query: str) -> bool:
        """Tell whether a document was prepared before, and is still kept."""
        return self.documents.get(query) is not None

    def document(self, query: str) -> Prepared:
        """Parse and validate a document as it is written. Raises InvalidDocumentError."""
        known = self._known(query)
        return prepared(query) if known.values else known.prepared

    def valid(self, query: str, raw: Mapping[str, Any]) -> tuple[Prepared, Mapping[str, Any]]:
        """Return a valid document, perhaps with variables for its values, and the variables with these among them.

        Raises InvalidDocumentError or RequestError.
        """
        known = self._known(query)
        return known.prepared, {**raw, **known.values} if known.values else raw

    def plan(self, query: str, operation: str | None, raw: Mapping[str, Any]) -> tuple[Plan, Variables]:
        """Return the plan for a request and its coerced variables. Raises InvalidDocumentError or RequestError."""
        known = self._known(query)
        _, given = self.valid(query, raw)
        chosen, variables = known.prepared.asked(operation, given)
        key = (known.key, operation, varying(chosen, variables))
        plan = self.plans.get(key)
        if plan is None:
            plan = compiled(chosen, known.prepared.fragments, variables, self.max_depth)
            self.plans.put(key, plan, len(known.key) + len(plan.text))
        return plan, variables

    def _known(self, query: str) -> Known:
        known = self.documents.get(query)
        if known is None:
            known = self._by_shape(query) or Known(prepared(query), query, {})
            self.documents.put(query, known, len(query))
        return known

    def _by_shape(self, query: str) -> Known | None:
        """Return a document by its shape; None where its values must stay, or do not fit where they stand."""
        try:
            found = shape(query)
        except GraphQLSyntaxError:
            return None
        if found is None:
            return None
        bare = self.shapes.get(found.text)
        if bare is None:
            bare = self.shapes.put(found.text, _without_values(query, len(found.values)), len(found.text))
        if not bare:
            return None
        try:
            bare.fits(found.values)
        except InvalidDocumentError:
            return None
        return Known(bare, found.text, found.values)


def _without_values(query: str, count: int) -> Prepared | Literal[False]:
    """Return a document with variables for its values; False where it is not valid so."""
    try:
        document = hoisted(graphql_schema(), parsed(query), count)
        return checked(document) if document is not None else False
    except (InvalidDocumentError, RequestError):
        return False
