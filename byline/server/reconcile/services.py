"""Services of the API besides matching: suggestions while typing, previews, and data extension."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from jinja2 import Environment

from byline.server.reconcile.entity_types import KINDS, Property, described, display_name
from byline.server.reconcile.graphql_client import GraphQLClient
from byline.server.reconcile.manifest import types
from byline.server.reconcile.queries import loaded
from resolvers.compile.byline_ids import FORM
from resolvers.errors import Code, RequestError
from schema.paging import MAX_PAGE

PAGE_SIZE = 10
"""Suggestions per page."""
SUGGEST_DOCUMENT = (
    "query Suggest($prefix: String!, $kinds: [EntityKind!], $first: Int) { "
    "search(query: $prefix, kinds: $kinds, first: $first) { nodes { __typename id "
    + " ".join(f"... on {kind.id} {{ {kind.shown} }}" for kind in KINDS.values())
    + " } } }"
)


async def suggest_entities(asking: GraphQLClient, parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return entities with names that match the prefix, best first. Raises RequestError."""
    prefix, cursor = _prefix_and_cursor(parameters)
    kinds = [kind.id.upper() for kind in KINDS.values() if not parameters.get("type") or kind.id == parameters["type"]]
    first = min(cursor + PAGE_SIZE, MAX_PAGE)
    if not prefix.strip() or not kinds or cursor >= MAX_PAGE:
        return {"result": []}
    data = await asking.data(SUGGEST_DOCUMENT, {"prefix": prefix, "kinds": kinds, "first": first})
    return {"result": [_entity(node) for node in data["search"]["nodes"][cursor:]]}


def _entity(node: Mapping[str, Any]) -> dict[str, Any]:
    kind = KINDS[node["__typename"]]
    return {
        "id": node["id"],
        "name": display_name(node),
        "description": described(kind.id, node),
        "notable": [{"id": kind.id, "name": kind.name}],
    }


def suggest_types(parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return matching types. Raises RequestError."""
    return _matching_page(types(), parameters)


def suggest_properties(parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return the properties for matching, of one type if it is given. Raises RequestError."""
    return _matching_page(
        (
            _property_to_json(property_)
            for property_ in _properties_of_type(parameters.get("type", ""))
            if property_.fact
        ),
        parameters,
    )


def propose_properties(parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return the properties of a type that can be fetched. Raises RequestError."""
    kind = parameters.get("type", "")
    proposals = [
        {"id": property_.id, "name": property_.name} for property_ in _properties_of_type(kind) if property_.selection
    ]
    limit = parameters.get("limit")
    if limit is None:
        return {"type": kind, "properties": proposals}
    number = _parse_cursor("limit", limit)
    return {"type": kind, "properties": proposals[:number], "limit": number}


def _properties_of_type(kind: str) -> list[Property]:
    """Return the properties of a type, or of all types without duplicates if no type is given."""
    if kind:
        return list(KINDS[kind].properties.values()) if kind in KINDS else []
    return list(
        {name: property_ for known_kind in KINDS.values() for name, property_ in known_kind.properties.items()}.values()
    )


def _property_to_json(property_: Property) -> dict[str, str]:
    owners = " or ".join(kind.name.lower() for kind in KINDS.values() if property_.id in kind.properties)
    return {
        "id": property_.id,
        "name": property_.name,
        "description": f"of a {owners}" if owners[0] not in "aeiou" else f"of an {owners}",
    }


def _matching_page(among: Iterable[dict[str, str]], parameters: Mapping[str, str]) -> dict[str, Any]:
    prefix, cursor = _prefix_and_cursor(parameters)
    wanted = prefix.strip().lower()
    matches = [entry for entry in among if any(wanted in entry[part].lower() for part in ("id", "name"))]
    return {"result": matches[cursor : cursor + PAGE_SIZE]}


def _prefix_and_cursor(parameters: Mapping[str, str]) -> tuple[str, int]:
    if "prefix" not in parameters:
        raise RequestError(Code.BAD_REQUEST, "prefix is missing. Send the text that the user typed.")
    return parameters["prefix"], _parse_cursor("cursor", parameters.get("cursor") or "0")


def _parse_cursor(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):  # noqa: PLR2004 ten digits are not a valid page
        raise RequestError(Code.BAD_REQUEST, f"{name} is {text[:20]!r}; expected an integer such as 10.")
    return int(text)


PREVIEW = Environment(autoescape=True).from_string(
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
PREVIEW_DOCUMENT = "query Preview($id: ID!) { node(id: $id) { __typename id %s } }"
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
MAX_VALUE_LENGTH = 120
"""Maximum number of characters per value."""


async def render_preview(asking: GraphQLClient, parameters: Mapping[str, str]) -> str:
    """Return the HTML page of an entity, with all values escaped. Raises RequestError."""
    if not parameters.get("id"):
        raise RequestError(Code.BAD_REQUEST, "id is missing. Send the Byline ID of an entity.")
    parts = " ".join(f"... on {kind.id} {{ {kind.shown} {MORE[kind.id]} }}" for kind in KINDS.values())
    node = (await asking.data(PREVIEW_DOCUMENT % parts, {"id": parameters["id"]}))["node"]
    if node is None or node["__typename"] not in KINDS:
        raise RequestError(Code.NOT_FOUND, f"No paper, researcher or institution has the ID {parameters['id']!r}.")
    kind = KINDS[node["__typename"]]
    facts = [(LABELS[key], text) for key, value in node.items() if key in LABELS and (text := _text(value))]
    return PREVIEW.render(
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
    return text if len(text) <= MAX_VALUE_LENGTH else text[:MAX_VALUE_LENGTH].rstrip() + " ..."


async def extend_data(asking: GraphQLClient, text: str) -> dict[str, Any]:
    """Return the requested properties of the requested entities. Raises RequestError."""
    request = loaded(text, "extend")
    ids, wanted = _strings(request.get("ids")), _property_ids(request.get("properties"))
    if ids is None or wanted is None:
        raise RequestError(Code.BAD_REQUEST, "extend requires ids, a list of strings, and properties, a list of {id}.")
    if len(ids) > MAX_PAGE:
        raise RequestError(Code.PAGE_TOO_LARGE, f"extend has {len(ids):,} ids; the maximum is {MAX_PAGE:,}.")
    known = list(dict.fromkeys(id_ for id_ in ids if FORM.match(id_)))
    rows: dict[str, dict[str, list[dict[str, Any]]]] = {id_: {name: [] for name in wanted} for id_ in ids}
    if known and wanted:
        data = await asking.data(_extend_document(wanted), {"ids": known})
        for entity_id, node in zip(known, data["nodes"], strict=True):
            if node:
                kind = KINDS.get(node["__typename"])
                rows[entity_id] = {name: _cells(kind and kind.properties.get(name), node) for name in wanted}
    return {"meta": [_meta(name) for name in wanted], "rows": rows}


def _extend_document(wanted: Sequence[str]) -> str:
    kinds: list[str] = []
    for kind in KINDS.values():
        known_properties = (kind.properties[name] for name in wanted if name in kind.properties)
        selections = [
            f"{kind.id}_{property_.id}: {property_.selection}" for property_ in known_properties if property_.selection
        ]
        if selections:
            kinds.append(f"... on {kind.id} {{ {' '.join(selections)} }}")
    return f"query Extend($ids: [ID!]!) {{ nodes(ids: $ids) {{ __typename {' '.join(kinds)} }} }}"


def _meta(name: str) -> dict[str, Any]:
    for kind in KINDS.values():
        property_ = kind.properties.get(name)
        if property_ is not None and property_.selection:
            metadata: dict[str, Any] = {"id": name, "name": property_.name}
            return metadata | (
                {"type": {"id": property_.entities, "name": property_.entities}} if property_.entities else {}
            )
    return {"id": name, "name": name}


def _cells(property_: Property | None, node: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the values of a property; empty if the type has no such property or the value is unknown."""
    if property_ is None or not property_.selection:
        return []
    value = node[f"{node['__typename']}_{property_.id}"]
    if isinstance(value, dict) and "nodes" in value:
        value = cast("dict[str, Any]", value)["nodes"]
    values = cast("list[Any]", value if isinstance(value, list) else [value])
    return [_cell(cell_value) for cell_value in values if cell_value is not None]


def _cell(value: object) -> dict[str, Any]:
    match value:
        case {"id": str(id_), "name": str(name)}:
            return {"id": id_, "name": name}
        case int():
            return {"int": value}
        case float():
            return {"float": value}
        case _:
            return {"str": str(value)}


def _strings(raw: object) -> list[str] | None:
    if not isinstance(raw, list) or not all(isinstance(member, str) for member in cast("list[object]", raw)):
        return None
    return cast("list[str]", raw)


def _property_ids(raw: object) -> list[str] | None:
    if not isinstance(raw, list):
        return None
    ids = [
        cast("Mapping[str, object]", entry).get("id") for entry in cast("list[object]", raw) if isinstance(entry, dict)
    ]
    texts = _strings(ids)
    return list(dict.fromkeys(texts)) if texts is not None and len(ids) == len(cast("list[object]", raw)) else None
