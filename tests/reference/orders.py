"""An independent, naive evaluation of orders."""

from collections.abc import Callable
from functools import cmp_to_key
from typing import Any, TypeAlias

from tests.reference.conditions import fitting
from tests.reference.graph_dump import Thing
from tests.reference.links import EDGE_PROPERTIES, LINKS, Row


def day(paper: Thing) -> int:
    """Return a paper's date as yyyymmdd, with 0 for unknown parts."""
    date = paper.props.get("publishedOn") or ""
    digits = date[:10].replace("-", "")
    return int(digits.ljust(8, "0")) if digits else 0


def newest_first(one: Row, other: Row) -> int:
    """Order papers by date, newest first, then by ID."""
    return _compare((-day(one[1]), one[1].props["id"]), (-day(other[1]), other[1].props["id"]))


def _compare(one: Any, other: Any) -> int:  # noqa: ANN401 tuples of one form
    return (one > other) - (one < other)


def _by(*keys: tuple[Callable[[Row], Any], bool]) -> Callable[[Row, Row], int]:
    """Order by several keys, each ascending or (True) descending."""

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
    """Return the name by which a list is sorted, without the ID at its end."""
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
    ("Institution", "ancestors"): ((_edge("depth"), False), (_ord, False)),
    ("Institution", "descendants"): ((_edge("depth"), False), (_ord, False)),
    ("Topic", "ancestors"): ((_edge("depth"), False), (_ord, False)),
    ("Topic", "descendants"): ((_edge("depth"), False), (_ord, False)),
    ("Paper", "transitiveReferences"): ((_edge("depth"), False), (_ord, False)),
    ("Paper", "transitiveCitedBy"): ((_edge("depth"), False), (_ord, False)),
    ("Venue", "volumes"): ((lambda row: row[1].props.get("year", -1), True), (_id, True)),
    ("Volume", "editors"): ((_edge("position"), False), (_id, False)),
}
OWN = {mapping: _by(*keys) for mapping, keys in OWN_KEYS.items()}
OWN_TIES = {mapping: _by(*keys[:-1]) for mapping, keys in OWN_KEYS.items()}
"""The same without the last key, which never ties."""


SORTED_BY = {
    "CITATION_COUNT": "citationCount",
    "PAPER_COUNT": "paperCount",
    "AUTHOR_COUNT": "authorCount",
    "REFERENCE_COUNT": "referenceCount",
    "TOPIC_COUNT": "topicCount",
    "COLLABORATOR_COUNT": "collaboratorCount",
    "CLOSE_COLLABORATOR_COUNT": "closeCollaboratorCount",
    "TRUST_SCORE": "trustScore",
}
"""Sorts whose property is not their own name."""
STANDING_IN: dict[str, Any] = {
    "kind": "other",
    "verificationLevel": "L0",
    **dict.fromkeys(
        (
            "retracted",
            "authorsComplete",
            "claimed",
            "primary",
            "fundingKnown",
            "referencesKnown",
            "collaborationsTruncated",
        ),
        False,
    ),
    **dict.fromkeys(SORTED_BY.values(), 0),
}
"""What the schema says an absent value is."""
Compare: TypeAlias = Callable[[Row, Row], int]


def ordered(found: list[Row], label: str, mapping: tuple[str, str], order: list[dict[str, Any]] | None) -> list[Row]:
    """Sort a list by `orderBy`, or by the list's own order."""
    own = OWN.get(mapping) or (newest_first if label == "Paper" else _by((_ord, False)))
    if not order:
        return sorted(found, key=cmp_to_key(own))
    compares = [_key_comparison(key, label, own, OWN_TIES.get(mapping), follows=True) for key in order[:-1]]
    compares += [_key_comparison(order[-1], label, own, None, follows=False), _by((_id, _is_descending(order[-1])))]

    def compare(one: Row, other: Row) -> int:
        return next((said for said in (each(one, other) for each in compares) if said), 0)

    return sorted(found, key=cmp_to_key(compare))


def _is_descending(key: dict[str, Any]) -> bool:
    """Return True if a sort key is descending: as stated, else texts and byline positions ascend."""
    if "direction" in key:
        return key["direction"] == "DESC"
    return key.get("field", key.get("edge")) not in RISING


RISING = {
    *(
        "NAME",
        "TITLE",
        "ID",
        "KIND",
        "LANGUAGE",
        "DOI",
        "ARXIV",
        "ACL",
        "ORCID",
        "CODE",
        "SCHEME_AND_CODE",
        "SCHEME",
        "ROR",
    ),
    *(
        "COUNTRY",
        "CITY",
        "ACRONYM",
        "VERIFICATION_LEVEL",
        "PUBLISHED_SOURCE",
        "POSITION",
        "NAME_AS_WRITTEN",
        "SOURCE",
        "REGISTRY",
        "DEPTH",
    ),
}


def _key_comparison(key: dict[str, Any], label: str, own: Compare, ties: Compare | None, *, follows: bool) -> Compare:
    """Return the comparison of a sort key. If another key follows, equal values tie;
    DEFAULT then compares by `ties`, the list's own order.
    """
    down, first = _is_descending(key), key.get("nulls") == "FIRST"
    if "count" in key:
        ((name, match),) = key["count"].items()
        return _by((lambda row: fitting(LINKS[label, name](row[1]), match), down))
    if "edge" in key:
        return _value_comparison(
            lambda row: _value(row[0], _edge_property(key["edge"])),
            down=down,
            first=first,
        )
    match key["field"]:
        case "PUBLISHED_ON" if not first and not follows:
            dated = _by((lambda row: row[1].props.get("publishedOn") or LAST, False), (_id, False))
            return newest_first if down else dated
        case "PUBLISHED_ON":
            return _value_comparison(lambda row: row[1].props.get("publishedOn"), down=down, first=first)
        case "SCHEME_AND_CODE":
            return _by((_stem, down) if follows else (_ord, down))
        case "NAME" if label != "Topic":
            return _by((_stem, down) if follows else (_ord, down))
        case "DEFAULT":
            turned = "direction" in key and down is not _descends(own)
            said = ties or own
            return (lambda one, other: said(other, one)) if turned else said
        case name:
            prop = SORTED_BY.get(name, camel(name))
            return _value_comparison(lambda row: _value(row[1].props, prop), down=down, first=first)


LAST = "\U0010ffff"


def _value(props: dict[str, Any], name: str) -> Any:  # noqa: ANN401 any property
    return props.get(name, STANDING_IN.get(name))


def _edge_property(name: str) -> str:
    return EDGE_PROPERTIES.get(camel(name), camel(name))


def camel(name: str) -> str:
    """Return the property that an enum value is named after."""
    head, *tail = name.lower().split("_")
    return head + "".join(part.capitalize() for part in tail)


def _value_comparison(value: Callable[[Row], Any], *, down: bool, first: bool) -> Compare:
    """Order by a value; missing values come first or last, whatever the direction."""

    def compare(one: Row, other: Row) -> int:
        a, b = value(one), value(other)
        if a is None or b is None:
            absent = (a is None) - (b is None)
            return -absent if first else absent
        return -_compare(a, b) if down else _compare(a, b)

    return compare


def _descends(own: Compare) -> bool:
    return own not in (*(OWN[mapping] for mapping in RISING_LISTS), newest_first)


RISING_LISTS = (
    ("Paper", "authors"), ("Paper", "transitiveReferences"), ("Paper", "transitiveCitedBy"), ("Topic", "ancestors"),
    ("Topic", "descendants"), ("Institution", "ancestors"), ("Institution", "descendants"),
)  # fmt: skip
"""Lists whose own order begins with the smallest."""
