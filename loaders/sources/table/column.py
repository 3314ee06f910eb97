"""Where a field's values stand in a row, and how they are told apart."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from html import unescape
from typing import TypeAlias, cast

from loaders.files.markup import plain
from loaders.refused import RecordError, clipped

Cells: TypeAlias = Mapping[str, object]
"""A row: text in a CSV; numbers, lists and groups of fields in JSON and Parquet."""


@dataclass(frozen=True, slots=True)
class Column:
    """How a mapping fills one field: from a column (`authors.name` within a group or list of groups), or with a value.

    `separator` parts the items of a text, `within` those of one item; `scheme` is that of which the values are ids.
    `map` replaces values, by `otherwise` those that it does not name. `markup` folds the tags and
    entities of HTML, escaped once more or not.
    """

    name: str
    column: str | None = None
    value: str | None = None
    separator: str | None = None
    within: str | None = None
    scheme: str | None = None
    map: Mapping[str, str] = field(default_factory=dict[str, str])
    otherwise: str | None = None
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Columns beside it, with what has to stand there: `{"links.kind" = ["code"]}`."""
    dblp: bool = False
    markup: bool = False
    many: bool = False
    """Whether its items are told apart by a separator that is looked for."""

    def text(self, row: Cells) -> str | None:
        """Return the one value, None where there is none. Raises RecordError where there are several."""
        if self.value is not None:
            return self.value
        found = [self._mapped(one) for one in map(self._folded, _flat(self.cell(row))) if one]
        if len(found) > 1:
            raise RecordError(f"{self.name}: {len(found)} values in {self.column!r}, where one belongs.")
        return found[0] if found else None

    def items(self, row: Cells) -> list[str] | None:
        """Return the values in order, empty texts among them; None where the row does not say."""
        found = self.nested(row)
        return None if found is None else [one for each in found for one in each or [""]]

    def nested(self, row: Cells) -> list[list[str]] | None:
        """Return the items, each with its own values: those of a list in a list, or parted by `within`."""
        if self.value is not None:
            return [[self.value]]
        cell = self._chosen(row) if self.where else self.cell(row)
        if isinstance(cell, str) or not isinstance(cell, Sequence):
            text = self._folded(_scalar(cell))  # before it is parted: `&amp;` has a semicolon
            if not text:
                return None
            cell = text.split(self.separator) if self.separator else [text]
        return [[self._mapped(one) for one in self._parted(item) if one] for item in cast("Sequence[object]", cell)]

    def _chosen(self, row: Cells) -> object:
        """Return the cell, or those items of its list, where what stands beside fits."""
        cell = self.cell(row)
        beside = [(_at_path(row, name), fits) for name, fits in self.where.items()]
        if not isinstance(cell, list):
            return cell if all(_scalar(said) in fits for said, fits in beside) else None
        items = cast("list[object]", cell)
        for said, fits in beside:
            if not isinstance(said, list) or len(cast("list[object]", said)) != len(items):
                raise RecordError(f"{self.name}: what where names does not come to as many as {self.column!r}.")
            pairs = zip(items, cast("list[object]", said), strict=True)
            items = [item if _scalar(one) in fits else None for item, one in pairs]
        return [item for item in items if item is not None]

    def _parted(self, item: object) -> Iterator[str]:
        for text in map(self._folded, _flat(item)):
            yield from (one.strip() for one in text.split(self.within)) if self.within else (text,)

    def _folded(self, text: str) -> str:
        return plain(unescape(text)) if self.markup else text

    def _mapped(self, text: str) -> str:
        return self.map.get(text, text if self.otherwise is None else self.otherwise)

    def cell(self, row: Cells) -> object:
        """Return what stands in its column, as it stands there."""
        return _at_path(row, self.column or "")


def _at_path(row: Cells, name: str) -> object:
    return row[name] if name in row else _at(row, name.split("."))


def _at(value: object, path: Sequence[str]) -> object:
    """Return what stands at a path, of a list what stands there in each of its items."""
    if not path:
        return value
    if isinstance(value, list):
        return [_at(one, path) for one in cast("list[object]", value)]
    return _at(cast("Cells", value).get(path[0]), path[1:]) if isinstance(value, Mapping) else None


def _flat(value: object) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for one in cast("Sequence[object]", value):
            yield from _flat(one)
    else:
        yield _scalar(value)


def _scalar(value: object) -> str:
    """Return a value as text: whole numbers have no fraction, a time at midnight is a date, NaN is empty."""
    match value:
        case None:
            return ""
        case str():
            return value.strip()
        case bool():
            return "true" if value else "false"
        case float():
            return "" if math.isnan(value) else str(int(value) if value.is_integer() else value)
        case datetime():
            return (value.date() if value.tzinfo is None and value.time() == time() else value).isoformat()
        case date():
            return value.isoformat()
        case Mapping():
            names = ", ".join(sorted(map(str, cast("Mapping[object, object]", value))))
            raise RecordError(f"a group of fields stands where one value belongs; its fields are {clipped(names)}.")
        case _:
            return str(value)
