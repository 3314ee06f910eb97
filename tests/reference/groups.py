"""A naive evaluation of groups and years: every node under every combination of its keys."""

from collections.abc import Callable
from functools import cmp_to_key
from itertools import product
from typing import Any

from tests.reference.graph_dump import Thing
from tests.reference.links import LINKS, Row
from tests.reference.orders import SORTED_BY, STANDING_IN, camel

LISTS = {("Paper", "SOURCE"): "sources", ("Institution", "TYPE"): "types"}
OVER = {
    ("Paper", "TOPIC"): "topics",
    ("Paper", "AUTHOR"): "authors",
    ("Paper", "INSTITUTION"): "institutions",
    ("Paper", "COUNTRY"): "institutions",
    ("Paper", "VENUE"): "venues",
    ("Paper", "FUNDER"): "funders",
    ("Paper", "VOLUME"): "volumes",
    ("Researcher", "TOPIC"): "topics",
    ("Researcher", "INSTITUTION"): "affiliations",
    ("Institution", "PARENT"): "parents",
    ("Volume", "VENUE"): "venues",
}


ENUM_KEYS = frozenset({"KIND", "OPEN_ACCESS_COLOR", "STATUS"})
"""Keys whose values are shown as the names of enum members, and sorted as stored."""


class EnumName(str):
    """A stored value of an enum."""

    __slots__ = ()


def _values(thing: Thing, key: str) -> list[Any]:
    """Return a node's values of a key: nodes, texts or numbers; a single None if it has no value."""
    mapping = thing.label, key
    if mapping in LISTS:
        return list(thing.props.get(LISTS[mapping]) or []) or [None]
    if mapping in OVER:
        far = [one for _, one in LINKS[thing.label, OVER[mapping]](thing)]
        return ([one.props.get("country") for one in far] if key == "COUNTRY" else far) or [None]
    prop = camel(key)
    if key in ENUM_KEYS:
        stored = thing.props.get(prop, None if mapping == ("Venue", "KIND") else STANDING_IN.get(prop))
        return [None if stored is None else EnumName(stored)]
    return [thing.props.get(prop, None if mapping == ("Venue", "KIND") else STANDING_IN.get(prop))]


SAME_NODE = ({"INSTITUTION", "COUNTRY"}, {"VOLUME", "VENUE"})
"""Keys that are values of one related node: they are paired, not combined."""


def _combinations(thing: Thing, keys: list[str]) -> list[tuple[Any, ...]]:
    """Return the combinations of the keys' values; keys of one related node come in pairs."""
    pair = next((pair for pair in SAME_NODE if pair <= set(keys)), set[str]())
    others = [key for key in keys if key not in pair]
    found: list[tuple[Any, ...]] = []
    for values in product(_pairs(thing, pair), *(_values(thing, key) for key in others)):
        by_key = values[0] | dict(zip(others, values[1:], strict=True))
        found.append(tuple(by_key[key] for key in keys))
    return found


def _pairs(thing: Thing, pair: set[str]) -> list[dict[str, Any]]:
    if "COUNTRY" in pair:
        far = [one for _, one in LINKS[thing.label, OVER[thing.label, "COUNTRY"]](thing)]
        return [{"INSTITUTION": one, "COUNTRY": one.props.get("country")} for one in far] or [
            {"INSTITUTION": None, "COUNTRY": None}
        ]
    if "VENUE" in pair:
        volumes = _values(thing, "VOLUME")
        return [
            {"VOLUME": volume, "VENUE": venue}
            for volume in volumes
            for venue in ([one for _, one in LINKS["Volume", "venues"](volume)] if volume else []) or [None]
        ]
    return [{}]


def group_by(rows: list[Row], args: dict[str, Any]) -> dict[str, Any]:
    """Return the groups of a list in the form of `groupBy`."""
    keys, first = args["keys"], args["first"]
    groups: dict[tuple[Any, ...], tuple[tuple[Any, ...], dict[int, Thing]]] = {}
    for _, thing in rows:
        for values in _combinations(thing, keys):
            name = tuple(id(value) if isinstance(value, Thing) else value for value in values)
            groups.setdefault(name, (values, {}))[1][id(thing)] = thing
    found = [(values, list(things.values())) for values, things in groups.values()]
    found.sort(key=cmp_to_key(_group_comparison(args.get("orderBy") or [{"field": "COUNT"}])))
    return {"groups": [_group_data(*one) for one in found[:first]], "truncated": len(found) > first}


def _group_comparison(order: list[dict[str, Any]]) -> Callable[[Any, Any], int]:
    def compare(one: Any, other: Any) -> int:  # noqa: ANN401 a group
        for item in order:
            down = item.get("direction", "ASC" if item["field"] == "KEY" else "DESC") == "DESC"
            if item["field"] == "KEY":
                found = _keys(one, other, down=down)
            else:
                found = _compare_values(_figure(one, item), _figure(other, item), down=down)
            if found:
                return found
        return _keys(one, other, down=False)

    return compare


def _keys(one: Any, other: Any, *, down: bool) -> int:  # noqa: ANN401 groups
    pairs = zip(one[0], other[0], strict=True)
    return next((said for a, b in pairs if (said := _compare_values(_ord(a), _ord(b), down=down))), 0)


def _ord(value: Any) -> Any:  # noqa: ANN401 a key
    return value.props["ord"] if isinstance(value, Thing) else value


def _compare_values(a: Any, b: Any, *, down: bool) -> int:  # noqa: ANN401 keys of one kind, or figures
    if a is None or b is None:
        return (a is None) - (b is None)
    found = (a > b) - (a < b)
    return -found if down else found


def _figure(group: Any, item: dict[str, Any]) -> Any:  # noqa: ANN401 a group
    return len(group[1]) if item["field"] == "COUNT" else _measure(group[1], item["field"], item["measure"])


def _measure(things: list[Thing], name: str, of: str) -> float | None:
    prop = SORTED_BY.get(of, camel(of))
    values = [thing.props[prop] for thing in things if prop in thing.props]
    if name == "SUM":
        return float(sum(values))
    if not values:
        return None
    return float({"AVG": sum(values) / len(values), "MIN": min(values), "MAX": max(values)}[name])


def _group_data(values: tuple[Any, ...], things: list[Thing]) -> dict[str, Any]:
    def measure(name: str) -> Callable[[str], float | None]:
        return lambda measure: _measure(things, name, measure)

    measures = {name.lower(): measure(name) for name in ("SUM", "AVG", "MIN", "MAX")}
    return {"keys": [_key(value) for value in values], "count": len(things), **measures}


def _key(value: Any) -> dict[str, Any]:  # noqa: ANN401 a key
    if isinstance(value, Thing):
        return {"value": value.props.get("name", value.props.get("title")), "node": value}
    if isinstance(value, EnumName):
        return {"value": value.upper(), "node": None}
    text = str(value).lower() if isinstance(value, bool) else None if value is None else str(value)
    return {"value": text, "node": None}


def years(rows: list[Row], **bounds: int) -> list[dict[str, int]]:
    """Return the number of papers of each year, without gaps."""
    held = [thing.props["year"] for _, thing in rows if thing.props.get("year") is not None]
    held = [year for year in held if bounds.get("from", year) <= year <= bounds.get("to", year)]
    span = range(min(held), max(held) + 1) if held else range(0)
    return [{"year": year, "count": held.count(year)} for year in span]
