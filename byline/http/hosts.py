"""Which host names a request may be addressed to: what a page elsewhere reaches by turning its own name to 127.0.0.1.

Byline has no sign-in, so a browser's rule that a page reads only its own host is what keeps others out; a page whose
name has been pointed at this machine passes that rule, but still sends its own name. An address in figures cannot be
pointed elsewhere, so any is allowed.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from byline.http.negotiate import JSON
from byline.http.reply import written
from resolvers.errors import Code
from resolvers.reply import refused

ANY = "*"


class Hosts:
    """ASGI middleware that answers 400 to a request for a host that is none of ours."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self.app = app
        self.allowed = {"localhost", *(name.lower() for name in allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        host = Headers(scope=scope).get("host", "") if scope["type"] == "http" else ""
        if self._ours(host):
            await self.app(scope, receive, send)
            return
        told = f"This server does not answer for the host {host!r}. BYLINE_ALLOWED_HOSTS says for which it does."
        response = written(refused(Code.BAD_REQUEST, told), JSON, own_status=True)
        await response(scope, receive, send)

    def _ours(self, host: str) -> bool:
        if not host or ANY in self.allowed:  # no browser leaves it out
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        return name in self.allowed or in_figures(name)


def in_figures(name: str) -> bool:
    """Tell whether a host is written as an address, of either kind."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
