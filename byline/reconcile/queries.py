"""Reconciliation queries, read out of a request: checked once, then typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

import orjson

from byline.reconcile.kinds import KINDS, Kind
from resolvers.errors import Code, RequestError

LIMIT, MOST = 3, 10
"""Candidates of a query unless it says, and at most."""
FIELDS = {"query", "type", "limit", "properties", "type_strict"}


@dataclass(frozen=True, slots=True)
class Query:
    """One query."""

    text: str
    types: tuple[str, ...]
    strict: Literal["any", "all", "should"]
    limit: int
    properties: tuple[tuple[str, tuple[str, ...]], ...]

    def kinds(self) -> list[Kind]:
        """Return the types to look among. An entity has one type: `all` of several is nothing."""
        if not self.types:
            return list(KINDS.values())
        if self.strict == "all" and len(set(self.types)) > 1:
            return []
        known = [kind for kind in KINDS.values() if kind.id in self.types]
        return known or (list(KINDS.values()) if self.strict == "should" else [])

    def facts(self, kind: Kind) -> dict[str, object]:
        """Return the query as a description of this type; properties that it does not know are passed over."""
        found: dict[str, object] = {kind.text: self.text} if self.text else {}
        for name, values in self.properties:
            known = kind.properties.get(name)
            if known is None or not known.fact or not values:
                continue
            if known.many:
                found[known.fact] = [*cast("list[str]", found.get(known.fact, [])), *values]
            elif not known.number:
                found[known.fact] = values[0]
            elif (year := _year(values[0])) is not None:
                found[known.fact] = year
        return found


def loaded(text: str, what: str) -> Mapping[str, object]:
    """Return a JSON object. Raises RequestError."""
    try:
        found: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise RequestError(Code.BAD_REQUEST, f"{what} is no JSON: {error}.") from None
    if not isinstance(found, dict):
        raise RequestError(Code.BAD_REQUEST, f"{what} is no JSON object.")
    return cast("Mapping[str, object]", found)


def queries(text: str) -> dict[str, Query]:
    """Return the queries of a batch by their keys. Raises RequestError naming the query and what is wrong with it."""
    return {key: _query(key, value) for key, value in loaded(text, "queries").items()}


def _query(key: str, raw: object) -> Query:
    if not isinstance(raw, dict):
        raise _wrong(key, "is no object with query or properties in it")
    given = cast("Mapping[str, object]", raw)
    unknown = sorted(given.keys() - FIELDS)
    if unknown:
        raise _wrong(key, f"has {unknown[0]!r}, which the API does not know; it knows {', '.join(sorted(FIELDS))}")
    text, strict = given.get("query", ""), given.get("type_strict", "any")
    if not isinstance(text, str):
        raise _wrong(key, "has a query that is no string")
    if strict not in ("any", "all", "should"):
        raise _wrong(key, "has another type_strict than any, all or should")
    properties = _properties(key, given.get("properties", []))
    if not text.strip() and not properties:
        raise _wrong(key, "has neither a query nor properties")
    return Query(text, _types(key, given.get("type", [])), strict, _limit(key, given.get("limit", LIMIT)), properties)


def _types(key: str, raw: object) -> tuple[str, ...]:
    found = cast("list[object]", raw if isinstance(raw, list) else [raw])
    # OpenRefine sends a type as its id; some clients send the whole object.
    ids = [cast("dict[str, object]", one).get("id") if isinstance(one, dict) else one for one in found]
    if not all(isinstance(one, str) for one in ids):
        raise _wrong(key, "has a type that is no string")
    return tuple(str(one) for one in ids if one)


def _limit(key: str, raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or raw < 1 or raw != raw // 1:
        raise _wrong(key, "has a limit that is no whole number above 0")
    return min(int(raw), MOST)


def _properties(key: str, raw: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(raw, list):
        raise _wrong(key, "has properties that are no list")
    found: list[tuple[str, tuple[str, ...]]] = []
    for one in cast("list[object]", raw):
        given = cast("dict[str, object]", one if isinstance(one, dict) else {})
        if not isinstance(given.get("pid"), str) or "v" not in given:
            raise _wrong(key, "has a property without pid or v")
        values = cast("list[object]", given["v"] if isinstance(given["v"], list) else [given["v"]])
        found.append((str(given["pid"]), tuple(filter(None, (_value(key, value) for value in values)))))
    return tuple(found)


def _value(key: str, raw: object) -> str:
    match raw:
        case None:
            return ""
        case bool() | int() | float() | str():
            return str(raw).strip()
        case {"name": str(name)} | {"id": str(name)}:
            return name
        case _:
            raise _wrong(key, "has a property value that is no string, number, boolean or entity")


def _year(text: str) -> int | None:
    digits = text.strip().removesuffix(".0")[:4]
    return int(digits) if digits.isascii() and digits.isdecimal() else None


def _wrong(key: str, what: str) -> RequestError:
    return RequestError(Code.BAD_REQUEST, f"Query {key!r} {what}.")
