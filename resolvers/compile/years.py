"""How many papers of a list each year has, no year in between left out."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from resolvers.compile.arguments import Given, Leaf
from resolvers.compile.compose import TYPENAME, Composer, Part, Spot
from resolvers.compile.readers import Reader, Reading
from resolvers.compile.selection import Asked
from resolvers.compile.source import Source
from resolvers.compile.types import named_object

TYPICAL_YEARS = 50


def compose(composer: Composer, source: Source, spot: Spot) -> Part:
    """Return the years of a connection's papers, each with its count. Raises RequestError."""
    given = spot.given
    node, year, count = source.order.node, composer.text.name("g"), composer.text.name("a")
    bounds = [
        f"{year} {sign} {composer.text.parameter(leaf)}"
        for name, sign in (("from", ">="), ("to", "<="))
        if (leaf := _given(given, name)) is not None
    ]
    within = " AND ".join([f"{year} IS NOT NULL", *bounds])
    spot.level.below(TYPICAL_YEARS).cost.own += 2
    body = f"{source.every()} WITH {node}.year AS {year}, count(*) AS {count} WHERE {within}"
    found, clause = composer.gathered(spot.scope.var, body, Part(f"[{year}, {count}]", None))
    shown = composer.document.asked(named_object(spot.type), spot.asked.inside)
    return Part(found, _reader(shown), clause)


def _given(given: Mapping[str, Given], name: str) -> Leaf | None:
    found = given.get(name)
    return found if isinstance(found, Leaf) and found.value is not None else None


def _reader(fields: Sequence[Asked]) -> Reader:
    """Return the reader of `[year, count]` in any order: every year from the first to the last."""

    def read(rows: Sequence[Sequence[Any]], reading: Reading) -> list[dict[str, Any]]:
        counts = {cast("int", year): cast("int", count) for year, count in rows}
        if not counts:
            return []
        years = range(min(counts), max(counts) + 1)
        reading.values += len(years) * len(fields)
        return [{one.key: _value(one.name, year, counts.get(year, 0)) for one in fields} for year in years]

    return read


def _value(name: str, year: int, count: int) -> object:
    return {"year": year, "count": count, TYPENAME: "YearCount"}[name]
