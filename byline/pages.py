"""The page that a browser gets at /graphql: GraphiQL where it was built, else a plain page of our own."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

STATIC = Path(__file__).parent / "static"
BUILT = STATIC / "graphiql"
PLAIN = STATIC / "plain.html"

# The browser itself refuses whatever is not ours. Styles and the plain page's one script stand in the page.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {"content-security-policy": POLICY, "cache-control": "no-cache", "x-content-type-options": "nosniff"}


def wanted(request: Request) -> bool:
    """Tell whether the client would rather have a page than JSON: a browser's address bar."""
    return "text/html" in request.headers.get("accept", "")


def graphiql() -> Response:
    """Return the page."""
    built = BUILT / "index.html"
    page = built if built.is_file() else PLAIN
    return HTMLResponse(page.read_text("utf-8"), headers=HEADERS)
