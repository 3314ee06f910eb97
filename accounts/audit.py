"""The audit log: an entry for each change by users, curators and the operator, in the transaction of the change.

Entries have no texts, e-mail addresses or secrets. The object of an act that only the user can see is left out.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from difflib import get_close_matches
from enum import StrEnum
from typing import NamedTuple, TypeVar

from ulid import ULID

from accounts.errors import AccountError
from accounts.events import ANNOUNCED_ACTIONS, EVENT_COUNTER, event_statement
from accounts.policy import rules
from accounts.timestamps import utc_text
from accounts.trust import trust_steps
from cypher.catalog import Query
from cypher.driver.client import Graph, Statement
from cypher.driver.values import QueryResult, Value
from cypher.queries import accounts

RowT = TypeVar("RowT", bound=tuple[object, ...])
REVIEW_ACTIONS = ("addReview", "updateReview", "deleteReview")
"""Actions of authors on their reviews, which may be anonymous."""
OPERATOR_ACTIONS = (
    "createUser",
    "changeRole",
    "changeOrcid",
    "disableUser",
    "enableUser",
    "createToken",
    "revokeToken",
    "revokeAllTokens",
    "repairActs",
)
"""Actions of commands that no mutation does."""
OBJECTS = ("m_", "w_", "y_", "q_", "r_", "d_", "u_", "k_")
"""First characters of the IDs that entries have: comments, reviews, replies, claims, researchers of profiles,
decisions, users and tokens. Only their user sees follows, reactions, saved papers and collections."""
MAX_REASON = 1_000
"""Maximum length of a reason, in characters."""
LAST = "a_~"
"""A text that sorts after all IDs of entries."""


class ActorKind(StrEnum):
    """Kind of the actor of a change."""

    USER = "user"
    """A user with an account."""
    CURATOR = "curator"
    """A curator of BYLINE_CURATORS."""
    OPERATOR = "operator"
    """The operator at the command line."""


class Change(NamedTuple):
    """A change for the audit log.

    Attributes:
        action: name of the mutation, or of the operator's action.
        object_id: ID of the object, if any.
        user_id: ID of the user, if the actor has an account.
        actor: kind of the actor.
        mutation_key: idempotency key; empty if absent.
        reason: reason that the actor gave.
        before: earlier value, such as a role.
        after: new value.
    """

    action: str
    object_id: str | None = None
    user_id: str | None = None
    actor: ActorKind = ActorKind.OPERATOR
    mutation_key: str = ""
    reason: str | None = None
    before: str | None = None
    after: str | None = None

    def to_statement(self) -> Statement:
        """Return the statement that adds the entry."""
        visible_id = self.object_id if self.object_id and self.object_id.startswith(OBJECTS) else None
        parameters: dict[str, Value] = {
            "id": f"a_{ULID()}",
            "userId": self.user_id or "",
            "actorKind": self.actor.value,
            "action": self.action,
            "object": visible_id,
            "reason": self.reason[:MAX_REASON] if self.reason else None,
            "before": self.before,
            "after": self.after,
            "reviewActions": list(REVIEW_ACTIONS),
            "key": self.mutation_key,
            "now": utc_text(),
        }
        return Statement.grouped("accounts/add_audit_entry", parameters)


async def write_query(
    graph: Graph,
    query: Query[RowT],
    parameters: dict[str, Value],
    change: Callable[[RowT], Change | None] | None = None,
    action: str = "",
) -> list[RowT]:
    """Run a writing statement of the catalog in one transaction and return its rows. Raises a GraphError.

    The transaction also adds the change to the audit log, its event to the outbox of live updates, and recomputes the
    trust scores that it affects.

    Args:
        graph: the graph.
        query: the statement.
        parameters: its parameters.
        change: returns the change for the audit log from the first row, if anything changed.
        action: name of the mutation, if it is known. Mutations with events run one after the other.
    """
    before, after = trust_steps(query, parameters)

    def first_change(results: Sequence[QueryResult]) -> Change | None:
        rows = query.typed_rows(results[len(before)].rows)
        return change(rows[0]) if change and rows else None

    def audit_entry(results: Sequence[QueryResult]) -> Statement | None:
        new = first_change(results)
        return new and new.to_statement()

    def event(results: Sequence[QueryResult]) -> Statement | None:
        new = first_change(results)
        return new and event_statement(new.action, new.object_id, new.after, new.user_id)

    follow_ups = (audit_entry, *after, event) if change else after  # the event comes last: it locks a counter
    mutex = EVENT_COUNTER if action in ANNOUNCED_ACTIONS else ""
    results = await graph.write(*before, Statement.grouped(query.name, parameters), *follow_ups, mutex=mutex)
    return query.typed_rows(results[len(before)].rows)


class AuditFilter(NamedTuple):
    """Conditions on entries of the audit log. A null sets no condition.

    Attributes:
        actor: name of the user.
        action: name of the action.
        since: earliest time.
    """

    actor: str | None = None
    action: str | None = None
    since: datetime | None = None


def check_action(action: str) -> None:
    """Raise AccountError with the closest names if no change can have this action."""
    actions = (*rules(), *OPERATOR_ACTIONS)
    if action not in actions:
        closest = get_close_matches(action, actions, n=3) or ("addComment", "changeRole")
        raise AccountError(
            f"The action is {action[:60]!r}. Expected the name of an action, such as {', '.join(closest)}."
        )


async def read_log(graph: Graph, where: AuditFilter, earlier_than: str | None, limit: int) -> list[accounts.AuditRow]:
    """Return entries of the audit log, newest first. Raises a GraphError, or AccountError for an unknown action.

    Args:
        graph: the graph.
        where: conditions.
        earlier_than: ID of an entry: return entries before it. None: from the newest.
        limit: maximum number.
    """
    if where.action is not None:
        check_action(where.action)
    first = "a_" if where.since is None else f"a_{str(ULID.from_timestamp(where.since.timestamp()))[:10]}"
    parameters: dict[str, Value] = {
        "earlierThan": earlier_than or LAST,
        "from": first,
        "action": where.action,
        "limit": limit,
    }
    if where.actor is None:
        return await graph.fetch(accounts.AUDIT_LOG, parameters)
    return await graph.fetch(accounts.AUDIT_LOG_OF_USER, {**parameters, "name": where.actor})
