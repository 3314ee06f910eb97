"""Data extension: properties of entities that were reconciled, as one GraphQL request."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from byline.reconcile.asking import Asking
from byline.reconcile.kinds import KINDS, Property
from byline.reconcile.queries import loaded
from resolvers.compile.byline_ids import FORM
from resolvers.errors import Code, RequestError
from schema.paging import MAX_PAGE


async def extended(asking: Asking, text: str) -> dict[str, Any]:
    """Return the asked properties of the asked entities. Raises RequestError."""
    given = loaded(text, "extend")
    ids, wanted = _strings(given.get("ids")), _wanted(given.get("properties"))
    if ids is None or wanted is None:
        raise RequestError(Code.BAD_REQUEST, "extend needs ids, a list of strings, and properties, a list of {id}.")
    if len(ids) > MAX_PAGE:
        raise RequestError(Code.PAGE_TOO_LARGE, f"extend has {len(ids):,} ids; at most {MAX_PAGE:,}.")
    known = list(dict.fromkeys(one for one in ids if FORM.match(one)))
    rows: dict[str, dict[str, list[dict[str, Any]]]] = {one: {name: [] for name in wanted} for one in ids}
    if known and wanted:
        data = await asking.data(_document(wanted), {"ids": known})
        for one, node in zip(known, data["nodes"], strict=True):
            if node:
                kind = KINDS.get(node["__typename"])
                rows[one] = {name: _cells(kind and kind.properties.get(name), node) for name in wanted}
    return {"meta": [_meta(name) for name in wanted], "rows": rows}


def _document(wanted: Sequence[str]) -> str:
    kinds: list[str] = []
    for kind in KINDS.values():
        found = (kind.properties[name] for name in wanted if name in kind.properties)
        selections = [f"{kind.id}_{one.id}: {one.selection}" for one in found if one.selection]
        if selections:
            kinds.append(f"... on {kind.id} {{ {' '.join(selections)} }}")
    return f"query Extend($ids: [ID!]!) {{ nodes(ids: $ids) {{ __typename {' '.join(kinds)} }} }}"


def _meta(name: str) -> dict[str, Any]:
    for kind in KINDS.values():
        one = kind.properties.get(name)
        if one is not None and one.selection:
            told: dict[str, Any] = {"id": name, "name": one.name}
            return told | ({"type": {"id": one.entities, "name": one.entities}} if one.entities else {})
    return {"id": name, "name": name}


def _cells(one: Property | None, node: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a property's values, empty where the type has no such property or nothing is known."""
    if one is None or not one.selection:
        return []
    value = node[f"{node['__typename']}_{one.id}"]
    if isinstance(value, dict) and "nodes" in value:
        value = cast("dict[str, Any]", value)["nodes"]
    values = cast("list[Any]", value if isinstance(value, list) else [value])
    return [_cell(each) for each in values if each is not None]


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
    if not isinstance(raw, list) or not all(isinstance(one, str) for one in cast("list[object]", raw)):
        return None
    return cast("list[str]", raw)


def _wanted(raw: object) -> list[str] | None:
    if not isinstance(raw, list):
        return None
    found = [cast("Mapping[str, object]", one).get("id") for one in cast("list[object]", raw) if isinstance(one, dict)]
    texts = _strings(found)
    return list(dict.fromkeys(texts)) if texts is not None and len(found) == len(cast("list[object]", raw)) else None
