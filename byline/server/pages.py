"""Pages for people, rendered on the server without scripts: `/` with the size of the graph, and `/errors`."""

from pathlib import Path

from jinja2 import Environment
from starlette.responses import HTMLResponse, Response

from resolvers.errors import Code
from resolvers.execute import Request, Service
from resolvers.version import __version__

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


QUERY = "{ meta { dataVersion counts { name count } } }"
LABELS = {
    "Paper": "papers",
    "Researcher": "researchers",
    "Institution": "institutions",
    "Topic": "topics",
    "Venue": "venues",
    "CITES": "citations",
}
"""Label or relationship type -> words on the page."""


async def home_page(service: Service) -> Response:
    """Return the start page; without numbers if Neo4j does not respond."""
    reply = await service.answer(Request(QUERY))
    meta = reply.data["meta"] if reply.data else None
    counts = {row["name"]: row["count"] for row in meta["counts"]} if meta else {}
    return render_page(
        "home.html",
        version=__version__,
        available=meta is not None,
        data_version=meta and meta["dataVersion"],
        counts=[(words, f"{counts[name]:,}") for name, words in LABELS.items() if counts.get(name)],
    )


def errors_page() -> Response:
    """Return the page of error codes: status and advice of each. Every second part of an advice is code."""
    codes = [(code.name, int(code.status), code.advice.split("`")) for code in Code]
    return render_page("errors.html", codes=codes)
