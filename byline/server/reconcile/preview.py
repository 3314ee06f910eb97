"""The preview: a small HTML page about an entity for a frame of the client."""

from collections.abc import Mapping
from typing import Any, cast

from jinja2 import Environment

from byline.server.reconcile.entity_types import KINDS, described, display_name
from byline.server.reconcile.graphql_client import GraphQLClient
from resolvers.errors import Code, RequestError

PAGE = Environment(autoescape=True).from_string(
    """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{{ name }}</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 10px; color: #1b1b1b; background: #fff }
h1 { font-size: 16px; margin: 0 0 4px }
p { margin: 0 0 6px }
.kind, dt { color: #595959 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 10px; margin: 0 }
dd { margin: 0; overflow-wrap: anywhere }
</style>
<h1>{{ name }}</h1>
<p class="kind">{{ kind }}{% if described %}: {{ described }}{% endif %}</p>
<dl>{% for label, value in facts %}<dt>{{ label }}</dt><dd>{{ value }}</dd>{% endfor %}</dl>
</html>
"""
)
QUESTION = "query Preview($id: ID!) { node(id: $id) { __typename id %s } }"
MORE = {
    "Paper": "venue { name } doi arxiv acl citationCount",
    "Researcher": "aliases orcid papers(first: 2) { nodes { title } }",
    "Institution": "aliases acronyms ror website paperCount",
}
LABELS = {
    "venue": "Venue",
    "doi": "DOI",
    "arxiv": "arXiv",
    "acl": "ACL Anthology",
    "citationCount": "Citations",
    "aliases": "Also",
    "orcid": "ORCID",
    "papers": "Newest",
    "acronyms": "Acronyms",
    "ror": "ROR",
    "website": "Website",
    "paperCount": "Papers",
}
LONGEST = 120
"""Maximum number of characters per value."""


async def preview(asking: GraphQLClient, parameters: Mapping[str, str]) -> str:
    """Return the HTML page of an entity, with all values escaped. Raises RequestError."""
    if not parameters.get("id"):
        raise RequestError(Code.BAD_REQUEST, "id is missing. Send the Byline ID of an entity.")
    parts = " ".join(f"... on {kind.id} {{ {kind.shown} {MORE[kind.id]} }}" for kind in KINDS.values())
    node = (await asking.data(QUESTION % parts, {"id": parameters["id"]}))["node"]
    if node is None or node["__typename"] not in KINDS:
        raise RequestError(Code.NOT_FOUND, f"No paper, researcher or institution has the ID {parameters['id']!r}.")
    kind = KINDS[node["__typename"]]
    facts = [(LABELS[key], text) for key, value in node.items() if key in LABELS and (text := _text(value))]
    return PAGE.render(
        name=display_name(node),
        kind=kind.name,
        described=described(kind.id, node),
        facts=[*facts, ("Byline ID", node["id"])],
    )


def _text(value: Any) -> str:  # noqa: ANN401 any value of a response
    match value:
        case {"nodes": _}:
            text = "; ".join(node["title"] for node in value["nodes"])
        case {"name": name}:
            text = str(name)
        case list():
            text = "; ".join(cast("list[str]", value))
        case None:
            text = ""
        case _:
            text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + " ..."
