"""Groups: what a list is made of, by one key or several, counted and measured under the list's own filter.

The grouping is the list of its groups, one more than asked for where there are more; a group is a list like any object.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from graphql import GraphQLObjectType

from resolvers.compile.arguments import Given, Leaf, arguments
from resolvers.compile.compose import TYPENAME, Composer, Part, Spot, joined
from resolvers.compile.cost import Level
from resolvers.compile.group_keys import Key, Measures, group_order, keyed, word
from resolvers.compile.readers import Column, Reader, Reading, listed, nullable, object_reader
from resolvers.compile.selection import Asked
from resolvers.compile.source import Source
from resolvers.compile.types import AnyType, field_object, item, named_object, of
from resolvers.errors import Code, RequestError
from schema.graph import Groups
from schema.groups.grouping import DEFAULT_TOP, MAX_TOP


@dataclass(frozen=True, slots=True)
class Grouped:
    """One grouping in the making."""

    composer: Composer
    keys: list[Key]
    measures: Measures
    level: Level


def compose(composer: Composer, source: Source, spot: Spot) -> Part:
    """Return the groups of a connection's rows, as the field at the spot asks for them. Raises RequestError."""
    given, grouping = spot.given, named_object(spot.type)
    measures = Measures(composer, source.order.node)
    body, keys = keyed(composer, source, given)
    by = group_order(measures, keys, given)
    top = composer.text.parameter(cast("Leaf | None", given.get("top")), _top)
    level = spot.level.below(lambda variables: _top(_said(given.get("top"), variables)))
    grouped = Grouped(composer, keys, measures, level)
    fields = composer.document.asked(grouping, spot.asked.inside)
    parts = {
        one.key: _group(grouped, item(of(grouping.fields["groups"])), one) for one in fields if one.name == "groups"
    }
    made = ", ".join([key.var for key in keys] + [f"{text} AS {var}" for text, var in measures.variables.items()])
    row = Part(
        f"[{', '.join(p.expression for p in parts.values())}]", None, joined([p.clauses for p in parts.values()])
    )
    body = f"{body} WITH {made} ORDER BY {by} LIMIT {top}"
    found, clause = composer.gathered(spot.scope.var, body, row)
    shown = {key: (place, cast("Reader", part.reader)) for place, (key, part) in enumerate(parts.items())}
    return Part(found, _reader(fields, grouping.name, shown, top.removeprefix("$")), clause)


def _group(grouped: Grouped, type_: AnyType, asked: Asked) -> Part:
    """Return the selection on one group."""
    composer, measures, group = grouped.composer, grouped.measures, named_object(type_)
    columns: list[Column] = []
    parts: list[Part] = []
    for one in composer.document.asked(group, asked.inside):
        if one.name == TYPENAME:
            columns.append(Column(one.key, -1, None, group.name))
            continue
        grouped.level.cost.own += 1
        if one.name == "keys":
            part = _keys(grouped, field_object(group, "keys"), one)
        elif one.name == "count":
            part = Part(measures.count(), None)
        else:
            home = cast("Groups", composer.registry.home(group.name, one.name))
            given = arguments(group.fields[one.name], one.node, composer.document.variables)
            part = Part(f"toFloat({measures.of(home.measure, str(word(given, 'of')))})", None)
        columns.append(Column(one.key, len(parts), part.reader))
        parts.append(part)
    expression = f"[{', '.join(part.expression for part in parts)}]"
    clauses = joined([part.clauses for part in parts])
    return Part(expression, object_reader(columns, group.name, frozenset()), clauses)


def _keys(grouped: Grouped, type_: GraphQLObjectType, asked: Asked) -> Part:
    """Return the selection on each key of a group."""
    composer = grouped.composer
    fields = composer.document.asked(type_, asked.inside)
    readers: dict[str, Reader] = {}
    rows: list[str] = []
    clauses: list[str] = []
    for key in grouped.keys:
        row: list[str] = []
        for one in fields:
            if one.name == "value":
                row.append(key.value)
            elif one.name == "node" and key.is_node:
                part = composer.entity(of(type_.fields["node"]), key.var, one.inside, grouped.level.below())
                readers[one.key] = nullable(cast("Reader", part.reader))
                row.append(part.expression)
                clauses.append(part.clauses)
            elif one.name == "node":
                row.append("null")
        rows.append(f"[{', '.join(row)}]")
    columns: list[Column] = []
    place = 0
    for one in fields:
        if one.name == TYPENAME:
            columns.append(Column(one.key, -1, None, type_.name))
        else:
            columns.append(Column(one.key, place, readers.get(one.key)))
            place += 1
    reader = listed(object_reader(columns, type_.name, frozenset()), absent_is_empty=True)
    return Part(f"[{', '.join(rows)}]", reader, joined(clauses))


def _reader(fields: Sequence[Asked], type_name: str, shown: Mapping[str, tuple[int, Reader]], top: str) -> Reader:
    """Return the reader of the list of groups."""

    def read(rows: Sequence[Sequence[Any]], reading: Reading) -> dict[str, Any]:
        size = int(reading.parameters[top]) - 1
        found: dict[str, Any] = {}
        for one in fields:
            if one.name == "groups":
                place, reader = shown[one.key]
                found[one.key] = [reader(row[place], reading) for row in rows[:size]]
            elif one.name == "truncated":
                found[one.key] = len(rows) > size
            else:
                found[one.key] = type_name
        return found

    return read


def _top(value: Any) -> int:  # noqa: ANN401 what a client sent
    """Return how many groups are read: one more than asked for, which tells whether there are more."""
    number = DEFAULT_TOP if value is None else int(value)
    if not 1 <= number <= MAX_TOP:
        raise RequestError(Code.BAD_USER_INPUT, f"top is {number:,}; it can be 1 to {MAX_TOP:,}.")
    return number + 1


def _said(given: Given | None, variables: Any) -> Any:  # noqa: ANN401 what a client sent
    return given.read(variables) if isinstance(given, Leaf) else None
