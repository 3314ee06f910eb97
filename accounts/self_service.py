"""Changes that users make to their own accounts: the name, and access tokens for their programs."""

import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from pydantic import SecretStr
from ulid import ULID

from accounts.acts import reused_key
from accounts.errors import AccountError, ActError
from accounts.object_writes import ObjectWriter
from accounts.roles import Scope
from accounts.sessions import SESSION_LABEL
from accounts.texts import checked_text
from accounts.timestamps import utc_text
from accounts.tokens import MAX_DAYS, MAX_LABEL, MAX_TOKENS, TOKEN_ID, NewToken, token_hash
from accounts.users import checked_name
from accounts.viewer import Viewer
from cypher.driver.errors import GraphRejectedError
from cypher.queries import accounts

MAX_ID_LENGTH = 100
CONSTRAINT = "Neo.ClientError.Schema.ConstraintValidationFailed"


class AccountEditor(NamedTuple):
    """Changes the account of a user.

    Each method raises ActError if the input is not possible, AccountGoneError if the user does not exist any more, or
    a GraphError.

    Attributes:
        writer: writes objects of the user.
        viewer: the user, with the scopes of the session.
    """

    writer: ObjectWriter
    viewer: Viewer

    async def rename(self, name: str) -> str:
        """Change the name of the user, and return the ID of the user."""
        try:
            name = checked_name(name)
        except AccountError as error:
            raise ActError(str(error), "name") from None
        try:
            row = await self.writer.write(accounts.RENAME_USER, self.writer.user_id, {"to": name})
        except GraphRejectedError as error:  # another user took the name at the same time
            if error.code != CONSTRAINT:
                raise
            raise _name_in_use(name) from None
        if row.problem == "key":
            raise reused_key()
        if row.problem is not None:
            raise _name_in_use(name)
        return self.writer.user_id

    async def create_token(self, label: str, scopes: Collection[Scope], days: int) -> NewToken:
        """Create an access token for a program of the user.

        Args:
            label: purpose of the token.
            scopes: scopes of the token; those of the session at most.
            days: number of days until the token expires.
        """
        if not self.viewer.is_session:
            raise ActError(
                "An access token cannot create access tokens. Sign in with the browser, or ask the operator: "
                "byline user token NAME",
                "scopes",
            )
        label = checked_text(label, "label", MAX_LABEL, lines=False, required=True)
        if label == SESSION_LABEL:
            raise ActError(f"label is {label!r}, the label of sessions. Choose another.", "label")
        allowed = self.viewer.scopes - {Scope.CYPHER}
        if not scopes or not allowed.issuperset(scopes):
            raise ActError(f"scopes can have {', '.join(sorted(allowed))}, at least one of them.", "scopes")
        if not 1 <= days <= MAX_DAYS:
            raise ActError(f"days is {days:,}. Expected 1 to {MAX_DAYS}.", "days")
        token_id, secret, expires_at = f"k_{ULID()}", f"byline_{secrets.token_urlsafe(32)}", utc_text(timedelta(days))
        row = await self.writer.write(
            accounts.ADD_ACCESS_TOKEN,
            token_id,
            {"values": {"label": label, "scopes": sorted(scopes)}, "most": MAX_TOKENS},
            is_new=True,
            generated={"hash": token_hash(secret), "expiresAt": expires_at},
        )
        if row.problem == "key":
            raise reused_key()
        if row.problem is not None:
            raise ActError(
                f"You have {MAX_TOKENS} valid tokens, the maximum. Revoke one with revokeAccessToken.", "label"
            )
        if row.id != token_id:
            raise ActError(
                f"An earlier request with this clientMutationId created the token {row.id}. Its secret was in the "
                "response to that request. Revoke the token, and create another with a new clientMutationId.",
                "clientMutationId",
            )
        return NewToken(token_id, SecretStr(secret), expires_at)

    async def revoke_token(self, token_id: str) -> str:
        """Revoke an access token of the user, and return its ID."""
        row = None
        if TOKEN_ID.fullmatch(token_id):
            row = await self.writer.write(accounts.REVOKE_ACCESS_TOKEN, token_id, {})
        if row is not None and row.problem == "key":
            raise reused_key()
        if row is None or row.problem is not None:
            raise ActError(
                f"You have no access token with the ID {token_id[:MAX_ID_LENGTH]!r}. "
                "viewer { accessTokens { nodes { id } } } lists your tokens.",
                "tokenId",
                is_unknown_id=True,
            )
        return token_id


def _name_in_use(name: str) -> ActError:
    return ActError(f"Another user has the name {name!r}. Choose another.", "name")
