"""Filters: from a `where` to a Cypher predicate that is true or false, never null."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from cypher.identifiers import IdentifierError, normal
from resolvers.compile.arguments import Given, Leaf, Listed
from resolvers.compile.registry import Registry, stored
from resolvers.compile.text import Convert, Text
from resolvers.errors import Code, RequestError
from schema.graph import AnyId, Prop

COMPARE = {"lt": "<", "lte": "<=", "gt": ">", "gte": ">=", "contains": "CONTAINS"}


MAX_CONDITIONS = 200
"""Conditions in the filters of one operation: Neo4j plans a text of thousands for minutes."""
MAX_NESTING = 10
"""How deep and, or, not may stand in one another."""


@dataclass(slots=True)
class Allowance:
    """How many conditions the filters of one operation may still have."""

    left: int = MAX_CONDITIONS

    def take(self) -> None:
        """Use one. Raises RequestError (TOO_COSTLY) where none is left."""
        if self.left == 0:
            raise RequestError(
                Code.TOO_COSTLY,
                f"The filters of this operation have over {MAX_CONDITIONS} conditions. "
                "Ask for many values with one in: [...], or in several requests.",
            )
        self.left -= 1


@dataclass(frozen=True, slots=True)
class Subject:
    """What a filter speaks of: the variable, and the input type that the filter is written in."""

    registry: Registry
    text: Text
    type_name: str
    var: str
    allowance: Allowance


def predicate(subject: Subject, where: Mapping[str, Given], label: str) -> str:
    """Return the predicate that a filter means for nodes of a label; empty for no condition. Raises RequestError."""
    registry, text, type_name, var = subject.registry, subject.text, subject.type_name, subject.var

    def all_of(given: Mapping[str, Given], depth: int) -> str:
        if depth > MAX_NESTING:
            raise RequestError(
                Code.TOO_DEEP, f"A {type_name} nests and, or, not deeper than {MAX_NESTING}. Write it flatter."
            )
        found = [one(name, value, depth) for name, value in given.items()]
        return " AND ".join(part for part in found if part)

    def one(name: str, value: Given, depth: int) -> str:
        if isinstance(value, Leaf) and value.value is None:
            raise RequestError(Code.BAD_USER_INPUT, f"{type_name}.{name} is null. Leave it out, or say isNull.")
        if name in ("and", "or"):
            return combined(name, cast("list[dict[str, Given]]", value), depth + 1)
        if name == "not":
            subject.allowance.take()
            inner = all_of(cast("dict[str, Given]", value), depth + 1) or "true"
            return f"NOT coalesce({inner}, false)"
        home = registry.home(type_name, name)
        operations = cast("dict[str, Given]", value)
        parts = [condition(home, operation, operand, name) for operation, operand in operations.items()]
        return " AND ".join(parts)

    def combined(name: str, items: list[dict[str, Given]], depth: int) -> str:
        parts: list[str] = []
        for item in items:
            subject.allowance.take()
            parts.append(f"coalesce({all_of(item, depth) or 'true'}, false)")
        word = " AND " if name == "and" else " OR "
        return f"({word.join(parts)})" if parts else ("true" if name == "and" else "false")

    def condition(home: object, operation: str, operand: Given, name: str) -> str:
        leaf = cast("Leaf | Listed", operand)
        subject.allowance.take()
        if isinstance(leaf, Leaf) and leaf.value is None:
            raise RequestError(
                Code.BAD_USER_INPUT, f"{type_name}.{name}.{operation} is null. To ask what is absent, use isNull: true."
            )
        if isinstance(home, AnyId):
            return _identified(subject, home, operation, leaf, label)
        if isinstance(home, Prop):
            return _valued(text, home, operation, leaf, var)
        raise RequestError(Code.INTERNAL, f"{type_name}.{name} has no home in the graph.")

    return all_of(where, 0)


def _valued(text: Text, home: Prop, operation: str, operand: Leaf | Listed, var: str) -> str:
    value = f"{var}.{home.name}"
    if home.default is not None:
        value = f"coalesce({value}, {_literal(home.default)})"
    match operation:
        case "isNull":
            return f"{value} IS NULL" if operand.value else f"{value} IS NOT NULL"
        case "eq":
            return f"{value} = {text.parameter(operand, stored)}"
        case "ne":
            return f"{value} <> {text.parameter(operand, stored)}"
        case "in":
            return f"{value} IN {text.parameter(operand, _stored_list)}"
        case "notIn":
            return f"({value} IS NOT NULL AND NOT {value} IN {text.parameter(operand, _stored_list)})"
        case "has":
            return f"{text.parameter(operand)} IN coalesce({value}, [])"
        case "hasAny":
            return f"any(item IN coalesce({value}, []) WHERE item IN {text.parameter(operand)})"
        case _:
            return f"{value} {COMPARE[operation]} {text.parameter(operand)}"


def _identified(subject: Subject, home: AnyId, operation: str, operand: Leaf | Listed, label: str) -> str:
    """Ids are looked up among all of an entity's; order and substrings speak of the preferred one alone."""
    text, var = subject.text, subject.var
    preferred = f"{var}.{home.prop}"

    def among(parameter: str) -> str:
        found = f"MATCH (found:Identifier)-[:IDENTIFIES]->(known:{label})"
        return (
            f"{var}.id IN COLLECT {{ {found} WHERE found.scheme = '{home.scheme}' AND found.value IN {parameter} "
            "RETURN known.id }"
        )

    match operation:
        case "eq":
            return among(text.parameter(operand, _ids(home.scheme, one=True)))
        case "ne":
            parameter = text.parameter(operand, _ids(home.scheme, one=True))
            return f"({preferred} IS NOT NULL AND NOT {among(parameter)})"
        case "in":
            return among(text.parameter(operand, _ids(home.scheme)))
        case "notIn":
            return f"({preferred} IS NOT NULL AND NOT {among(text.parameter(operand, _ids(home.scheme)))})"
        case _:
            return _valued(text, Prop(home.prop), operation, operand, var)


def _ids(scheme: str, *, one: bool = False) -> Convert:
    def convert(value: str | list[str]) -> list[str]:
        raw = [cast("str", value)] if one else cast("list[str]", value)
        return [normal_id(scheme, item) for item in raw]

    return convert


def normal_id(scheme: str, raw: str) -> str:
    """Return an outside id in the graph's normal form. Raises RequestError (BAD_ID)."""
    try:
        return normal(f"{scheme}:{raw}").partition(":")[2]
    except IdentifierError as error:
        raise RequestError(Code.BAD_ID, str(error)) from None


def _stored_list(values: list[object]) -> list[object]:
    return [stored(value) for value in values]


def _literal(value: str | float | bool) -> str:  # noqa: FBT001 a property's default
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}'" if isinstance(value, str) else str(value)
