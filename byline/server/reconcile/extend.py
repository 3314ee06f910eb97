"""Data extension: fetch properties of reconciled entities with one GraphQL request."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from byline.server.reconcile.entity_types import KINDS, Property
from byline.server.reconcile.graphql_client import GraphQLClient
from byline.server.reconcile.queries import loaded
from resolvers.compile.byline_ids import FORM
from resolvers.errors import Code, RequestError
from schema.paging import MAX_PAGE


async def extend_data(asking: GraphQLClient, text: str) -> dict[str, Any]:
    """Return the requested properties of the requested entities. Raises RequestError."""
    request = loaded(text, "extend")
    ids, wanted = _strings(request.get("ids")), _wanted(request.get("properties"))
    if ids is None or wanted is None:
        raise RequestError(Code.BAD_REQUEST, "extend requires ids, a list of strings, and properties, a list of {id}.")
    if len(ids) > MAX_PAGE:
        raise RequestError(Code.PAGE_TOO_LARGE, f"extend has {len(ids):,} ids; the maximum is {MAX_PAGE:,}.")
    known = list(dict.fromkeys(id_ for id_ in ids if FORM.match(id_)))
    rows: dict[str, dict[str, list[dict[str, Any]]]] = {id_: {name: [] for name in wanted} for id_ in ids}
    if known and wanted:
        data = await asking.data(_document(wanted), {"ids": known})
        for entity_id, node in zip(known, data["nodes"], strict=True):
            if node:
                kind = KINDS.get(node["__typename"])
                rows[entity_id] = {name: _cells(kind and kind.properties.get(name), node) for name in wanted}
    return {"meta": [_meta(name) for name in wanted], "rows": rows}


def _document(wanted: Sequence[str]) -> str:
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


def _wanted(raw: object) -> list[str] | None:
    if not isinstance(raw, list):
        return None
    ids = [
        cast("Mapping[str, object]", entry).get("id") for entry in cast("list[object]", raw) if isinstance(entry, dict)
    ]
    texts = _strings(ids)
    return list(dict.fromkeys(texts)) if texts is not None and len(ids) == len(cast("list[object]", raw)) else None
