"""A batch of queries: each becomes a description for every type that it may be of, all of them one GraphQL request."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from byline.reconcile.asking import Asking
from byline.reconcile.kinds import KINDS, Kind, described, named
from byline.reconcile.manifest import BATCH
from byline.reconcile.queries import Query
from resolvers.errors import Code, RequestError

CANDIDATES = "candidates {{ score match reasons {{ kind score }} node {{ id ... on {kind} {{ {shown} }} }} }}"
AHEAD = 5.0
"""Points by which a match is ahead of candidates of other types."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a description stands in its list, and whose query it is."""

    key: str
    kind: Kind
    at: int


async def answered(asking: Asking, queries: Mapping[str, Query]) -> dict[str, Any]:
    """Return the result of every query under its key. Raises RequestError."""
    if len(queries) > BATCH:
        raise RequestError(Code.BODY_TOO_LARGE, f"The batch has {len(queries):,} queries; at most {BATCH}.")
    facts: dict[str, list[Mapping[str, object]]] = defaultdict(list)
    places: list[Place] = []
    for key, query in queries.items():
        for kind in query.kinds():
            places.append(Place(key, kind, len(facts[kind.id])))
            facts[kind.id].append(query.facts(kind))
    if not places:
        return {key: {"result": []} for key in queries}
    variables: dict[str, object] = {KINDS[kind].argument: found for kind, found in facts.items()}
    limit = max(query.limit for query in queries.values())
    data = await asking.data(_document([KINDS[kind] for kind in facts]), variables | {"limit": limit})
    found: dict[str, list[dict[str, Any]]] = {key: [] for key in queries}
    for place in places:
        for candidate in data[place.kind.argument][place.at]["candidates"]:
            found[place.key].append(_candidate(place.kind, candidate))
    return {key: {"result": _ranked(found[key])[: query.limit]} for key, query in queries.items()}


def _document(kinds: Sequence[Kind]) -> str:
    parameters = ", ".join(f"${kind.argument}: [{kind.facts}!]!" for kind in kinds)
    roots = " ".join(
        f"{kind.argument}: match({kind.argument}: ${kind.argument}, limit: $limit) "
        f"{{ {CANDIDATES.format(kind=kind.id, shown=kind.shown)} }}"
        for kind in kinds
    )
    return f"query Reconcile({parameters}, $limit: Int) {{ {roots} }}"


def _candidate(kind: Kind, found: Mapping[str, Any]) -> dict[str, Any]:
    node = found["node"]
    return {
        "id": node["id"],
        "name": named(node),
        "description": described(kind.id, node),
        "type": [{"id": kind.id, "name": kind.name}],
        "score": found["score"],
        "match": found["match"],
        "features": [{"id": reason["kind"].lower(), "value": reason["score"]} for reason in found["reasons"]],
    }


def _ranked(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Order candidates of several types; a match of one is none where another type has as good a candidate."""
    ranked = sorted(found, key=lambda one: -float(one["score"]))
    kinds = {one["type"][0]["id"] for one in ranked}
    if len(kinds) > 1:
        best = ranked[0]
        rivals = [one for one in ranked if one["type"] != best["type"] and best["score"] - one["score"] < AHEAD]
        for one in ranked:
            one["match"] = one["match"] and one is best and not rivals
    return ranked
