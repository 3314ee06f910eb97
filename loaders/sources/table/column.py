"""Extract the values of a field from the cells of a row."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from html import unescape
from typing import TypeAlias, cast

from loaders.formats.markup import strip_markup
from loaders.records.errors import InvalidRecordError, truncate

Cells: TypeAlias = Mapping[str, object]
"""A row: texts in CSV; numbers, lists and objects in JSON and Parquet."""


@dataclass(frozen=True, slots=True)
class Column:
    """How a mapping fills a field: with a column, or with a constant.

    Attributes:
        name: Name of the field in messages.
        column: Name of the column, or a path such as `authors.name` into an object or a list of objects.
        value: The constant; exclusive with `column`.
        separator: Separator of the items in a text.
        within: Separator of the values in an item.
        scheme: Scheme of the IDs in the column.
        map: Replacements of values.
        otherwise: Replacement of values that `map` does not contain.
        dblp: Names have the homonym numbers of dblp.
        markup: Convert HTML tags and entities, including escaped ones, to text.
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
    """Conditions on parallel columns, as allowed values by column name: `{"links.kind" = ["code"]}`."""
    dblp: bool = False
    markup: bool = False
    many: bool = False
    """True if the loader checks that the cells contain the separator."""

    def text(self, row: Cells) -> str | None:
        """Return the only value, if any. Raises InvalidRecordError if there are several values."""
        if self.value is not None:
            return self.value
        values = [self._mapped(value) for value in map(self._folded, _flat(self.cell(row))) if value]
        if len(values) > 1:
            raise InvalidRecordError(f"{self.name}: {self.column!r} has {len(values)} values; expected one.")
        return values[0] if values else None

    def items(self, row: Cells) -> list[str] | None:
        """Return the values in order, including empty ones; None if the cell is empty."""
        groups = self.nested(row)
        return None if groups is None else [value for group in groups for value in group or [""]]

    def nested(self, row: Cells) -> list[list[str]] | None:
        """Return the items, each as a list of values: from nested lists, or split by `within`; None if the cell is
        empty.
        """
        if self.value is not None:
            return [[self.value]]
        cell = self._chosen(row) if self.where else self.cell(row)
        if isinstance(cell, str) or not isinstance(cell, Sequence):
            text = self._folded(_scalar(cell))  # before splitting: `&amp;` has a semicolon
            if not text:
                return None
            cell = text.split(self.separator) if self.separator else [text]
        return [
            [self._mapped(value) for value in self._split_cell(item) if value]
            for item in cast("Sequence[object]", cell)
        ]

    def _chosen(self, row: Cells) -> object:
        """Return the cell if the conditions of `where` hold; of a list, the items for which they hold."""
        cell = self.cell(row)
        conditions = [(_at_path(row, name), fits) for name, fits in self.where.items()]
        if not isinstance(cell, list):
            return cell if all(_scalar(value) in fits for value, fits in conditions) else None
        items = cast("list[object]", cell)
        for parallel, fits in conditions:
            if not isinstance(parallel, list) or len(cast("list[object]", parallel)) != len(items):
                raise InvalidRecordError(f"{self.name}: a column in `where` has another length than {self.column!r}.")
            pairs = zip(items, cast("list[object]", parallel), strict=True)
            items = [item if _scalar(value) in fits else None for item, value in pairs]
        return [item for item in items if item is not None]

    def _split_cell(self, item: object) -> Iterator[str]:
        for text in map(self._folded, _flat(item)):
            yield from (part.strip() for part in text.split(self.within)) if self.within else (text,)

    def _folded(self, text: str) -> str:
        return strip_markup(unescape(text)) if self.markup else text

    def _mapped(self, text: str) -> str:
        return self.map.get(text, text if self.otherwise is None else self.otherwise)

    def cell(self, row: Cells) -> object:
        """Return the raw value of the column."""
        return _at_path(row, self.column or "")


def _at_path(row: Cells, name: str) -> object:
    return row[name] if name in row else _at(row, name.split("."))


def _at(value: object, path: Sequence[str]) -> object:
    """Return the value at a path; for a list, the values of all its items."""
    if not path:
        return value
    if isinstance(value, list):
        return [_at(item, path) for item in cast("list[object]", value)]
    return _at(cast("Cells", value).get(path[0]), path[1:]) if isinstance(value, Mapping) else None


def _flat(value: object) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for item in cast("Sequence[object]", value):
            yield from _flat(item)
    else:
        yield _scalar(value)


def _scalar(value: object) -> str:
    """Return a value as text: whole numbers without a fraction, a time at midnight as a date, NaN as an empty text."""
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
            raise InvalidRecordError(f"expected a single value, found an object with the fields {truncate(names)}.")
        case _:
            return str(value)
