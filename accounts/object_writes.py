"""Writes of objects that users own, such as collections: each in one transaction, with an idempotency key."""

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from accounts.acts import KEY_LIFETIME, checked_mutation_key, retried_write
from accounts.audit import ActorKind, Change
from accounts.errors import AccountGoneError
from accounts.timestamps import utc_text
from cypher.catalog import Query
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import accounts

WrittenT = TypeVar("WrittenT", accounts.WrittenRow, accounts.ImportCollectionItemsRow)
"""A row of a statement that writes an object; an import returns more columns."""


class ObjectWriter(NamedTuple):
    """Writes objects of a user.

    Attributes:
        graph: the graph.
        user_id: ID of the user.
        mutation_key: idempotency key of the client; None without one.
        action: name of the mutation, such as `createCollection`: a table of `accounts/policy.toml`. For the audit log.
    """

    graph: Graph
    user_id: str
    mutation_key: str | None = None
    action: str = ""

    async def write(
        self,
        query: Query[WrittenT],
        object_id: str,
        parameters: Mapping[str, Value],
        *,
        is_new: bool = False,
        generated: Mapping[str, Value] | None = None,
    ) -> WrittenT:
        """Run a statement and return its row: the ID of the object, or the problem that prevented the change.

        The entry in the audit log has the values `to` and `reason` of the input, if there are any.

        Args:
            query: statement with the parameters userId, id, key, request, now, expired, and those in `parameters`.
            object_id: ID of the object.
            parameters: input of the client. A repetition with the idempotency key must have the same.
            is_new: whether the statement creates the object, so that the ID is not an input.
            generated: Server-generated parameters. They are not part of the idempotency hash, because a retry generates
                new ones.

        Raises:
            ActError: The idempotency key is too long.
            AccountGoneError: The user does not exist any more.
            GraphError: The graph cannot be written.
        """
        request = json.dumps([query.name, None if is_new else object_id, parameters], sort_keys=True)
        key = checked_mutation_key(self.mutation_key)

        def change(row: WrittenT) -> Change | None:
            if row.problem is not None or row.id != object_id:  # a repetition returns the first object
                return None
            reason, after = (
                None if parameters.get(name) is None else str(parameters[name]) for name in ("reason", "to")
            )
            return Change(self.action, object_id, self.user_id, ActorKind.USER, key, reason=reason or None, after=after)

        rows = await retried_write(
            self.graph,
            query,
            {
                **parameters,
                **(generated or {}),
                "userId": self.user_id,
                "id": object_id,
                "key": key,
                "request": hashlib.sha256(request.encode()).hexdigest(),
                "now": utc_text(),
                "expired": utc_text(-KEY_LIFETIME),
            },
            change,
            self.action,
        )
        if not rows:
            raise AccountGoneError("The account does not exist any more. Ask the operator of this server.")
        return rows[0]
