"""Pages without scripts: the templates in `byline/static`, rendered on the server."""

from pathlib import Path

from jinja2 import Environment
from starlette.responses import HTMLResponse, Response

FOLDER = Path(__file__).parent.parent / "static"
CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The browser loads nothing, neither from this server nor from others."""


def render_page(name: str, **values: object) -> Response:
    """Return the page of a template.

    Args:
        name: File name of the template.
        values: Variables of the template; their text is escaped.
    """
    template = Environment(autoescape=True).from_string((FOLDER / name).read_text("utf-8"))
    return HTMLResponse(template.render(values), headers={"content-security-policy": CONTENT_SECURITY_POLICY})
