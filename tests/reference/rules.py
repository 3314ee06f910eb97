"""What the schema's words mean, written down a second time: conditions, orders, and who is joined to whom."""

import re
from collections.abc import Callable
from functools import cmp_to_key
from typing import Any, TypeAlias, cast

from tests.reference.world import Step, Thing

Row: TypeAlias = tuple[dict[str, Any], Thing]
Walk: TypeAlias = Callable[[Thing], list[Row]]
OTHER_NAMES = {("Topic", "label"): "name"}
IDS = {"doi": "doi", "arxiv": "arxiv", "s2": "s2", "openalex": "openalex", "orcid": "orcid", "ror": "ror"}
ACL = {"Paper": "acl", "Venue": "acl-venue"}


def rows(steps: list[Step]) -> list[Row]:
    """Return relationships as (properties, far end)."""
    return [(step.props, step.thing) for step in steps]


def _topics(person: Thing) -> list[Row]:
    found: dict[int, tuple[Thing, list[Thing]]] = {}
    for step in person.out["AUTHORED"]:
        for about in step.thing.out["ABOUT"]:
            found.setdefault(id(about.thing), (about.thing, []))[1].append(step.thing)
    return [
        (
            {
                "papers": len({id(paper) for paper in papers}),
                "firstYear": min((p.props["year"] for p in papers if p.props.get("year")), default=None),
                "lastYear": max((p.props["year"] for p in papers if p.props.get("year")), default=None),
            },
            topic,
        )
        for topic, papers in found.values()
    ]


def _together(person: Thing) -> list[Row]:
    return rows(person.out["COLLABORATED_WITH"]) + rows(person.into["COLLABORATED_WITH"])


CONNECTIONS: dict[tuple[str, str], Walk] = {
    ("Researcher", "papers"): lambda thing: rows(thing.out["AUTHORED"]),
    ("Researcher", "collaborators"): _together,
    ("Researcher", "closeCollaborators"): lambda thing: [row for row in _together(thing) if row[0]["papers"] >= 2],
    ("Researcher", "topics"): _topics,
    ("Paper", "authors"): lambda thing: rows(thing.into["AUTHORED"]),
    ("Paper", "topics"): lambda thing: rows(thing.out["ABOUT"]),
    ("Paper", "references"): lambda thing: rows(thing.out["CITES"]),
    ("Paper", "citedBy"): lambda thing: rows(thing.into["CITES"]),
    ("Topic", "papers"): lambda thing: rows(thing.into["ABOUT"]),
    ("Institution", "researchers"): lambda thing: rows(thing.into["AFFILIATED_WITH"]),
}


def _then(*walks: Walk) -> Walk:
    """Walk several relationships in a row, with the properties of the first."""

    def walk(thing: Thing) -> list[Row]:
        found: list[Row] = [({}, thing)]
        for place, step in enumerate(walks):
            found = [(far[0] if place == 0 else props, far[1]) for props, near in found for far in step(near)]
        return found

    return walk


def _into(kind: str) -> Walk:
    return lambda thing: rows(thing.into[kind])


def _out(kind: str) -> Walk:
    return lambda thing: rows(thing.out[kind])


LINKS: dict[tuple[str, str], Walk] = {
    ("Paper", "authors"): _into("AUTHORED"),
    ("Paper", "topics"): _out("ABOUT"),
    ("Paper", "references"): _out("CITES"),
    ("Paper", "citedBy"): _into("CITES"),
    ("Paper", "institutions"): _out("WRITTEN_AT"),
    ("Paper", "volumes"): _out("APPEARED_IN"),
    ("Paper", "venues"): _then(_out("APPEARED_IN"), _out("PART_OF")),
    ("Researcher", "papers"): _out("AUTHORED"),
    ("Researcher", "collaborators"): _together,
    ("Researcher", "topics"): _then(_out("AUTHORED"), _out("ABOUT")),
    ("Researcher", "affiliations"): _out("AFFILIATED_WITH"),
    ("Topic", "papers"): _into("ABOUT"),
    ("Topic", "researchers"): _then(_into("ABOUT"), _into("AUTHORED")),
    ("Institution", "papers"): _into("WRITTEN_AT"),
    ("Institution", "researchers"): _into("AFFILIATED_WITH"),
    ("Institution", "parents"): _out("PART_OF"),
    ("Venue", "volumes"): _into("PART_OF"),
    ("Venue", "papers"): _then(_into("PART_OF"), _into("APPEARED_IN")),
    ("Volume", "venues"): _out("PART_OF"),
    ("Volume", "papers"): _into("APPEARED_IN"),
}
"""What a filter's `some`, `all`, `none`, `single` and `count` speak of."""


def day(paper: Thing) -> int:
    """Return a paper's date as yyyymmdd, 0 for what is not known."""
    date = paper.props.get("publishedOn") or ""
    digits = date[:10].replace("-", "")
    return int(digits.ljust(8, "0")) if digits else 0


def newest_first(one: Row, other: Row) -> int:
    """Order papers by date down, then by id up."""
    return _compare((-day(one[1]), one[1].props["id"]), (-day(other[1]), other[1].props["id"]))


def _compare(one: Any, other: Any) -> int:  # noqa: ANN401 tuples of one form
    return (one > other) - (one < other)


def _by(*keys: tuple[Callable[[Row], Any], bool]) -> Callable[[Row, Row], int]:
    """Order by several keys, each up or (True) down."""

    def compare(one: Row, other: Row) -> int:
        for key, down in keys:
            found = _compare(key(one), key(other))
            if found:
                return -found if down else found
        return 0

    return compare


def _ord(row: Row) -> str:
    return row[1].props["ord"]


def _stem(row: Row) -> str:
    """Return the name that a list is sorted by, without the id at its end."""
    return _ord(row).removesuffix(f" {_id(row)}")


def _id(row: Row) -> str:
    return row[1].props["id"]


def _edge(name: str, absent: Any = 0) -> Callable[[Row], Any]:  # noqa: ANN401 any property
    return lambda row: row[0].get(name, absent)


OWN_KEYS: dict[tuple[str, str], tuple[tuple[Callable[[Row], Any], bool], ...]] = {
    ("Researcher", "collaborators"): ((_edge("papers"), True), (_ord, False)),
    ("Researcher", "closeCollaborators"): ((_edge("papers"), True), (_ord, False)),
    ("Researcher", "topics"): ((_edge("papers"), True), (_ord, False)),
    ("Paper", "authors"): ((_edge("position"), False), (_id, False)),
    ("Paper", "topics"): ((_edge("score"), True), (_edge("position", 1000), False), (_ord, False)),
    ("Institution", "researchers"): ((_edge("until", -1), True), (_id, False)),
}
OWN = {home: _by(*keys) for home, keys in OWN_KEYS.items()}
OWN_TIES = {home: _by(*keys[:-1]) for home, keys in OWN_KEYS.items()}
"""The same without the last key, which never ties."""


SORTED_BY = {
    "CITATIONS": "citationCount",
    "PAPERS": "paperCount",
    "AUTHORS": "authorCount",
    "REFERENCES": "referenceCount",
    "TOPICS": "topicCount",
    "COLLABORATORS": "collaboratorCount",
    "CLOSE_COLLABORATORS": "closeCollaboratorCount",
    "TRUST": "trustScore",
    "LABEL": "name",
}
"""Sorts whose property is not their own name."""
STANDING_IN: dict[str, Any] = {
    "kind": "other",
    "verificationLevel": "L0",
    **dict.fromkeys(("retracted", "authorsComplete", "claimed", "primary"), False),
    **dict.fromkeys(SORTED_BY.values(), 0),
}
"""What the schema says an absent value is."""
Compare: TypeAlias = Callable[[Row, Row], int]


def ordered(found: list[Row], label: str, home: tuple[str, str], order: list[dict[str, Any]] | None) -> list[Row]:
    """Sort a list as `orderBy` says, or as the list itself does."""
    own = OWN.get(home) or (newest_first if label == "Paper" else _by((_ord, False)))
    if not order:
        return sorted(found, key=cmp_to_key(own))
    compares = [_asked(key, label, own, OWN_TIES.get(home), follows=True) for key in order[:-1]]
    compares += [_asked(order[-1], label, own, None, follows=False), _by((_id, _down(order[-1])))]

    def compare(one: Row, other: Row) -> int:
        return next((said for said in (each(one, other) for each in compares) if said), 0)

    return sorted(found, key=cmp_to_key(compare))


def _down(key: dict[str, Any]) -> bool:
    """Tell whether a sort key runs from the largest: as said, else texts and by-line places from the smallest."""
    if "direction" in key:
        return key["direction"] == "DESC"
    return key.get("field", key.get("edge")) not in RISING


RISING = {
    *("NAME", "TITLE", "ID", "KIND", "LANGUAGE", "DOI", "ARXIV", "ACL", "ORCID", "CODE", "LABEL", "SCHEME", "ROR"),
    *("COUNTRY", "CITY", "ACRONYM", "VERIFICATION_LEVEL", "PUBLISHED_SOURCE", "POSITION", "NAME_AS_WRITTEN", "SOURCE"),
}


def _asked(key: dict[str, Any], label: str, own: Compare, ties: Compare | None, *, follows: bool) -> Compare:
    """Return what a sort key means; where another follows, what is alike ties: `ties` is the list's own order then."""
    down, first = _down(key), key.get("nulls") == "FIRST"
    if "count" in key:
        ((name, match),) = key["count"].items()
        return _by((lambda row: _fitting(LINKS[label, name](row[1]), match), down))
    if "edge" in key:
        return _valued(lambda row: _value(row[0], camel(key["edge"])), down=down, first=first)
    match key["field"]:
        case "DATE" if not first and not follows:
            dated = _by((lambda row: row[1].props.get("publishedOn") or LAST, False), (_id, False))
            return newest_first if down else dated
        case "DATE":
            return _valued(lambda row: row[1].props.get("publishedOn"), down=down, first=first)
        case "NAME":
            return _by((_stem, down) if follows else (_ord, down))
        case "EDGE":
            turned = "direction" in key and down is not _downwards(own)
            said = ties or own
            return (lambda one, other: said(other, one)) if turned else said
        case name:
            prop = SORTED_BY.get(name, camel(name))
            return _valued(lambda row: _value(row[1].props, prop), down=down, first=first)


LAST = "\U0010ffff"


def _value(props: dict[str, Any], name: str) -> Any:  # noqa: ANN401 any property
    return props.get(name, STANDING_IN.get(name))


def camel(name: str) -> str:
    """Return the property that an enum's value is named after."""
    head, *tail = name.lower().split("_")
    return head + "".join(part.capitalize() for part in tail)


def _valued(value: Callable[[Row], Any], *, down: bool, first: bool) -> Compare:
    """Order by a value; what has none stands first or last, whichever way is sorted."""

    def compare(one: Row, other: Row) -> int:
        a, b = value(one), value(other)
        if a is None or b is None:
            absent = (a is None) - (b is None)
            return -absent if first else absent
        return -_compare(a, b) if down else _compare(a, b)

    return compare


def _fitting(found: list[Row], match: dict[str, Any]) -> int:
    node, edge = match.get("node", {}), match.get("edge", {})
    return len({id(thing) for props, thing in found if _edge_fits(props, edge) and fits(thing, node)})


def _downwards(own: Compare) -> bool:
    return own not in (OWN["Paper", "authors"], newest_first)


def fits(thing: Thing, where: dict[str, Any]) -> bool:
    """Tell whether a node fits a filter."""
    return all(_fits(thing, name, value) for name, value in where.items())


def _fits(thing: Thing, name: str, value: Any) -> bool:  # noqa: ANN401 a filter
    match name:
        case "and":
            return all(fits(thing, one) for one in value)
        case "or":
            return any(fits(thing, one) for one in value)
        case "not":
            return not fits(thing, value)
        case _:
            pass
    if (thing.label, name) in LINKS:
        found = LINKS[thing.label, name](thing)
        return all(_linked(found, operation, operand) for operation, operand in value.items())
    stored = thing.props.get(OTHER_NAMES.get((thing.label, name), name))
    if name in ("retracted", "claimed") and stored is None:
        stored = False
    scheme = ACL.get(thing.label) if name == "acl" else IDS.get(name)
    held = [
        step.thing.props["value"]
        for step in thing.into["IDENTIFIES"]
        if scheme and step.thing.props["scheme"] == scheme
    ]
    return all(_holds(operation, operand, stored, held if scheme else None) for operation, operand in value.items())


def _linked(found: list[Row], operation: str, operand: dict[str, Any]) -> bool:
    """Tell whether what is linked fits: each thing once, however many ways lead to it."""
    if operation == "count":
        number = len({id(thing) for _, thing in found})
        return all(COMPARE[name](number, wanted) for name, wanted in operand.items())
    node, edge = operand.get("node", {}), operand.get("edge", {})
    fit = [_edge_fits(props, edge) and fits(thing, node) for props, thing in found]
    match operation:
        case "some":
            return any(fit)
        case "none":
            return not any(fit)
        case "all":
            return all(fit)
        case _:
            return len({id(thing) for (_, thing), one in zip(found, fit, strict=True) if one}) == 1


def _edge_fits(props: dict[str, Any], where: dict[str, Any]) -> bool:
    return all(
        _holds(name, value, props.get(field), None) for field, one in where.items() for name, value in one.items()
    )


def _holds(operation: str, operand: Any, stored: Any, held: list[str] | None) -> bool:  # noqa: ANN401 a condition
    if held is not None and operation in ("eq", "in", "ne", "notIn"):
        wanted = cast("list[str]", operand if isinstance(operand, list) else [operand])
        among = bool(set(held) & set(wanted))
        return among if operation in ("eq", "in") else stored is not None and not among
    if operation == "ignoringCase":
        return isinstance(stored, str) and _holds_folded(cast("dict[str, Any]", operand), stored.lower())
    if isinstance(operand, str) and operand.isupper() and isinstance(stored, str) and operand.lower() == stored:
        operand = stored
    if operation == "isNull":
        return (stored is None) is operand
    if operation in ("has", "hasAny"):
        return bool(set([operand] if operation == "has" else operand) & set(stored or []))
    return stored is not None and COMPARE[operation](stored, operand)


def _holds_folded(operations: dict[str, Any], lower: str) -> bool:
    return all(
        COMPARE[name](
            lower, [one.lower() for one in cast("list[str]", given)] if isinstance(given, list) else given.lower()
        )
        for name, given in operations.items()
    )


COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda stored, operand: stored == operand,
    "ne": lambda stored, operand: stored != operand,
    "in": lambda stored, operand: stored in operand,
    "notIn": lambda stored, operand: stored not in operand,
    "lt": lambda stored, operand: stored < operand,
    "lte": lambda stored, operand: stored <= operand,
    "gt": lambda stored, operand: stored > operand,
    "gte": lambda stored, operand: stored >= operand,
    "contains": lambda stored, operand: operand in stored,
    "startsWith": lambda stored, operand: stored.startswith(operand),
    "endsWith": lambda stored, operand: stored.endswith(operand),
    "matches": lambda stored, operand: re.fullmatch(operand, stored) is not None,
}
