"""What a row says of the fields of its table, as the kinds of records need it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar, cast

from cypher.identifiers import known
from loaders.records import dates
from loaders.records.addresses import address, id_in
from loaders.records.parts import Affiliation
from loaders.refused import RecordError, clipped
from loaders.sources.table.column import Cells, Column
from loaders.sources.table.sections import Table
from loaders.sources.table.values import IN_ADDRESS, NO, YES

T = TypeVar("T", bound=str)
ZEROS = re.compile(r"(?<=\d)\.0+$")
"""What follows a year among numbers with a fraction."""
FRACTION = re.compile(r"^-?\d+\.(?!(?:0[1-9]|1[0-2])$)\d+$")
"""A number with a fraction that is no month: of 2021.5 nobody knows whether it is a year."""


@dataclass(frozen=True, slots=True)
class Said:
    """One row of a table of a source."""

    source: str
    table: Table
    row: Cells

    def text(self, field: str) -> str | None:
        """Return a field's one value; None where the row or the mapping says none."""
        column = self.table.columns.get(field)
        return column.text(self.row) if column else None

    def needed(self, field: str) -> str:
        """Return a field's value. Raises RecordError where there is none."""
        found = self.text(field)
        if not found:
            raise RecordError(f"the {field} is empty.")
        return found

    def items(self, field: str) -> list[str] | None:
        """Return a field's values, without the empty ones; None where the row or the mapping does not say."""
        found = self.aligned(field)
        return None if found is None else [one for one in found if one]

    def aligned(self, field: str) -> list[str] | None:
        """Return a field's values, with the empty ones."""
        column = self.table.columns.get(field)
        return column.items(self.row) if column else None

    def nested(self, field: str) -> list[list[str]] | None:
        """Return a field's items, each with its own values."""
        column = self.table.columns.get(field)
        return column.nested(self.row) if column else None

    def one_of(self, field: str, values: tuple[T, ...]) -> T | None:
        """Return a value that is one of several. Raises RecordError where it is another."""
        found = self.text(field)
        if found is None or found in values:
            return cast("T | None", found)
        raise RecordError(f"{field}: {clipped(found)!r} is none of {', '.join(values)}: say map in the mapping.")

    def truth(self, field: str) -> bool | None:
        """Return yes or no. Raises RecordError where it is neither."""
        found = (self.text(field) or "").lower()
        if found and found not in YES | NO:
            raise RecordError(f"{field}: {clipped(found)!r} is neither true nor false: say map in the mapping.")
        return found in YES if found else None

    def number(self, field: str) -> float | None:
        """Return a number. Raises RecordError where it is none."""
        found = self.text(field)
        try:
            return float(found) if found else None
        except ValueError:
            raise RecordError(f"{field}: {clipped(found or '')!r} is no number.") from None

    def date(self, field: str) -> str | None:
        """Return a date in ISO 8601, as precise as it is: of other forms the year, and a month that is named.

        Raises RecordError where there is no year in it.
        """
        found = ZEROS.sub("", self.text(field) or "")
        date = None if FRACTION.match(found) else dates.known(found) or dates.in_words(found)
        if found and date is None:
            raise RecordError(f"{field}: {clipped(found)!r} is no date: expected 2022, 2022-01 or 2022-01-28.")
        return date

    def address(self, field: str) -> str | None:
        """Return a web address, None where it is none."""
        return address(self.text(field))

    def ids(self, kind: str = "") -> tuple[str, ...]:
        """Return the ids that the row states, in the mapping's order; what is out of form stands as it is.

        Where the table has a key that is none of these, that is an id of the source's own: `my-papers:17`.
        """
        found = [
            f"{scheme}:{one}"
            for scheme, column in self.table.groups.get("ids", {}).items()
            for one in column.items(self.row) or ()
            if one
        ]
        key = self.text("key")
        return tuple(dict.fromkeys([*found, *([self.own(key, kind)] if key and self.table.has_own_keys else [])]))

    def own(self, key: str, kind: str = "") -> str:
        """Return a key of this source as an id."""
        return f"{self.source}{kind}:{key}"

    def key(self, ids: tuple[str, ...]) -> str:
        """Return the record's key: the table's own, else its first id in form. Raises RecordError where it has none."""
        found = self.text("key") or next(filter(None, map(known, ids)), None)
        if not found:
            said = ", ".join(map(clipped, ids))
            raise RecordError(f"it has no key{f', and these are no ids: {said}' if said else ' and no id'}.")
        return found

    def references(self, column: Column | None, kind: str = "") -> list[str] | None:
        """Return ids that a column holds: of the scheme that it says, else keys of this source.

        None where nothing is said, or nothing that is an id: that is not to have none.
        """
        found = column.items(self.row) if column else None
        if column is None or found is None:
            return None
        if column.scheme == IN_ADDRESS:
            ids = list(dict.fromkeys(filter(None, map(id_in, found))))
        else:
            said = (f"{column.scheme}:{one}" if column.scheme else self.own(one, kind) for one in found if one)
            ids = list(dict.fromkeys(filter(None, map(known, said))))
        return ids if ids or not any(found) else None

    def related(self, kind: str = "") -> Iterator[tuple[str, str]]:
        """Yield the kind of each relation with the id of what it leads to."""
        for name, column in self.table.groups.get("relations", {}).items():
            yield from ((name, target) for target in self.references(column, kind) or ())

    def scheme(self, field: str) -> str | None:
        """Return the scheme of which a field's values are ids, None where they are keys of this source."""
        column = self.table.columns.get(field)
        return column.scheme if column else None

    def places(self) -> tuple[Affiliation, ...] | None:
        """Return the affiliations of whom the row is about."""
        return affiliations(self.items("affiliations"), self.items("rors"))


def affiliations(texts: list[str] | None, rors: list[str] | None) -> tuple[Affiliation, ...] | None:
    """Return places with their ROR ids; where there are not as many of these, each stands by itself."""
    names, ids = texts or [], [known(f"ror:{one}") if one else None for one in rors or ()]
    if len(names) == len(ids):
        pairs = list(zip(names, ids, strict=True))
    else:
        pairs = [*((text, None) for text in names), *(("", one) for one in ids)]
    return tuple(Affiliation(text=text, ror=ror) for text, ror in pairs if text or ror) or None
