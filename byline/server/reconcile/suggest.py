"""Autocomplete suggestions: entities by search, types and properties by name."""

from collections.abc import Iterable, Mapping
from typing import Any

from byline.server.reconcile.entity_types import KINDS, Property, described, display_name
from byline.server.reconcile.graphql_client import GraphQLClient
from byline.server.reconcile.manifest import types
from resolvers.errors import Code, RequestError
from schema.paging import MAX_PAGE

PAGE = 10
"""Suggestions per page."""
SEARCH = (
    "query Suggest($prefix: String!, $kinds: [EntityKind!], $first: Int) { "
    "search(query: $prefix, kinds: $kinds, first: $first) { nodes { __typename id "
    + " ".join(f"... on {kind.id} {{ {kind.shown} }}" for kind in KINDS.values())
    + " } } }"
)


async def entities(asking: GraphQLClient, parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return entities with names that match the prefix, best first. Raises RequestError."""
    prefix, cursor = _typed(parameters)
    kinds = [kind.id.upper() for kind in KINDS.values() if not parameters.get("type") or kind.id == parameters["type"]]
    first = min(cursor + PAGE, MAX_PAGE)
    if not prefix.strip() or not kinds or cursor >= MAX_PAGE:
        return {"result": []}
    data = await asking.data(SEARCH, {"prefix": prefix, "kinds": kinds, "first": first})
    return {"result": [_entity(node) for node in data["search"]["nodes"][cursor:]]}


def _entity(node: Mapping[str, Any]) -> dict[str, Any]:
    kind = KINDS[node["__typename"]]
    return {
        "id": node["id"],
        "name": display_name(node),
        "description": described(kind.id, node),
        "notable": [{"id": kind.id, "name": kind.name}],
    }


def kinds(parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return matching types. Raises RequestError."""
    return _fitting(types(), parameters)


def properties(parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return the properties for matching, of one type if it is given. Raises RequestError."""
    return _fitting(
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


def _fitting(among: Iterable[dict[str, str]], parameters: Mapping[str, str]) -> dict[str, Any]:
    prefix, cursor = _typed(parameters)
    wanted = prefix.strip().lower()
    matches = [entry for entry in among if any(wanted in entry[part].lower() for part in ("id", "name"))]
    return {"result": matches[cursor : cursor + PAGE]}


def _typed(parameters: Mapping[str, str]) -> tuple[str, int]:
    if "prefix" not in parameters:
        raise RequestError(Code.BAD_REQUEST, "prefix is missing. Send the text that the user typed.")
    return parameters["prefix"], _parse_cursor("cursor", parameters.get("cursor") or "0")


def _parse_cursor(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):  # noqa: PLR2004 ten digits are not a valid page
        raise RequestError(Code.BAD_REQUEST, f"{name} is {text[:20]!r}; expected an integer such as 10.")
    return int(text)
