"""The page at /graphql for browsers: GraphiQL if it was built, else a plain page."""

import base64
import hashlib
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

STATIC = Path(__file__).parent.parent / "static"
BUILT = STATIC / "graphiql"
PLAIN = STATIC / "plain.html"

# Browsers block all content from other servers. Only the plain page has an inline script.
POLICY = (
    "default-src 'self'; script-src 'self'{}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def prefers_html(request: Request) -> bool:
    """Return True if the client prefers a page to JSON, as browsers do."""
    return "text/html" in request.headers.get("accept", "")


def graphiql() -> Response:
    """Return the page."""
    built = BUILT / "index.html"
    text = (built if built.is_file() else PLAIN).read_text("utf-8")
    return HTMLResponse(text, headers={"content-security-policy": policy(text), "cache-control": "no-cache"})


def policy(page: str) -> str:
    """Return the content security policy of a page; it allows the page's inline scripts by their hashes."""
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in SCRIPT.findall(page)]
    return POLICY.format("".join(f" 'sha256-{digest}'" for digest in hashes))
