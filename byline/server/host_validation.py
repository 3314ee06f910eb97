"""ASGI middleware that checks the Host header.

Byline has no authentication for queries, so it relies on the same-origin policy of browsers. With DNS rebinding, a page
whose host name resolves to this machine passes that policy, but the browser still sends the page's host name. Requests
for IP addresses are allowed, because they cannot be rebound.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from byline.server.content_negotiation import JSON
from byline.server.responses import to_http_response
from resolvers.errors import Code
from resolvers.reply import error_reply

ALLOW_ALL_HOSTS = "*"


class HostValidationMiddleware:
    """ASGI middleware that responds with 400 to requests for unknown host names."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self.app = app
        self.allowed = {"localhost", *(name.lower() for name in allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request, or reject it."""
        host = Headers(scope=scope).get("host", "") if scope["type"] == "http" else ""
        if self._is_allowed(host):
            await self.app(scope, receive, send)
            return
        message = f"The host name {host!r} is not allowed. Add it to BYLINE_ALLOWED_HOSTS."
        response = to_http_response(error_reply(Code.BAD_REQUEST, message), JSON, own_status=True)
        await response(scope, receive, send)

    def _is_allowed(self, host: str) -> bool:
        if not host or ALLOW_ALL_HOSTS in self.allowed:  # browsers always send the header
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        return name in self.allowed or is_ip_address(name)


def is_ip_address(name: str) -> bool:
    """Return True if a host is an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
