"""Trust scores: recompute those that a change of a review, a claim or an account affects, in its transaction.

`cypher/derive/trust.cypher` computes the scores of claimed researchers, `cypher/derive/independent_reviews.cypher`
decides which reviews count. Loads run the same statements.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cypher.catalog import Query, single_transaction_text
from cypher.driver.client import Statement
from cypher.driver.values import Value
from cypher.queries import accounts
from normalization.trust_rules import claimed_researcher_parameters

TRUST_CHANGES: Mapping[Query[Any], str] = {
    accounts.ADD_REVIEW: "id",
    accounts.UPDATE_REVIEW: "id",
    accounts.MODERATE_CONTENT: "id",
    accounts.ADD_CLAIM: "id",
    accounts.CONFIRM_CLAIM: "id",
    accounts.CHANGE_CLAIM: "id",
    accounts.ERASE_ACCOUNT: "id",
    accounts.SET_DISABLED: "name",
}
"""Statements that can change trust scores -> parameter with the review, the claim or the user that they change."""


class TrustSteps(NamedTuple):
    """Statements of a transaction before and after a change."""

    before: tuple[Statement, ...] = ()
    after: tuple[Statement, ...] = ()


def trust_steps(query: Query[Any], parameters: Mapping[str, Value]) -> TrustSteps:
    """Return the statements that mark and recompute the trust scores that a statement changes."""
    if query == accounts.CHECK_TRUST and parameters["repair"]:
        return TrustSteps(after=recompute_statements())
    if query not in TRUST_CHANGES:
        return TrustSteps()
    marking = Statement.grouped("accounts/mark_stale_trust", {"id": parameters[TRUST_CHANGES[query]]})
    return TrustSteps((marking,), (marking, *recompute_statements()))


def recompute_statements() -> tuple[Statement, ...]:
    """Return the statements that recompute marked reviews and trust scores."""
    return (
        Statement(single_transaction_text("derive/independent_reviews"), {}),
        Statement(single_transaction_text("derive/trust"), claimed_researcher_parameters()),
    )
