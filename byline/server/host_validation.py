"""ASGI middleware that checks the Host header, and the site of the page that sends a query.

Byline has no authentication for queries, so it relies on the same-origin policy of browsers. With DNS rebinding, a page
whose host name resolves to this machine passes that policy, but the browser still sends the page's host name. Requests
for IP addresses are allowed, because they cannot be rebound.

A page of another site cannot read the response to a GET query, but an image or script on it can make the server run the
query. Browsers state the site of the page in Sec-Fetch-Site.
"""

import ipaddress
import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from starlette import status
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from byline.server.content_negotiation import JSON
from byline.server.responses import to_http_response
from byline.settings import LOOPBACK
from resolvers.errors import Code
from resolvers.reply import Reply, error_reply

ALLOW_ALL = "*"
SAFE_METHODS = ("GET", "HEAD")
QUERY_PATH = "/graphql"
LOOPBACK_ORIGIN = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?"
"""Origins of pages that a server on this machine provides, such as the development server of a front end."""


class HostValidationMiddleware:
    """ASGI middleware that rejects requests for unknown host names, and queries of other sites.

    Args:
        app: the application.
        allowed: allowed host names; `*` allows all.
        origins: origins whose pages may send queries, as in BYLINE_CORS_ORIGINS.
    """

    def __init__(self, app: ASGIApp, allowed: Iterable[str], origins: Collection[str] = ()) -> None:
        self.app = app
        self.origins = origins
        self.allowed = {"localhost", *(name.lower() for name in allowed)}
        self._is_allowed = lru_cache(maxsize=1_000)(self._is_allowed_host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request, or reject it."""
        is_forbidden_socket = scope["type"] == "websocket" and not self._is_allowed_socket(Headers(scope=scope))
        if is_forbidden_socket:
            await send({"type": "websocket.close", "code": status.WS_1008_POLICY_VIOLATION})  # the handshake gets 403
            return
        error = self._find_error(scope) if scope["type"] == "http" else None
        if error is None:
            await self.app(scope, receive, send)
            return
        await to_http_response(error, JSON, always_use_error_status=True)(scope, receive, send)

    def _find_error(self, scope: Scope) -> Reply | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) > 1:
            return error_reply(Code.BAD_REQUEST, f"The request has {len(hosts)} Host headers. Send one.")
        if hosts and not self._is_allowed(hosts[0]):
            message = f"The host name {hosts[0]!r} is not allowed. Add it to BYLINE_ALLOWED_HOSTS."
            return error_reply(Code.BAD_REQUEST, message)
        if (
            scope["method"] in SAFE_METHODS
            and headers.get("sec-fetch-site") == "cross-site"
            and headers.get("sec-fetch-mode") != "navigate"
            and scope["path"] == QUERY_PATH
            and not is_allowed_origin(headers.get("origin", ""), self.origins)
        ):
            return error_reply(
                Code.FORBIDDEN,
                "A page of another site sent this query. Add its origin to BYLINE_CORS_ORIGINS, and send the query "
                "with fetch().",
            )
        return None

    def _is_allowed_socket(self, headers: Headers) -> bool:
        """Return True if a WebSocket has an allowed host, and comes from a page of this host or an allowed origin."""
        hosts, origin = headers.getlist("host"), headers.get("origin")
        if len(hosts) != 1 or not self._is_allowed(hosts[0]):
            return False
        return origin is None or urlsplit(origin).netloc == hosts[0] or is_allowed_origin(origin, self.origins)

    def _is_allowed_host(self, host: str) -> bool:
        if not host or ALLOW_ALL in self.allowed:  # browsers always send the header
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        return name in self.allowed or is_ip_address(name)


def is_allowed_origin(origin: str, allowed: Collection[str]) -> bool:
    """Return True if the pages of an origin may send queries."""
    is_loopback = LOOPBACK in allowed and re.fullmatch(LOOPBACK_ORIGIN, origin) is not None
    return bool(origin) and (is_loopback or origin in allowed or ALLOW_ALL in allowed)


def is_ip_address(name: str) -> bool:
    """Return True if a host is an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
