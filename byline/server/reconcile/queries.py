"""Parse, validate and run reconciliation queries."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import orjson

from byline.server.reconcile.entity_types import KINDS, EntityType, described, display_name
from byline.server.reconcile.graphql_client import GraphQLClient
from byline.server.reconcile.manifest import BATCH
from resolvers.errors import Code, RequestError

LIMIT, MAX_LIMIT = 3, 10
"""Default and maximum number of candidates per query."""
FIELDS = {"query", "type", "limit", "properties", "type_strict"}


@dataclass(frozen=True, slots=True)
class Query:
    """A reconciliation query."""

    text: str
    types: tuple[str, ...]
    strict: Literal["any", "all", "should"]
    limit: int
    properties: tuple[tuple[str, tuple[str, ...]], ...]

    def kinds(self) -> list[EntityType]:
        """Return the types to search. An entity has one type, so `all` of several types matches no type."""
        if not self.types:
            return list(KINDS.values())
        if self.strict == "all" and len(set(self.types)) > 1:
            return []
        known = [kind for kind in KINDS.values() if kind.id in self.types]
        return known or (list(KINDS.values()) if self.strict == "should" else [])

    def facts(self, kind: EntityType) -> dict[str, object]:
        """Return the query as a description of a type; unknown properties are ignored."""
        facts: dict[str, object] = {kind.text: self.text} if self.text else {}
        for name, values in self.properties:
            known = kind.properties.get(name)
            if known is None or not known.fact or not values:
                continue
            if known.many:
                facts[known.fact] = [*cast("list[str]", facts.get(known.fact, [])), *values]
            elif not known.number:
                facts[known.fact] = values[0]
            elif (year := _year(values[0])) is not None:
                facts[known.fact] = year
        return facts


def loaded(text: str, what: str) -> Mapping[str, object]:
    """Parse a JSON object. Raises RequestError.

    Args:
        what: Name of the object for error messages.
    """
    try:
        document: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise RequestError(Code.BAD_REQUEST, f"{what} is not valid JSON: {error}.") from None
    if not isinstance(document, dict):
        raise RequestError(Code.BAD_REQUEST, f"{what} is not a JSON object.")
    return cast("Mapping[str, object]", document)


def queries(text: str) -> dict[str, Query]:
    """Return the queries of a batch by key. Raises RequestError with the key of an invalid query."""
    return {key: _query(key, value) for key, value in loaded(text, "queries").items()}


def _query(key: str, raw: object) -> Query:
    if not isinstance(raw, dict):
        raise _wrong(key, "is not an object with query or properties")
    members = cast("Mapping[str, object]", raw)
    unknown = sorted(members.keys() - FIELDS)
    if unknown:
        raise _wrong(key, f"has the unknown member {unknown[0]!r}; known members: {', '.join(sorted(FIELDS))}")
    text, strict = members.get("query", ""), members.get("type_strict", "any")
    if not isinstance(text, str):
        raise _wrong(key, "has a query that is not a string")
    if strict not in ("any", "all", "should"):
        raise _wrong(key, "has an invalid type_strict; expected any, all or should")
    properties = _properties(key, members.get("properties", []))
    if not text.strip() and not properties:
        raise _wrong(key, "has neither a query nor properties")
    return Query(
        text, _types(key, members.get("type", [])), strict, _limit(key, members.get("limit", LIMIT)), properties
    )


def _types(key: str, raw: object) -> tuple[str, ...]:
    entries = cast("list[object]", raw if isinstance(raw, list) else [raw])
    # OpenRefine sends a type as its ID; some clients send the whole object.
    ids = [cast("dict[str, object]", entry).get("id") if isinstance(entry, dict) else entry for entry in entries]
    if not all(isinstance(id_, str) for id_ in ids):
        raise _wrong(key, "has a type that is not a string")
    return tuple(str(id_) for id_ in ids if id_)


def _limit(key: str, raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or raw < 1 or raw != raw // 1:
        raise _wrong(key, "has an invalid limit; expected a positive integer")
    return min(int(raw), MAX_LIMIT)


def _properties(key: str, raw: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(raw, list):
        raise _wrong(key, "has properties that are not a list")
    pairs: list[tuple[str, tuple[str, ...]]] = []
    for entry in cast("list[object]", raw):
        members = cast("dict[str, object]", entry if isinstance(entry, dict) else {})
        if not isinstance(members.get("pid"), str) or "v" not in members:
            raise _wrong(key, "has a property without pid or v")
        values = cast("list[object]", members["v"] if isinstance(members["v"], list) else [members["v"]])
        pairs.append((str(members["pid"]), tuple(filter(None, (_value(key, value) for value in values)))))
    return tuple(pairs)


def _value(key: str, raw: object) -> str:
    match raw:
        case None:
            return ""
        case bool() | int() | float() | str():
            return str(raw).strip()
        case {"name": str(name)} | {"id": str(name)}:
            return name
        case _:
            raise _wrong(key, "has an invalid property value; expected a string, number, boolean or entity")


def _year(text: str) -> int | None:
    digits = text.strip().removesuffix(".0")[:4]
    return int(digits) if digits.isascii() and digits.isdecimal() else None


def _wrong(key: str, what: str) -> RequestError:
    return RequestError(Code.BAD_REQUEST, f"Query {key!r} {what}.")


CANDIDATES = "candidates {{ score match reasons {{ kind score }} node {{ id ... on {kind} {{ {shown} }} }} }}"
MIN_LEAD = 5.0
"""Minimum lead in points of a match over candidates of other types."""


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a description in the list of its type, and the key of its query."""

    key: str
    kind: EntityType
    index: int


async def reconcile_batch(asking: GraphQLClient, queries: Mapping[str, Query]) -> dict[str, Any]:
    """Return the result of every query by key. Raises RequestError."""
    if len(queries) > BATCH:
        raise RequestError(Code.BODY_TOO_LARGE, f"The batch has {len(queries):,} queries; the maximum is {BATCH}.")
    facts: dict[str, list[Mapping[str, object]]] = defaultdict(list)
    places: list[Place] = []
    for key, query in queries.items():
        for kind in query.kinds():
            places.append(Place(key, kind, len(facts[kind.id])))
            facts[kind.id].append(query.facts(kind))
    if not places:
        return {key: {"result": []} for key in queries}
    variables: dict[str, object] = {KINDS[kind].argument: values for kind, values in facts.items()}
    limit = max(query.limit for query in queries.values())
    data = await asking.data(_document([KINDS[kind] for kind in facts]), variables | {"limit": limit})
    candidates: dict[str, list[dict[str, Any]]] = {key: [] for key in queries}
    for place in places:
        for candidate in data[place.kind.argument][place.index]["candidates"]:
            candidates[place.key].append(_candidate(place.kind, candidate))
    return {key: {"result": _ranked(candidates[key])[: query.limit]} for key, query in queries.items()}


def _document(kinds: Sequence[EntityType]) -> str:
    parameters = ", ".join(f"${kind.argument}: [{kind.facts}!]!" for kind in kinds)
    roots = " ".join(
        f"{kind.argument}: match({kind.argument}: ${kind.argument}, first: $limit) "
        f"{{ {CANDIDATES.format(kind=kind.id, shown=kind.shown)} }}"
        for kind in kinds
    )
    return f"query Reconcile({parameters}, $limit: Int) {{ {roots} }}"


def _candidate(kind: EntityType, match: Mapping[str, Any]) -> dict[str, Any]:
    node = match["node"]
    return {
        "id": node["id"],
        "name": display_name(node),
        "description": described(kind.id, node),
        "type": [{"id": kind.id, "name": kind.name}],
        "score": match["score"],
        "match": match["match"],
        "features": [{"id": reason["kind"].lower(), "value": reason["score"]} for reason in match["reasons"]],
    }


def _ranked(candidates: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort candidates of several types by score; a match is revoked if a candidate of another type scores almost as
    high.
    """
    ranked = sorted(candidates, key=lambda candidate: -float(candidate["score"]))
    kinds = {candidate["type"][0]["id"] for candidate in ranked}
    if len(kinds) > 1:
        best = ranked[0]
        rivals = [
            candidate
            for candidate in ranked
            if candidate["type"] != best["type"] and best["score"] - candidate["score"] < MIN_LEAD
        ]
        for one in ranked:
            one["match"] = one["match"] and one is best and not rivals
    return ranked
