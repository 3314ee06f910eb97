"""Sessions of browsers: an access token in a cookie, created by a sign-in at an OpenID provider."""

import hmac
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from pydantic import SecretStr
from ulid import ULID

from accounts.audit import write_query
from accounts.errors import AccountError
from accounts.roles import DEFAULT_SCOPES
from accounts.timestamps import utc_text
from accounts.tokens import token_hash
from cypher.driver.client import Graph
from cypher.queries import accounts

if TYPE_CHECKING:
    from accounts.openid import Identity

SESSION_LIFETIME = timedelta(days=14)
NAME_LETTERS = "abcdefghjkmnpqrstvwxyz23456789"


async def sign_in(graph: Graph, identity: "Identity", *, sign_up: bool) -> SecretStr:
    """Create a session of the user with an identity and return its secret.

    Args:
        graph: the graph.
        identity: the person, as the provider states it.
        sign_up: whether to create a user for a new identity.

    Raises:
        AccountError: The user is disabled, or there is no such user.
        GraphError: The graph cannot be written.
    """
    secret = f"byline_{secrets.token_urlsafe(32)}"
    rows = await write_query(
        graph,
        accounts.SIGN_IN,
        {
            "key": identity.key,
            "issuer": identity.issuer,
            "orcid": identity.orcid,
            "signUp": sign_up,
            "userId": f"u_{ULID()}",
            "name": "user-" + "".join(secrets.choice(NAME_LETTERS) for _ in range(12)),
            "tokenId": f"k_{ULID()}",
            "hash": token_hash(secret),
            "scopes": sorted(scope.value for scope in DEFAULT_SCOPES),
            "now": utc_text(),
            "expiresAt": utc_text(SESSION_LIFETIME),
        },
    )
    if not rows:
        raise AccountError("You have no account here. Ask the operator of this server.")
    if rows[0].disabled_at is not None:
        raise AccountError("Your account is disabled. Ask the operator of this server.")
    return SecretStr(secret)


async def sign_out(graph: Graph, secret: str, *, everywhere: bool) -> int:
    """Revoke the access token of a session, or all tokens of its user, and return their number. Raises a GraphError."""
    parameters = {"hash": token_hash(secret), "everywhere": everywhere, "now": utc_text()}
    rows = await write_query(graph, accounts.SIGN_OUT, dict(parameters))
    return rows[0].revoked if rows else 0


def csrf_token(secret: str) -> str:
    """Return the token that a page must send with each change: other sites cannot read it."""
    return hmac.digest(secret.encode(), b"byline csrf", sha256).hex()
