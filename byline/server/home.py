"""The page at `/`: what Byline is, how many entities the graph holds, and where to go."""

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, Response

from resolvers.execute import Request, Service
from resolvers.version import __version__

PAGE = Path(__file__).parent.parent / "static" / "home.html"
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
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


@dataclass(frozen=True, slots=True)
class HomePage:
    """The start page of a service."""

    service: Service

    async def respond(self, _: HttpRequest) -> Response:
        """Respond with the page; without the numbers if Neo4j does not respond."""
        reply = await self.service.answer(Request(QUERY))
        meta = reply.data["meta"] if reply.data else None
        counts = {row["name"]: row["count"] for row in meta["counts"]} if meta else {}
        text = (
            Environment(autoescape=True)
            .from_string(PAGE.read_text("utf-8"))
            .render(
                version=__version__,
                available=meta is not None,
                data_version=meta and meta["dataVersion"],
                counts=[(words, f"{counts[name]:,}") for name, words in LABELS.items() if counts.get(name)],
            )
        )
        return HTMLResponse(text, headers={"content-security-policy": PAGE_POLICY, "cache-control": "no-cache"})
