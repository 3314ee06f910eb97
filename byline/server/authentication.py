"""Authenticate the client of an HTTP request by its Authorization header or session cookie."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pydantic import SecretStr
from starlette.requests import HTTPConnection, Request

from accounts.authentication import Authentication, TokenAuthenticator
from accounts.roles import Role
from accounts.sessions import csrf_token
from accounts.viewer import Viewer

SESSION_COOKIE = "byline_session"
CSRF_HEADER = "x-csrf-token"
CSRF_ADVICE = "A request with a session cookie needs the header X-CSRF-Token: GET /auth/session returns the token."
ANONYMOUS = Authentication(None)


@dataclass(frozen=True, slots=True)
class Authenticator:
    """Authenticates clients by access tokens of accounts, and by the deprecated tokens of BYLINE_CURATORS."""

    tokens: TokenAuthenticator
    curators: Mapping[str, SecretStr] = field(default_factory=dict[str, SecretStr])

    async def authenticate_request(self, request: Request) -> Authentication:
        """Return the viewer of a request by its Authorization header, else by its session cookie. Raises a GraphError.

        A POST with the cookie also needs the session's CSRF token, which pages of other sites cannot read.
        """
        header, secret = request.headers.get("authorization"), request.cookies.get(SESSION_COOKIE)
        if header is not None or secret is None:
            return await self.authenticate(header)
        sent_token = request.headers.get(CSRF_HEADER, "")
        if request.method == "POST" and not hmac.compare_digest(sent_token.encode(), csrf_token(secret).encode()):
            return Authentication(None, CSRF_ADVICE)
        authentication = await self.tokens.authenticate(secret)
        if authentication.viewer is None:
            return authentication
        return Authentication(replace(authentication.viewer, is_session=True))

    async def authenticate_socket(self, socket: HTTPConnection, authorization: str | None) -> Authentication:
        """Return the viewer of a WebSocket. Raises a GraphError.

        Args:
            socket: its handshake, from a page of this site or an allowed origin.
            authorization: Authorization header in connection_init; without one, the header or the session cookie of
                the handshake counts.
        """
        header = authorization or socket.headers.get("authorization")
        secret = socket.cookies.get(SESSION_COOKIE)
        if header is None and secret is not None:
            return await self.tokens.authenticate(secret)
        return await self.authenticate(header)

    async def authenticate(self, header: str | None) -> Authentication:
        """Return the viewer of an Authorization header, or the reason why its token is refused. Raises a GraphError."""
        scheme, _, token = (header or "").partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token:
            return ANONYMOUS
        curator = self._curator(token)
        return Authentication(Viewer(curator, Role.CURATOR)) if curator else await self.tokens.authenticate(token)

    def _curator(self, token: str) -> str | None:
        """Return the curator of a token of BYLINE_CURATORS, or None."""
        curator = None
        for name, secret in self.curators.items():  # check all, so that response times reveal nothing about the tokens
            if hmac.compare_digest(secret.get_secret_value().encode(), token.encode()):
                curator = name
        return curator
