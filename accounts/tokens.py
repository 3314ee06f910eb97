"""Access tokens: secrets of programs, each with scopes and an expiry. The graph stores only their hashes.

A token has 256 random bits, so a single SHA-256 protects it: guessing it is not possible, and no salt is needed.
"""

import hashlib
import re
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from pydantic import SecretStr
from ulid import ULID

from accounts.acts import reused_key
from accounts.audit import Change, write_query
from accounts.errors import AccountError, ActError, InputProblem
from accounts.object_writes import ObjectWriter
from accounts.roles import DEFAULT_SCOPES, Scope
from accounts.texts import normalize_text
from accounts.timestamps import utc_text
from accounts.users import checked_name, find_user, unknown_user
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from cypher.queries import accounts

TOKEN = re.compile(r"byline_[A-Za-z0-9_-]{43}")
TOKEN_ID = re.compile(r"k_[0-7][0-9A-HJKMNP-TV-Z]{25}")
DEFAULT_DAYS = 90
MAX_DAYS = 366
MAX_TOKENS = 100
"""Maximum number of valid tokens of a user."""
MAX_LABEL = 100
MAX_ID_LENGTH = 100
"""Maximum number of characters of an unknown ID that an error shows."""
SESSION_LABEL = "session"
"""Label of the access tokens that are sessions; no other token has it."""


class NewToken(NamedTuple):
    """A new token. The secret is shown once."""

    id: str
    secret: SecretStr
    expires_at: str


def token_hash(secret: str) -> str:
    """Return the hash under which the graph stores a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


async def create_token(
    graph: Graph, name: str, scopes: Collection[Scope] = DEFAULT_SCOPES, days: int = DEFAULT_DAYS, label: str = ""
) -> NewToken:
    """Create an access token for a user.

    Args:
        graph: the graph.
        name: name of the user.
        scopes: scopes of the token.
        days: number of days until the token expires, 1 to 366.
        label: purpose of the token, shown in lists; at most 100 printable characters.

    Raises:
        AccountError: An argument is invalid, there is no such user, or the user has too many tokens.
        GraphError: The graph cannot be written.
    """
    if not 1 <= days <= MAX_DAYS:
        raise AccountError(f"A token cannot expire after {days:,} days. Expected 1 to {MAX_DAYS} days.")
    if len(label) > MAX_LABEL or not label.isprintable():
        raise AccountError(f"The label is not valid. Expected at most {MAX_LABEL} printable characters on one line.")
    if not scopes:
        raise AccountError(f"The token has no scope. Expected one or more of {', '.join(Scope)}.")
    token_id, secret = f"k_{ULID()}", f"byline_{secrets.token_urlsafe(32)}"
    expires_at = utc_text(timedelta(days=days))
    rows = await write_query(
        graph,
        accounts.CREATE_TOKEN,
        {
            "name": checked_name(name),
            "id": token_id,
            "hash": token_hash(secret),
            "scopes": sorted(scope.value for scope in scopes),
            "label": label,
            "now": utc_text(),
            "expiresAt": expires_at,
            "limit": MAX_TOKENS,
        },
        lambda row: Change("createToken", token_id) if row.created else None,
    )
    if not rows:
        raise unknown_user(name)
    if not rows[0].created:
        raise AccountError(
            f"The user {name} has {MAX_TOKENS} valid tokens, the maximum. Revoke some with: byline user revoke ID"
        )
    return NewToken(token_id, SecretStr(secret), expires_at)


async def list_tokens(graph: Graph, name: str) -> list[accounts.TokenRow]:
    """Return the tokens of a user, newest first, also expired and revoked ones. Raises AccountError or a GraphError."""
    await find_user(graph, name)
    return await graph.fetch(accounts.TOKENS, {"name": name})


async def revoke_token(graph: Graph, token_id: str) -> None:
    """Revoke a token. Raises AccountError if there is no such token, or a GraphError."""
    found = TOKEN_ID.fullmatch(token_id) and await write_query(
        graph,
        accounts.REVOKE_TOKEN,
        {"id": token_id, "now": utc_text()},
        lambda row: Change("revokeToken", row.id) if row.changed else None,
    )
    if not found:
        raise AccountError(
            f"There is no token {token_id[:60]!r}. Expected an ID such as k_01J9ZX5T3NQ4W8E6R7Y2K0M1AB. List the "
            "tokens of a user with: byline user tokens NAME"
        )


async def revoke_all_tokens(graph: Graph, name: str) -> int:
    """Revoke all valid tokens of a user and return their number. Raises AccountError or a GraphError."""
    rows = await write_query(
        graph,
        accounts.REVOKE_ALL_TOKENS,
        {"name": checked_name(name), "now": utc_text()},
        lambda row: Change("revokeAllTokens", row.id) if row.revoked else None,
    )
    if not rows:
        raise unknown_user(name)
    return rows[0].revoked


async def create_own_token(
    writer: ObjectWriter, viewer: Viewer, label: str, scopes: Collection[Scope], days: int
) -> NewToken:
    """Create an access token for a program of the user who writes.

    Args:
        writer: writes objects of the user.
        viewer: the user, with the scopes of the session.
        label: purpose of the token.
        scopes: scopes of the token; those of the session at most.
        days: number of days until the token expires.

    Raises:
        ActError: An argument is not possible, or the user has too many tokens.
        AccountGoneError: The user does not exist any more.
        GraphError: The graph cannot be written.
    """
    if not viewer.is_session:
        raise ActError(
            "An access token cannot create access tokens. Sign in with the browser, or ask the operator of this "
            "server.",
            "scopes",
        )
    label = normalize_text(label, "label", MAX_LABEL, multiline=False, required=True)
    if label == SESSION_LABEL:
        raise ActError(f"label is {label!r}, the label of sessions. Choose another.", "label")
    allowed = viewer.scopes - {Scope.CYPHER}
    if not scopes or not allowed.issuperset(scopes):
        raise ActError(f"scopes can have {', '.join(sorted(allowed))}, at least one of them.", "scopes")
    if not 1 <= days <= MAX_DAYS:
        raise ActError(f"days is {days:,}. Expected 1 to {MAX_DAYS}.", "days")
    token_id, secret, expires_at = f"k_{ULID()}", f"byline_{secrets.token_urlsafe(32)}", utc_text(timedelta(days))
    row = await writer.write(
        accounts.ADD_ACCESS_TOKEN,
        token_id,
        {"values": {"label": label, "scopes": sorted(scopes)}, "most": MAX_TOKENS},
        is_new=True,
        generated={"hash": token_hash(secret), "expiresAt": expires_at},
    )
    if row.problem == "key":
        raise reused_key()
    if row.problem is not None:
        raise ActError(f"You have {MAX_TOKENS} valid tokens, the maximum. Revoke one with revokeAccessToken.", "label")
    if row.id != token_id:
        raise ActError(
            f"An earlier request with this clientMutationId created the token {row.id}. Its secret was in the "
            "response to that request. Revoke the token, and create another with a new clientMutationId.",
            "clientMutationId",
        )
    return NewToken(token_id, SecretStr(secret), expires_at)


async def revoke_own_token(writer: ObjectWriter, token_id: str) -> str:
    """Revoke an access token of the user who writes, and return its ID. Raises as `create_own_token`."""
    row = None
    if TOKEN_ID.fullmatch(token_id):
        row = await writer.write(accounts.REVOKE_ACCESS_TOKEN, token_id, {})
    if row is not None and row.problem == "key":
        raise reused_key()
    if row is None or row.problem is not None:
        raise ActError(
            f"You have no access token with the ID {token_id[:MAX_ID_LENGTH]!r}. "
            "viewer { accessTokens { nodes { id } } } lists your tokens.",
            "tokenId",
            InputProblem.NOT_FOUND,
        )
    return token_id
