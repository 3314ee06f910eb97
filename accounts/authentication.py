"""Find the user of an access token. Users of valid tokens are cached for 30 seconds: most requests need no query.

A revoked token or a disabled user is therefore refused after at most 30 seconds, by each server process.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

from accounts.roles import Role, Scope
from accounts.timestamps import utc_text
from accounts.tokens import TOKEN, token_hash
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from cypher.queries import accounts

CACHE_S = 30.0
"""Seconds for which an answer is cached."""
CACHE_SIZE = 1_024
"""Maximum number of cached answers; the least recently used one is dropped."""
NOT_FOUND = "The access token is unknown. Create one with createAccessToken, or ask the operator of this server."


class Authentication(NamedTuple):
    """Result of authentication: the viewer, or None and the reason."""

    viewer: Viewer | None
    token_error: str = ""


class _CachedViewer(NamedTuple):
    viewer: Viewer
    expires_at: str
    fresh_until: float


@dataclass(slots=True)
class TokenAuthenticator:
    """Authenticates access tokens over one graph. Only valid tokens are cached."""

    graph: Graph
    _cache: "OrderedDict[str, _CachedViewer]" = field(default_factory=OrderedDict[str, _CachedViewer])

    def forget(self, token: str) -> None:
        """Drop the cached user of a token."""
        self._cache.pop(token_hash(token), None)

    def forget_user(self, user_id: str) -> None:
        """Drop all cached tokens of a user."""
        for key in [key for key, cached in self._cache.items() if cached.viewer.user_id == user_id]:
            del self._cache[key]

    async def authenticate(self, token: str) -> Authentication:
        """Return the user of a token. Raises a GraphError."""
        if not TOKEN.fullmatch(token):
            return Authentication(None, NOT_FOUND)
        key = token_hash(token)
        cached = self._cache.get(key)
        if cached is not None and cached.fresh_until > time.monotonic() and cached.expires_at > utc_text():
            self._cache.move_to_end(key)
            return Authentication(cached.viewer)
        self._cache.pop(key, None)
        rows = await self.graph.fetch(accounts.TOKEN_OWNER, {"hash": key})
        if not rows:
            return Authentication(None, NOT_FOUND)
        row = rows[0]
        if row.revoked_at is not None:
            return Authentication(None, f"The access token {row.token_id} was revoked at {row.revoked_at}.")
        if row.expires_at <= utc_text():
            return Authentication(
                None,
                f"The access token {row.token_id} expired at {row.expires_at}. Create another with "
                "createAccessToken, or ask the operator of this server.",
            )
        if row.disabled_at is not None:
            return Authentication(None, f"The account {row.name} is disabled. Ask the operator of this server.")
        viewer = Viewer(row.name, Role(row.role), row.user_id, frozenset(Scope(scope) for scope in row.scopes))
        self._cache[key] = _CachedViewer(viewer, row.expires_at, time.monotonic() + CACHE_S)
        while len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return Authentication(viewer)
