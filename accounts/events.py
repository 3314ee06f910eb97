"""Events of the acts of users: the outbox of live updates, and the notifications of users.

The event of a change is written in the transaction of the change, with a number in the order of commits. A reader that
knows the number of the last event it has seen therefore misses none, with any number of server processes.
"""

from datetime import timedelta
from typing import NamedTuple

from accounts.timestamps import utc_text
from cypher.driver.client import Graph, Statement
from cypher.queries import accounts

EVENT_COUNTER = "EventCounter"
"""Label of the node that numbers events; each transaction with an event locks it until the commit."""
EVENT_LIFETIME = timedelta(days=90)
"""Time after which an event and its notifications are deleted."""
ANNOUNCED_ACTIONS = frozenset(
    {
        "addComment",
        "updateComment",
        "deleteComment",
        "moderateContent",
        "addReview",
        "replyToReview",
        "inviteResearcher",
        "answerInvitation",
        "answerIntroduction",
        "sendInvitationMessage",
        "decideClaim",
        "revokeClaim",
    }
)
"""Actions that add an event. Only the user sees follows, reactions, saved papers and collections: they add none."""


def event_statement(action: str, object_id: str | None, after: str | None, user_id: str | None) -> Statement | None:
    """Return the statement that adds the event of a change and its notifications; None if the change has no event.

    Args:
        action: name of the mutation.
        object_id: ID of the object that changed, if any.
        after: new value of the object, such as the decision about it.
        user_id: ID of the user who changed it, if the actor has an account.
    """
    if action not in ANNOUNCED_ACTIONS or object_id is None:
        return None
    return Statement.grouped(
        "accounts/add_event",
        {
            "object": object_id,
            "action": action,
            "after": after,
            "userId": user_id or "",
            "now": utc_text(),
            "expired": utc_text(-EVENT_LIFETIME),
        },
    )


class EventNumbers(NamedTuple):
    """Ends of the outbox.

    Attributes:
        first: number of the first event that is not deleted; None if there is no event.
        last: number of the last event; 0 before the first one.
        change: number of the last transaction of the change feed of loads.
    """

    first: int | None
    last: int
    change: int


async def event_numbers(graph: Graph) -> EventNumbers:
    """Return the ends of the outbox. Raises a GraphError."""
    row = (await graph.fetch(accounts.EVENT_NUMBERS))[0]
    return EventNumbers(row.first, row.last, row.change)
