"""Routes of a user's feed for feed readers and programs: Atom (RFC 4287) and JSON Lines."""

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

import orjson
from fastapi.routing import APIRoute
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from accounts.authentication import Authentication
from accounts.review_template import review_template
from accounts.roles import Scope
from byline.server.authentication import Authenticator
from byline.server.content_negotiation import JSON, NDJSON
from byline.server.graphql import Endpoint
from byline.server.responses import mask_internal_error, to_http_response
from byline.server.rest import get_and_head_routes
from cypher.driver.errors import GraphError
from loaders.export.network_files import INVALID_IN_XML
from resolvers.errors import Code
from resolvers.reply import Reply, error_reply, failure_reply

ATOM = "http://www.w3.org/2005/Atom"
ATOM_TYPE = "application/atom+xml"
ITEMS = 100
"""Number of items of a response, the newest ones."""
QUERY = """query Feed($first: Int!) {
  viewer {
    id
    name
    feed(first: $first) {
      edges {
        kind
        date
        node { id title url }
        comment { id text author { name } }
        review { id rating summary { text } author { name } }
        reasons { kind node { id name } }
      }
    }
  }
}"""
MAX_SUMMARY_LENGTH = 300
"""Number of characters of a review's summary in an entry."""
HEADERS = {
    "cache-control": "private, max-age=300",
    "vary": "authorization, cookie",
    "referrer-policy": "no-referrer",
}
EARLIEST = "0001-01-01T00:00:00Z"
"""Completes a partial date; also the date of papers without one."""
REASONS = {
    "WRITTEN_BY": "written by",
    "ABOUT": "about",
    "WRITTEN_AT": "written at",
    "APPEARED_AT": "appeared at",
    "CITES": "cites",
    "DISCUSSES": "on",
    "REVIEWS": "of",
}
"""Reasons in words, followed by the name of the entity."""
SIGN_IN_ADVICE = (
    "A feed belongs to a user. Send an access token with the scope read in the header Authorization, or create one for "
    "your feed reader with `byline user token NAME --scope read` and append ?token=TOKEN to the address."
)
ACCOUNT_GONE = "The account of the access token does not exist any more."
SCOPE_ADVICE = (
    "An access token in an address may have only the scope read, because addresses appear in logs of proxies. "
    "Create one with: byline user token NAME --scope read"
)


def feed_routes(endpoint: Endpoint, authenticator: Authenticator) -> list[APIRoute]:
    """Return the routes `/feed.atom` and `/feed.ndjson`.

    Args:
        endpoint: Answers the query.
        authenticator: Finds the user of an access token in an address.
    """

    async def authenticate(request: HttpRequest) -> Authentication:
        token = request.query_params.get("token")
        if token is None:
            return await endpoint.authenticate(request)
        authentication = await authenticator.tokens.authenticate(token)
        if authentication.viewer is not None and authentication.viewer.scopes != frozenset({Scope.READ}):
            return Authentication(None, SCOPE_ADVICE)
        return authentication

    async def fetch(request: HttpRequest) -> Reply:
        """Return the reply to the query of the feed, or an error."""
        try:
            authentication = await authenticate(request)
        except GraphError as error:
            return mask_internal_error(failure_reply(error))
        if authentication.viewer is None or authentication.viewer.personal_user_id is None:
            return error_reply(Code.UNAUTHENTICATED, authentication.token_error or SIGN_IN_ADVICE)
        reply = await endpoint.service.answer(endpoint.create_request(request, authentication, QUERY, {"first": ITEMS}))
        if reply.data and reply.data["viewer"] is None:  # the account was erased after its token was cached
            return error_reply(Code.UNAUTHENTICATED, ACCOUNT_GONE)
        return mask_internal_error(reply)

    async def atom(request: HttpRequest) -> Response:
        reply = await fetch(request)
        if reply.errors or not reply.data:
            return to_http_response(reply, JSON, always_use_error_status=True)
        text = atom_document(reply.data["viewer"], str(request.url.replace(query="")))
        return Response(text, media_type=ATOM_TYPE, headers=HEADERS)

    async def ndjson(request: HttpRequest) -> Response:
        reply = await fetch(request)
        if reply.errors or not reply.data:
            return to_http_response(reply, JSON, always_use_error_status=True)
        lines = [orjson.dumps(edge) for edge in reply.data["viewer"]["feed"]["edges"]]
        return Response(b"".join(line + b"\n" for line in lines), media_type=NDJSON, headers=HEADERS)

    summary = "Return the newest 100 items of the feed of a user as {}. Send an access token with the scope read."
    return [
        *get_and_head_routes("/feed.atom", atom, summary.format("Atom")),
        *get_and_head_routes("/feed.ndjson", ndjson, summary.format("JSON Lines")),
    ]


def atom_document(viewer: Mapping[str, Any], address: str) -> bytes:
    """Return the feed of a user as an Atom document.

    Args:
        viewer: Result of the query of the feed.
        address: URL of the feed without its query.
    """
    ET.register_namespace("", ATOM)
    edges = viewer["feed"]["edges"]
    feed = ET.Element(f"{{{ATOM}}}feed")
    _add(feed, "id", f"urn:byline:{viewer['id']}:feed")
    _add(feed, "title", f"Byline: feed of {viewer['name']}")
    _add(feed, "updated", _date_time(edges[0]["date"] if edges else None))
    _add(_add(feed, "author"), "name", "Byline")
    _add(feed, "link", rel="self", href=address)
    for edge in edges:
        _add_entry(feed, edge)
    return ET.tostring(feed, encoding="utf-8", xml_declaration=True)


def _add_entry(feed: ET.Element, edge: Mapping[str, Any]) -> None:
    paper: dict[str, Any] = edge["node"]
    contribution: dict[str, Any] | None = edge["comment"] or edge["review"]
    entry = _add(feed, "entry")
    _add(entry, "id", f"urn:byline:{(contribution or paper)['id']}")
    author = None
    if contribution:
        author = contribution["author"]["name"] if contribution["author"] else "Anonymous"
    prefix = {"COMMENT": f"Comment by {author}: ", "REVIEW": f"Review by {author}: "}.get(edge["kind"], "")
    _add(entry, "title", prefix + paper["title"])
    _add(entry, "updated", _date_time(edge["date"]))
    if author:
        _add(_add(entry, "author"), "name", author)
    if paper["url"]:
        _add(entry, "link", rel="alternate", href=paper["url"])
    reasons = "; ".join(f"{REASONS[reason['kind']]} {reason['node']['name']}" for reason in edge["reasons"])
    text = edge["comment"]["text"] if edge["comment"] else _review_text(edge["review"])
    _add(entry, "summary", f"{reasons[:1].upper()}{reasons[1:]}" + (f"\n\n{text}" if text else ""))


def _review_text(review: Mapping[str, Any] | None) -> str | None:
    """Return the rating and the beginning of the summary of a review."""
    if review is None:
        return None
    summary = review["summary"]["text"] if review["summary"] else ""
    shortened = summary if len(summary) <= MAX_SUMMARY_LENGTH else f"{summary[:MAX_SUMMARY_LENGTH].rstrip()}..."
    maximum = next(scale.maximum for scale in review_template().scales if scale.name == "rating")
    return f"Rating: {review['rating']} of {maximum}" + (f"\n\n{shortened}" if shortened else "")


def _add(parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
    element = ET.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    if text is not None:
        element.text = INVALID_IN_XML.sub("", text)
    return element


def _date_time(date: str | None) -> str:
    """Return the first second of a partial date, as Atom requires."""
    date = date or ""
    return date if len(date) >= len(EARLIEST) else date + EARLIEST[len(date) :]
