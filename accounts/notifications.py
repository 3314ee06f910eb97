"""Notifications of users: names that comments mention, and which notifications a user has read."""

import re

from accounts.acts import retried_write
from accounts.errors import AccountGoneError, ActError, InputProblem
from accounts.timestamps import utc_text
from cypher.driver.client import Graph
from cypher.queries import accounts

NOTIFICATION_ID = re.compile(r"e_[0-9]{1,19}_[0-9]{1,6}")
MENTION = re.compile(r"(?<![\w@.-])@([a-z0-9](?:[a-z0-9._-]{0,37}[a-z0-9_])?)(?![\w@])")
"""`@name`; a dot or a hyphen at the end belongs to the sentence."""
MAX_MENTIONS = 20
"""Maximum number of users that a comment notifies by name."""


def mentioned_names(text: str) -> list[str]:
    """Return the names of users that a text mentions as `@name`, in order, each once."""
    return list(dict.fromkeys(MENTION.findall(text)))[:MAX_MENTIONS]


async def mark_notifications_read(graph: Graph, user_id: str, notification_id: str) -> str:
    """Mark a notification of a user and all earlier ones as read, and return its ID.

    Raises:
        ActError: The user has no such notification.
        AccountGoneError: The user does not exist any more.
        GraphError: The graph cannot be written.
    """
    problem: str | None = "notification"
    if NOTIFICATION_ID.fullmatch(notification_id):
        rows = await retried_write(
            graph,
            accounts.MARK_NOTIFICATIONS_READ,
            {"userId": user_id, "id": notification_id, "now": utc_text()},
            lambda _: None,
        )
        if not rows:
            raise AccountGoneError("The account does not exist any more. Ask the operator of this server.")
        problem = rows[0].problem
    if problem is not None:
        raise ActError(
            f"You have no notification with the ID {notification_id[:100]!r}. Expected an ID such as e_12_0, as in "
            "viewer { notifications { nodes { id } } }.",
            "id",
            InputProblem.NOT_FOUND,
        )
    return notification_id
