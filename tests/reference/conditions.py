"""An independent, naive evaluation of filters."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast

from tests.reference.graph_dump import Thing
from tests.reference.links import LINKS, Row, edge_value

OTHER_NAMES: dict[tuple[str, str], str] = {}
IDS = {name: name for name in ("doi", "arxiv", "s2", "openalex", "orcid", "ror")} | {"registry": "funder"}
ACL = {"Paper": "acl", "Venue": "acl-venue"}


def fitting(found: list[Row], match: dict[str, Any]) -> int:
    """Return the number of different nodes of a list that fit."""
    node, edge = match.get("node", {}), match.get("edge", {})
    return len({id(thing) for props, thing in found if _edge_fits(props, edge) and fits(thing, node)})


def fits(thing: Thing, where: dict[str, Any]) -> bool:
    """Return True if a node fits a filter."""
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
        return all(_links_fit(found, operation, operand) for operation, operand in value.items())
    stored = thing.props.get(OTHER_NAMES.get((thing.label, name), name))
    if name == "publishedOn":
        return all(_date_holds(operation, operand, stored) for operation, operand in value.items())
    if (
        name in ("retracted", "claimed", "fundingKnown", "referencesKnown", "collaborationsTruncated")
        and stored is None
    ):
        stored = False
    scheme = ACL.get(thing.label) if name == "acl" else IDS.get(name)
    held = [
        step.thing.props["value"]
        for step in thing.into["IDENTIFIES"]
        if scheme and step.thing.props["scheme"] == scheme
    ]
    return all(_holds(operation, operand, stored, held if scheme else None) for operation, operand in value.items())


def _links_fit(found: list[Row], operation: str, operand: dict[str, Any]) -> bool:
    """Return True if the linked nodes fit; each node counts once, however many relationships lead to it."""
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
        _holds(name, value, edge_value(props, field), None)
        for field, one in where.items()
        for name, value in one.items()
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
        items = [str(item) for item in cast("list[object]", stored or [])]
        names = {*items, *(item.upper() for item in items)}
        return bool(set([operand] if operation == "has" else operand) & names)
    return stored is not None and COMPARE[operation](stored, operand)


def _period(date: str) -> tuple[datetime, datetime]:
    """Return the first second of a partial date, and the first second after it."""
    year, month, day = (int(part) for part in (date[:4], date[5:7] or "1", date[8:10] or "1"))
    start = datetime(year, month, day)  # noqa: DTZ001 every date of the reference has the same zone
    if len(date) > len("2021-06-30"):
        instant = datetime.fromisoformat(date.removesuffix("Z"))
        return instant, instant + timedelta(seconds=1)
    days = {4: (datetime(year + 1, 1, 1) - start).days, 7: monthrange(year, month)[1]}  # noqa: DTZ001 as above
    return start, start + timedelta(days=days.get(len(date), 1))


def _date_holds(operation: str, operand: Any, stored: str | None) -> bool:  # noqa: ANN401 a condition
    """Return True if a stored partial date satisfies a condition: a date is inside a period if all of it is."""
    if operation == "isNull":
        return (stored is None) is operand
    if stored is None:
        return False
    if operation in ("in", "notIn"):
        return any(_date_holds("eq", one, stored) for one in operand) is (operation == "in")
    start, end = _period(stored)
    operand_start, operand_end = _period(operand)
    match operation:
        case "exact":
            return stored == operand
        case "eq" | "ne":
            return (operand_start <= start and end <= operand_end) is (operation == "eq")
        case "lt":
            return end <= operand_start
        case "lte":
            return end <= operand_end
        case "gt":
            return start >= operand_end
        case _:
            return start >= operand_start


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
