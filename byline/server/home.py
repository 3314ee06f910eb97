"""Pages for people: `/` with the size of the graph and links, and `/errors` with all error codes."""

from starlette.responses import Response

from byline.server.static_pages import render_page
from resolvers.errors import Code
from resolvers.execute import Request, Service
from resolvers.version import __version__

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
    """Return the page of error codes: status and advice of each."""
    return render_page("errors.html", codes=[(code.name, int(code.status), code.advice) for code in Code])
