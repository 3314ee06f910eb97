"""Suggestions while a person types: entities by search, types and properties by their names."""

from collections.abc import Iterable, Mapping
from typing import Any

from byline.reconcile.asking import Asking
from byline.reconcile.kinds import KINDS, Property, described, named
from byline.reconcile.manifest import types
from resolvers.errors import Code, RequestError
from schema.paging import MAX_PAGE

PAGE = 10
"""Suggestions at once."""
SEARCH = (
    "query Suggest($prefix: String!, $kinds: [EntityKind!], $first: Int) { "
    "search(query: $prefix, kinds: $kinds, first: $first) { nodes { __typename id "
    + " ".join(f"... on {kind.id} {{ {kind.shown} }}" for kind in KINDS.values())
    + " } } }"
)


async def entities(asking: Asking, given: Mapping[str, str]) -> dict[str, Any]:
    """Return entities whose names fit what was typed, best first. Raises RequestError."""
    prefix, cursor = _typed(given)
    kinds = [kind.id.upper() for kind in KINDS.values() if not given.get("type") or kind.id == given["type"]]
    first = min(cursor + PAGE, MAX_PAGE)
    if not prefix.strip() or not kinds or cursor >= MAX_PAGE:
        return {"result": []}
    data = await asking.data(SEARCH, {"prefix": prefix, "kinds": kinds, "first": first})
    return {"result": [_entity(node) for node in data["search"]["nodes"][cursor:]]}


def _entity(node: Mapping[str, Any]) -> dict[str, Any]:
    kind = KINDS[node["__typename"]]
    return {
        "id": node["id"],
        "name": named(node),
        "description": described(kind.id, node),
        "notable": [{"id": kind.id, "name": kind.name}],
    }


def kinds(given: Mapping[str, str]) -> dict[str, Any]:
    """Return types. Raises RequestError."""
    return _fitting(types(), given)


def properties(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the properties that help to match, of one type where one is named. Raises RequestError."""
    return _fitting((_told(one) for one in _of(given.get("type", "")) if one.fact), given)


def proposed(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the properties of a type that can be fetched. Raises RequestError."""
    kind = given.get("type", "")
    found = [{"id": one.id, "name": one.name} for one in _of(kind) if one.selection]
    limit = given.get("limit")
    if limit is None:
        return {"type": kind, "properties": found}
    number = _whole("limit", limit)
    return {"type": kind, "properties": found[:number], "limit": number}


def _of(kind: str) -> list[Property]:
    """Return the properties of a type; of every type, each once, where none is named."""
    if kind:
        return list(KINDS[kind].properties.values()) if kind in KINDS else []
    return list({name: one for found in KINDS.values() for name, one in found.properties.items()}.values())


def _told(one: Property) -> dict[str, str]:
    of = " or ".join(kind.name.lower() for kind in KINDS.values() if one.id in kind.properties)
    return {"id": one.id, "name": one.name, "description": f"of a {of}" if of[0] not in "aeiou" else f"of an {of}"}


def _fitting(among: Iterable[dict[str, str]], given: Mapping[str, str]) -> dict[str, Any]:
    prefix, cursor = _typed(given)
    wanted = prefix.strip().lower()
    found = [one for one in among if any(wanted in one[part].lower() for part in ("id", "name"))]
    return {"result": found[cursor : cursor + PAGE]}


def _typed(given: Mapping[str, str]) -> tuple[str, int]:
    if "prefix" not in given:
        raise RequestError(Code.BAD_REQUEST, "prefix is missing: it is what was typed.")
    return given["prefix"], _whole("cursor", given.get("cursor") or "0")


def _whole(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):  # noqa: PLR2004 ten digits are no page
        raise RequestError(Code.BAD_REQUEST, f"{name} is {text[:20]!r}; it is a whole number, such as 10.")
    return int(text)
