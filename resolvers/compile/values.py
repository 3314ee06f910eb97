"""Conditions on single values: compare a property or an external ID with the operand of a filter.

Partial dates compare as periods (docs/decisions/0029-compare-partial-dates-as-periods.md).
"""

import calendar
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from normalization.identifiers import IdentifierError, lookup_key, lookup_key_of_url
from resolvers.compile.arguments import ArgumentValue, Given, Listed
from resolvers.compile.byline_ids import checked_key
from resolvers.compile.name_allocator import Converter, NameAllocator
from resolvers.compile.regex import checked_regex
from resolvers.compile.registry import stored
from resolvers.errors import Code, RequestError
from schema.field_mapping import AnyId, PropertyMapping

ALIASED = frozenset({"doi"})
"""Schemes whose IDs can be IDs of another scheme: DOIs of arXiv are arXiv IDs."""
ENTITY_IDS = "graphql/entity_ids"
"""File of the query that finds entities by external and retired IDs."""
COMPARE = {
    "eq": "=",
    "ne": "<>",
    "lt": "<",
    "lte": "<=",
    "gt": ">",
    "gte": ">=",
    "contains": "CONTAINS",
    "startsWith": "STARTS WITH",
    "endsWith": "ENDS WITH",
}


def property_condition(names: NameAllocator, mapping: PropertyMapping, operation: str, operand: Given, var: str) -> str:
    """Return the predicate of one operation on a property of `var`."""
    value = f"{var}.{mapping.name}"
    if mapping.default is not None:
        value = f"coalesce({value}, {cypher_literal(mapping.default)})"
    if operation == "ignoringCase":
        operands = cast("Mapping[str, ArgumentValue | Listed]", operand)
        return " AND ".join(_ignoring_case(names, value, name, leaf) for name, leaf in operands.items())
    return comparison(names, value, operation, cast("ArgumentValue | Listed", operand), stored)


def _ignoring_case(names: NameAllocator, value: str, operation: str, operand: ArgumentValue | Listed) -> str:
    if operation == "matches":
        return f"{value} =~ {names.parameter(operand, lambda pattern: f'(?iu){checked_regex(pattern)}')}"
    return comparison(names, f"toLower({value})", operation, operand, _lowered)


def comparison(
    names: NameAllocator, value: str, operation: str, operand: ArgumentValue | Listed, convert: Converter
) -> str:
    """Return the predicate of one operation on a value; `convert` converts each operand to a stored value."""
    match operation:
        case "isNull":
            return f"{value} IS NULL" if operand.value else f"{value} IS NOT NULL"
        case "in":
            return f"{value} IN {names.parameter(operand, _each(convert))}"
        case "notIn":
            return f"({value} IS NOT NULL AND NOT {value} IN {names.parameter(operand, _each(convert))})"
        case "has":
            return f"{names.parameter(operand, convert)} IN coalesce({value}, [])"
        case "hasAny":
            return f"any(item IN coalesce({value}, []) WHERE item IN {names.parameter(operand, _each(convert))})"
        case "matches":
            return f"{value} =~ {names.parameter(operand, checked_regex)}"
        case _:
            return f"{value} {COMPARE[operation]} {names.parameter(operand, convert)}"


def id_condition(
    names: NameAllocator, mapping: AnyId, operation: str, operand: ArgumentValue | Listed, var: str
) -> str:
    """Return the predicate of one operation on external IDs.

    Equality compares all IDs of the entity; order and substrings compare the preferred ID only.
    """
    preferred = f"{var}.{mapping.prop}"

    def convert(value: str | list[str]) -> list[list[str]]:
        return [external_key(mapping.scheme, raw) for raw in _listed(value)]

    match operation:
        case "eq" | "in":
            return _has_any_id(names, operand, convert, var)
        case "ne" | "notIn":
            return f"({preferred} IS NOT NULL AND NOT {_has_any_id(names, operand, convert, var)})"
        case _:
            return property_condition(names, PropertyMapping(mapping.prop), operation, operand, var)


def _has_any_id(names: NameAllocator, operand: Given, convert: Converter, var: str) -> str:
    """Return the predicate that an entity has one of the IDs.

    The statement looks up the IDs at its start: Neo4j plans `id IN list` in a tenth of the time of a subquery that
    finds the entities, and in a hundredth in a filter of three levels.
    """
    return f"{var}.id IN {names.entity_ids(names.parameter(operand, convert))}"


def _listed(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value]


def date_condition(names: NameAllocator, property_: str, operation: str, operand: Given, var: str) -> str:
    """Return the predicate of one operation on a property with a partial date."""
    value, source = f"{var}.{property_}", cast("ArgumentValue | Listed", operand)
    match operation:
        case "isNull" | "exact":
            return comparison(names, value, "eq" if operation == "exact" else operation, source, stored)
        case "in" | "notIn":
            bounds = names.parameter(source, lambda dates: [parse_period(date).bounds() for date in dates])
            inside = f"any(period IN {bounds} WHERE {date_predicate('eq', value, 'period')})"
        case _:
            bounds = names.parameter(source, lambda date: parse_period(date).bounds())
            inside = date_predicate("eq" if operation == "ne" else operation, value, bounds)
    return f"({value} IS NOT NULL AND NOT {inside})" if operation in ("ne", "notIn") else inside


def entity_id_condition(names: NameAllocator, label: str, operation: str, operand: Given, var: str) -> str:
    """Return the predicate of one operation on the ID of an entity: a Byline ID or an external ID."""

    def convert(value: str | list[str]) -> list[list[str]]:
        return [checked_key(str(raw), label) for raw in _listed(value)]

    inside = _has_any_id(names, operand, convert, var)
    return f"NOT {inside}" if operation in ("ne", "notIn") else inside


def match_entity(labels: str, key: str, var: str, outer: str) -> str:
    """Return the clause that binds the entity with a [scheme, value]: its Byline ID, a retired or an external ID."""
    return (
        f"CALL ({outer}) {{ MATCH ({var}:{labels} {{id: {key}[1]}}) RETURN {var} UNION ALL "
        f"MATCH (:Identifier {{scheme: {key}[0], value: {key}[1]}})-[:IDENTIFIES]->({var}:{labels}) RETURN {var} }}"
    )


def id_pattern(scheme: str, known: str) -> str:
    """Return the pattern of an Identifier for a value of `outside_key`, with its scheme if several are possible."""
    pair = f"scheme: {known}[0], value: {known}[1]" if scheme in ALIASED else f"scheme: '{scheme}', value: {known}"
    return f"(:Identifier {{{pair}}})"


def outside_key(scheme: str, raw: str) -> str | list[str]:
    """Return the normal form of an external ID, after its scheme if several schemes are possible.

    Raises RequestError (BAD_ID).
    """
    return pattern_key(scheme, external_key(scheme, raw))


def pattern_key(scheme: str, key: list[str]) -> str | list[str]:
    """Return the parameter of `id_pattern` for the [scheme, value] of an ID."""
    return key if scheme in ALIASED else key[1]


def external_key(scheme: str, raw: str) -> list[str]:
    """Return the [scheme, value] of an external ID, with or without its scheme, or in a URL.

    Raises RequestError (BAD_ID).
    """
    try:
        key_of_url = lookup_key_of_url(raw)
        if key_of_url and key_of_url.startswith(f"{scheme}:"):
            return key_of_url.split(":", 1)
        return lookup_key(f"{scheme}:{raw.removeprefix(f'{scheme}:')}").split(":", 1)
    except IdentifierError as error:
        raise RequestError(Code.BAD_ID, str(error)) from None


def _each(convert: Converter) -> Converter:
    return lambda values: [convert(value) for value in values]


def _lowered(value: str) -> str:
    return value.lower()


def cypher_literal(value: str | float | bool | list[str]) -> str:  # noqa: FBT001 a property's default
    """Return the Cypher literal of a property's default."""
    if isinstance(value, list):
        return f"[{', '.join(map(cypher_literal, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}'" if isinstance(value, str) else str(value)


AFTER_PERIOD = "~"
"""Sorts after every character of a date: `2021-06~` follows all texts that begin with `2021-06`."""
LENGTHS = (4, 7, 10)
"""Lengths of a year, a month and a day as text."""


@dataclass(frozen=True, slots=True)
class Period:
    """The period of a partial date, as texts to compare with.

    Attributes:
        start: shortest text of a date that starts with the period: `2021-06` for 2021-06-01.
        end: shortest text of a date that ends with the period: `2021-06` for 2021-06-30.
    """

    start: str
    end: str

    def bounds(self) -> list[str | list[str]]:
        """Return a parameter: the start, the text after the end, and the periods that contain the start or the end."""
        return [self.start, self.end + AFTER_PERIOD, enclosing_periods(self.start), enclosing_periods(self.end)]


def parse_period(date: str) -> Period:
    """Return the period of a valid partial date: `2021`, `2021-06`, `2021-06-30` or `2021-06-30T23:59:59Z`."""
    start = date.removesuffix("T00:00:00Z").removesuffix("-01").removesuffix("-01")
    end = date.removesuffix("T23:59:59Z")
    if len(end) == LENGTHS[2] and int(end[8:]) == calendar.monthrange(int(end[:4]), int(end[5:7]))[1]:
        end = end[: LENGTHS[1]]
    if len(end) == LENGTHS[1]:
        end = end.removesuffix("-12")
    return Period(start, end)


def enclosing_periods(date: str) -> list[str]:
    """Return the longer periods that contain a date: its year and month, for a day."""
    return [date[:length] for length in LENGTHS if length < len(date)]


def date_predicate(operation: str, value: str, bounds: str) -> str:
    """Return the predicate of one operation on a date property.

    Args:
        operation: eq, lt, lte, gt or gte.
        value: Cypher expression of the stored date.
        bounds: Cypher expression of `Period.bounds` of the operand.

    A date is inside a period if all of it is: 2021-06 is inside 2021 and not inside 2021-06-15.
    """
    from_start = f"{value} >= {bounds}[0]"
    until_end = f"{value} <= {bounds}[1] AND NOT {value} IN {bounds}[3]"
    match operation:
        case "eq":
            return f"({from_start} AND {until_end})"
        case "gte":
            return from_start
        case "lte":
            return f"({until_end})"
        case "gt":
            return f"{value} > {bounds}[1]"
        case _:
            return f"({value} < {bounds}[0] AND NOT {value} IN {bounds}[2])"
