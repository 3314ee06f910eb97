"""Typed access to the fields of a table row."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar, cast

from loaders.records import dates
from loaders.records.errors import InvalidRecordError, truncate
from loaders.records.parts import Affiliation
from loaders.records.urls import extract_identifier, normalize_url
from loaders.sources.table.allowed_values import IN_ADDRESS, NO, YES
from loaders.sources.table.column import Cells, Column
from loaders.sources.table.mapping_model import Table
from normalization.identifiers import normalize_or_none
from normalization.text import SUFFIXES, fold

T = TypeVar("T", bound=str)
ZEROS = re.compile(r"(?<=\d)\.0+$")
"""A zero fraction after a year, in columns of numbers with fractions."""
FRACTION = re.compile(r"^-?\d+\.(?!(?:0[1-9]|1[0-2])$)\d+$")
"""A number with a fraction that is not a month; 2021.5, for example, is not a valid year."""
MAX_PARTS_OF_NAME = 2
"""Maximum number of parts between the commas of one name, apart from suffixes: family name and given names."""


@dataclass(frozen=True, slots=True)
class RowValues:
    """A row of a table; `source` is the name of the mapping's source."""

    source: str
    table: Table
    row: Cells

    def text(self, field: str) -> str | None:
        """Return the only value of a field, if it is mapped and not empty."""
        column = self.table.columns.get(field)
        return column.text(self.row) if column else None

    def needed(self, field: str) -> str:
        """Return the value of a required field. Raises InvalidRecordError if it is empty."""
        text = self.text(field)
        if not text:
            raise InvalidRecordError(f"the {field} is empty.")
        return text

    def items(self, field: str) -> list[str] | None:
        """Return the values of a field without empty ones; None if the cell is empty or the field not mapped."""
        texts = self.aligned(field)
        return None if texts is None else [text for text in texts if text]

    def aligned(self, field: str) -> list[str] | None:
        """Return the values of a field, including empty values, as `items`."""
        column = self.table.columns.get(field)
        return column.items(self.row) if column else None

    def names(self, field: str) -> list[str] | None:
        """Return the names in a field, including empty values, as `items`.

        Three or more full names with commas are a list, even if the mapping names another separator.

        Raises:
            InvalidRecordError: it is not clear which commas separate names.
        """
        column = self.table.columns.get(field)
        listed = column.items(self.row) if column else None
        if column is None or listed is None or isinstance(column.cell(self.row), list):
            return listed
        return [name for item in listed for name in _comma_separated_names(field, item)]

    def nested(self, field: str) -> list[list[str]] | None:
        """Return the items of a field, each as a list of values, as `items`."""
        column = self.table.columns.get(field)
        return column.nested(self.row) if column else None

    def one_of(self, field: str, values: tuple[T, ...]) -> T | None:
        """Return a value of a fixed set. Raises InvalidRecordError for any other value."""
        text = self.text(field)
        if text is None or text in values:
            return cast("T | None", text)
        raise InvalidRecordError(
            f"{field}: {truncate(text)!r} is not one of {', '.join(values)}: add `map` to the mapping."
        )

    def truth(self, field: str) -> bool | None:
        """Return a Boolean value. Raises InvalidRecordError if the text is neither true nor false."""
        text = (self.text(field) or "").lower()
        if text and text not in YES | NO:
            raise InvalidRecordError(f"{field}: {truncate(text)!r} is not true or false: add `map` to the mapping.")
        return text in YES if text else None

    def number(self, field: str) -> float | None:
        """Return a number. Raises InvalidRecordError if the text is not a number."""
        text = self.text(field)
        try:
            return float(text) if text else None
        except ValueError:
            raise InvalidRecordError(f"{field}: {truncate(text or '')!r} is not a number.") from None

    def date(self, field: str) -> str | None:
        """Return a date in ISO 8601 with its precision; of other formats, the year and a month name.

        Raises InvalidRecordError if the text contains no year.
        """
        text = ZEROS.sub("", self.text(field) or "")
        date = None if FRACTION.match(text) else dates.parse_date_or_none(text) or dates.extract_date_from_text(text)
        if text and date is None:
            raise InvalidRecordError(
                f"{field}: {truncate(text)!r} is not a valid date: expected 2022, 2022-01 or 2022-01-28."
            )
        return date

    def address(self, field: str) -> str | None:
        """Return a URL, if the text is one."""
        return normalize_url(self.text(field))

    def ids(self, kind: str = "") -> tuple[str, ...]:
        """Return the IDs in the row, in the mapping's order; malformed IDs are returned unchanged.

        If the table has a key column of its own, the key is added as an ID of the source: `my-papers:17`.
        """
        ids = [
            f"{scheme}:{value}"
            for scheme, column in self.table.groups.get("ids", {}).items()
            for value in column.items(self.row) or ()
            if value
        ]
        key = self.text("key")
        return tuple(dict.fromkeys([*ids, *([self.own(key, kind)] if key and self.table.has_own_keys else [])]))

    def own(self, key: str, kind: str = "") -> str:
        """Return a key of this source as an ID."""
        return f"{self.source}{kind}:{key}"

    def key(self, ids: tuple[str, ...]) -> str:
        """Return the key of the record: the table's key, else the first valid ID.

        Raises InvalidRecordError if the row has neither.
        """
        key = self.text("key") or next(filter(None, map(normalize_or_none, ids)), None)
        if not key:
            id_list = ", ".join(map(truncate, ids))
            raise InvalidRecordError(
                f"it has no key{f', and these IDs are invalid: {id_list}' if id_list else ' and no ID'}."
            )
        return key

    def references(self, column: Column | None, kind: str = "") -> list[str] | None:
        """Return the IDs in a column: of the column's scheme, else keys of this source.

        Returns None, which means unknown, if the cell is empty or has no valid ID.
        """
        texts = column.items(self.row) if column else None
        if column is None or texts is None:
            return None
        if column.scheme == IN_ADDRESS:
            ids = list(dict.fromkeys(filter(None, map(extract_identifier, texts))))
        else:
            candidates = (
                f"{column.scheme}:{text}" if column.scheme else self.own(text, kind) for text in texts if text
            )
            ids = list(dict.fromkeys(filter(None, map(normalize_or_none, candidates))))
        return ids if ids or not any(texts) else None

    def related(self, kind: str = "") -> Iterator[tuple[str, str]]:
        """Yield (kind of relation, ID of the related entity)."""
        for name, column in self.table.groups.get("relations", {}).items():
            yield from ((name, target) for target in self.references(column, kind) or ())

    def scheme(self, field: str) -> str | None:
        """Return the scheme of a field's IDs; None if its values are keys of this source."""
        column = self.table.columns.get(field)
        return column.scheme if column else None

    def places(self) -> tuple[Affiliation, ...] | None:
        """Return the affiliations of the person in the row."""
        return affiliations(self.items("affiliations"), self.items("rors"))


def affiliations(texts: list[str] | None, rors: list[str] | None) -> tuple[Affiliation, ...] | None:
    """Return affiliations with their ROR IDs, paired if both lists have the same length; otherwise as separate
    affiliations.
    """
    names, ids = texts or [], [normalize_or_none(f"ror:{ror}") if ror else None for ror in rors or ()]
    if len(names) == len(ids):
        pairs = list(zip(names, ids, strict=True))
    else:
        pairs = [*((text, None) for text in names), *(("", id_) for id_ in ids)]
    return tuple(Affiliation(text=text, ror=ror) for text, ror in pairs if text or ror) or None


def _comma_separated_names(field: str, text: str) -> list[str]:
    """Return the names in a text; one name has at most one comma, apart from that before a suffix."""
    parts = [part.strip().removeprefix("and ") for part in text.split(",") if part.strip()]
    if sum(fold(part) not in SUFFIXES for part in parts) <= MAX_PARTS_OF_NAME:
        return [text]
    if all(" " in part for part in parts):
        return parts
    raise InvalidRecordError(
        f"{field}: {truncate(text)!r} has several commas. Expected one name, or full names such as Jane Doe, John Roe, "
        "Ann Poe. Separate the names with another character, such as ;, and set `separator` in the mapping."
    )
