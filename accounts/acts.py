"""Acts of users on entities: one write transaction each, which does not need the writer lease of loads.

An act is a relationship of the user to the entity, at most one of each type, so that Neo4j keeps the counts.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from accounts.audit import ActorKind, Change, RowT, write_query
from accounts.errors import AccountGoneError, ActError, InputProblem
from accounts.texts import normalize_text
from accounts.timestamps import utc_text
from cypher.catalog import Query
from cypher.driver.client import Graph
from cypher.driver.errors import GraphRejectedError
from cypher.driver.values import Value
from cypher.queries import accounts

MAX_KEY_LENGTH = 255
KEY_LIFETIME = timedelta(hours=24)
"""Time for which a repetition with the same idempotency key has no further effect."""
ATTEMPTS = 3
"""Attempts if a load deletes the entity, because it merges it, between finding and locking it."""
DELETED_MEANWHILE = "Neo.ClientError.Statement.EntityNotFound"


@dataclass(frozen=True, slots=True)
class Act:
    """A kind of act.

    Attributes:
        type: type of the relationship.
        labels: labels of the entities that it can concern.
        type_error: the error for another entity, after its ID.
        ends: types of the acts that it replaces.
        public: whether other users see it; None: as before, and a new act is private.
    """

    type: str
    labels: tuple[str, ...]
    type_error: str
    ends: tuple[str, ...] = ()
    public: bool | None = None


FOLLOW = Act(
    "FOLLOWS",
    ("Researcher", "Paper", "Topic", "Institution", "Venue"),
    "cannot be followed. Expected a researcher, paper, topic, institution or venue.",
)
SAVE = Act("SAVED", ("Paper",), "is not a paper. Only papers can be saved.")
OPINIONS = ("LIKES", "DISLIKES")
"""Reactions of which a user has at most one to each paper."""


def reaction(type_: str) -> Act:
    """Return the act of a reaction to a paper, which is a relationship of this type."""
    ends = tuple(opinion for opinion in OPINIONS if opinion != type_) if type_ in OPINIONS else ()
    return Act(type_, ("Paper",), "is not a paper. Only papers have reactions.", ends)


class ActRequest(NamedTuple):
    """A user and the entity of an act.

    Attributes:
        user_id: ID of the user.
        entity_key: scheme and value of an ID of the entity.
        mutation_key: idempotency key of the client; None without one.
        action: name of the mutation, for the audit log.
    """

    user_id: str
    entity_key: Sequence[str]
    mutation_key: str | None = None
    action: str = ""


async def add_act(graph: Graph, act: Act, request: ActRequest) -> str:
    """Add an act of a user on an entity and return the entity's Byline ID. Adding it again changes nothing.

    Raises:
        ActError: The input is not possible.
        AccountGoneError: The user does not exist any more.
        GraphError: The graph cannot be written.
    """
    return await _write_act(graph, accounts.ADD_ACT, act, request)


async def remove_act(graph: Graph, act: Act, request: ActRequest) -> str:
    """Remove an act, if there is one, and return the entity's Byline ID. Errors as in `add_act`."""
    return await _write_act(graph, accounts.REMOVE_ACT, act, request)


async def _write_act(graph: Graph, query: Query[accounts.ActRow], act: Act, request: ActRequest) -> str:
    scheme, value = request.entity_key
    key = checked_mutation_key(request.mutation_key)
    parameters: dict[str, Value] = {
        "userId": request.user_id,
        "act": act.type,
        "labels": list(act.labels),
        "scheme": scheme,
        "value": value,
        "key": key,
        "request": hashlib.sha256(f"{query.name} {act.type} {scheme} {value} {act.public}".encode()).hexdigest(),
        "attempt": secrets.token_hex(8),
        "now": utc_text(),
        "expired": utc_text(-KEY_LIFETIME),
    }
    if query is accounts.ADD_ACT:
        parameters |= {"ends": list(act.ends), "public": act.public}

    def change(row: accounts.ActRow) -> Change | None:
        changes = row.possible and not row.repeated and row.same
        return Change(request.action, None, request.user_id, ActorKind.USER, key) if changes else None

    rows = await retried_write(graph, query, parameters, change)
    if not rows:
        raise AccountGoneError("The account does not exist any more. Ask the operator of this server.")
    row = rows[0]
    if row.id is None:
        raise unknown_entity(scheme, value, "id")
    if not row.possible:
        raise ActError(f"{row.id} {act.type_error}", "id")
    if not row.same:
        raise reused_key()
    return row.id


async def retried_write(
    graph: Graph,
    query: Query[RowT],
    parameters: dict[str, Value],
    change: Callable[[RowT], Change | None],
    action: str = "",
) -> list[RowT]:
    """Run a statement of an act, again if a load deletes the entity meanwhile. Arguments and errors: `write_query`."""
    for _ in range(ATTEMPTS - 1):
        try:
            return await write_query(graph, query, parameters, change, action)
        except GraphRejectedError as error:
            if error.code != DELETED_MEANWHILE:
                raise
    return await write_query(graph, query, parameters, change, action)


def unknown_entity(scheme: str, value: str, field: str) -> ActError:
    """Return the error for an ID that no entity has."""
    shown = value if scheme == "byline" else f"{scheme}:{value}"
    return ActError(f"No entity in the graph has the ID {shown[:100]}.", field, InputProblem.NOT_FOUND)


def reused_key() -> ActError:
    """Return the error for an idempotency key that was used for another input."""
    return ActError(
        "clientMutationId was used for another input within 24 hours. Send a new one for each mutation.",
        "clientMutationId",
        InputProblem.CONFLICT,
    )


def changed_version(name: str, problem: str, sent: Value) -> ActError:
    """Return the error for a version that is not the current one.

    Args:
        name: name of the object, such as comment.
        problem: problem of the statement: `version` and the current version.
        sent: version that the client sent.
    """
    return ActError(
        f"The {name} has changed: you sent version {sent}, the current version is {problem.removeprefix('version ')}. "
        "Read it again, then repeat your change.",
        "version",
        InputProblem.CONFLICT,
    )


def checked_mutation_key(mutation_key: str | None) -> str:
    """Return an idempotency key; empty without one. Raises ActError if it is too long or has control characters."""
    if not mutation_key:
        return ""
    return normalize_text(mutation_key, "clientMutationId", MAX_KEY_LENGTH, multiline=False, required=True)
