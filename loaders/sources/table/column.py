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
        inner_separator: Separator of the values in an item; `within` in the mapping.
        scheme: Scheme of the IDs in the column.
        map: Replacements of values.
        default: Replacement of values that `map` does not contain; `otherwise` in the mapping.
        where: Conditions on parallel columns, as allowed values by column name: `{"links.kind" = ["code"]}`.
        dblp: Names have the homonym numbers of dblp.
        markup: Convert HTML tags and entities, including escaped ones, to text.
        requires_separator: True if the loader checks that the cells contain the separator.
    """

    name: str
    column: str | None = None
    value: str | None = None
    separator: str | None = None
    inner_separator: str | None = None
    scheme: str | None = None
    map: Mapping[str, str] = field(default_factory=dict[str, str])
    default: str | None = None
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    dblp: bool = False
    markup: bool = False
    requires_separator: bool = False

    def text(self, row: Cells) -> str | None:
        """Return the only value, if any. Raises InvalidRecordError if there are several values."""
        if self.value is not None:
            return self.value
        values = [self._mapped(value) for value in map(self._without_markup, _flat(self.cell(row))) if value]
        if len(values) > 1:
            raise InvalidRecordError(f"{self.name}: {self.column!r} has {len(values)} values; expected one.")
        return values[0] if values else None

    def items(self, row: Cells) -> list[str] | None:
        """Return the values in order, including empty ones; None if the cell is empty."""
        groups = self.nested(row)
        return None if groups is None else [value for group in groups for value in group or [""]]

    def nested(self, row: Cells) -> list[list[str]] | None:
        """Return the items, each as a list of values: from nested lists, or split by `inner_separator`.

        None if the cell is empty.
        """
        if self.value is not None:
            return [[self.value]]
        cell = self._matching_cell(row) if self.where else self.cell(row)
        if isinstance(cell, str) or not isinstance(cell, Sequence):
            text = self._without_markup(_scalar(cell))  # before splitting: `&amp;` has a semicolon
            if not text:
                return None
            cell = text.split(self.separator) if self.separator else [text]
        return [
            [self._mapped(value) for value in self._split_cell(item) if value]
            for item in cast("Sequence[object]", cell)
        ]

    def _matching_cell(self, row: Cells) -> object:
        """Return the cell if the conditions of `where` hold; of a list, the items for which they hold."""
        cell = self.cell(row)
        conditions = [(_resolve_path(row, name), allowed_values) for name, allowed_values in self.where.items()]
        if not isinstance(cell, list):
            return cell if all(_scalar(value) in allowed_values for value, allowed_values in conditions) else None
        items = cast("list[object]", cell)
        for parallel, allowed_values in conditions:
            if not isinstance(parallel, list) or len(cast("list[object]", parallel)) != len(items):
                raise InvalidRecordError(f"{self.name}: a column in `where` has another length than {self.column!r}.")
            pairs = zip(items, cast("list[object]", parallel), strict=True)
            items = [item if _scalar(value) in allowed_values else None for item, value in pairs]
        return [item for item in items if item is not None]

    def _split_cell(self, item: object) -> Iterator[str]:
        for text in map(self._without_markup, _flat(item)):
            yield from (part.strip() for part in text.split(self.inner_separator)) if self.inner_separator else (text,)

    def _without_markup(self, text: str) -> str:
        return strip_markup(unescape(text)) if self.markup else text

    def _mapped(self, text: str) -> str:
        return self.map.get(text, text if self.default is None else self.default)

    def cell(self, row: Cells) -> object:
        """Return the raw value of the column."""
        return _resolve_path(row, self.column or "")


def _resolve_path(row: Cells, name: str) -> object:
    return row[name] if name in row else _value_at(row, name.split("."))


def _value_at(value: object, path: Sequence[str]) -> object:
    """Return the value at a path; for a list, the values of all its items."""
    if not path:
        return value
    if isinstance(value, list):
        return [_value_at(item, path) for item in cast("list[object]", value)]
    return _value_at(cast("Cells", value).get(path[0]), path[1:]) if isinstance(value, Mapping) else None


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
