"""Follow and unfollow entities: one write transaction each, which does not need the writer lease of loads."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from accounts.errors import AccountGoneError, ActError
from accounts.timestamps import utc_text
from accounts.users import write_query
from cypher.catalog import Query
from cypher.driver.client import Graph
from cypher.driver.errors import GraphRejectedError
from cypher.queries import accounts

MAX_KEY_LENGTH = 255
KEY_LIFETIME = timedelta(hours=24)
"""Time for which a repetition with the same idempotency key has no further effect."""
ATTEMPTS = 3
"""Attempts if a load deletes the entity, because it merges it, between finding and locking it."""
DELETED_MEANWHILE = "Neo.ClientError.Statement.EntityNotFound"


async def follow(graph: Graph, user_id: str, entity_key: Sequence[str], mutation_key: str | None = None) -> str:
    """Follow an entity and return its Byline ID. Following it again changes nothing.

    Args:
        graph: the graph.
        user_id: ID of the user.
        entity_key: scheme and value of an ID of the entity.
        mutation_key: idempotency key of the client; None without one.

    Raises:
        ActError: The input is not possible.
        AccountGoneError: The user does not exist any more.
        GraphError: The graph cannot be written.
    """
    return await _act(graph, accounts.FOLLOW, user_id, entity_key, mutation_key)


async def unfollow(graph: Graph, user_id: str, entity_key: Sequence[str], mutation_key: str | None = None) -> str:
    """End the follow of an entity, if there is one, and return its Byline ID. Arguments and errors as in `follow`."""
    return await _act(graph, accounts.UNFOLLOW, user_id, entity_key, mutation_key)


async def _act(
    graph: Graph,
    query: Query[accounts.ActRow],
    user_id: str,
    entity_key: Sequence[str],
    mutation_key: str | None,
) -> str:
    scheme, value = entity_key
    key = mutation_key or ""
    if len(key) > MAX_KEY_LENGTH:
        raise ActError(
            f"clientMutationId has {len(key):,} characters. Expected at most {MAX_KEY_LENGTH}.", "clientMutationId"
        )
    for attempt in range(1, ATTEMPTS + 1):
        try:
            rows = await write_query(
                graph,
                query,
                {
                    "userId": user_id,
                    "scheme": scheme,
                    "value": value,
                    "key": key,
                    "request": hashlib.sha256(f"{query.name} {scheme} {value}".encode()).hexdigest(),
                    "attempt": secrets.token_hex(8),
                    "now": utc_text(),
                    "expired": utc_text(-KEY_LIFETIME),
                },
            )
            break
        except GraphRejectedError as error:
            if error.code != DELETED_MEANWHILE or attempt == ATTEMPTS:
                raise
    else:
        raise AssertionError  # pragma: no cover - the last attempt returns or raises
    if not rows:
        raise AccountGoneError("The account does not exist any more. Ask the operator of this server.")
    row = rows[0]
    if row.id is None:
        shown = value if scheme == "byline" else f"{scheme}:{value}"
        raise ActError(f"No entity in the graph has the ID {shown[:100]}.", "id", is_unknown_id=True)
    if not row.followable:
        raise ActError(f"{row.id} cannot be followed. Expected a researcher, paper, topic, institution or venue.", "id")
    if not row.same:
        raise ActError(
            "clientMutationId was used for another input within 24 hours. Send a new one for each mutation.",
            "clientMutationId",
        )
    return row.id
