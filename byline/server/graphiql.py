"""The page that a browser gets at /graphql: GraphiQL where it was built, else a plain page of our own."""

import base64
import hashlib
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

STATIC = Path(__file__).parent.parent / "static"
BUILT = STATIC / "graphiql"
PLAIN = STATIC / "plain.html"

# The browser itself refuses whatever is not ours. Of scripts in the page itself only the plain page has one.
POLICY = (
    "default-src 'self'; script-src 'self'{}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def prefers_html(request: Request) -> bool:
    """Tell whether the client would rather have a page than JSON: a browser's address bar."""
    return "text/html" in request.headers.get("accept", "")


def graphiql() -> Response:
    """Return the page."""
    built = BUILT / "index.html"
    text = (built if built.is_file() else PLAIN).read_text("utf-8")
    return HTMLResponse(text, headers={"content-security-policy": policy(text), "cache-control": "no-cache"})


def policy(page: str) -> str:
    """Return what a page may load and run: of scripts in itself those alone that it has, by their hashes."""
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in SCRIPT.findall(page)]
    return POLICY.format("".join(f" 'sha256-{digest}'" for digest in hashes))
