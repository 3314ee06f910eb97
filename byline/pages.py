"""The page that a browser gets at /graphql: GraphiQL where it was built, else a plain page of our own."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

STATIC = Path(__file__).parent / "static"
BUILT = STATIC / "graphiql"
PLAIN = STATIC / "plain.html"


def wanted(request: Request) -> bool:
    """Tell whether the client would rather have a page than JSON: a browser's address bar."""
    return "text/html" in request.headers.get("accept", "")


def graphiql() -> Response:
    """Return the page."""
    built = BUILT / "index.html"
    page = built if built.is_file() else PLAIN
    return HTMLResponse(page.read_text("utf-8"))
