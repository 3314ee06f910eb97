"""A table of messy names: read from CSV, TSV or lines, each row a description; the same table with what was found."""

import csv
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from byline.reconcile.asking import Asking
from byline.reconcile.kinds import KINDS, Kind, named

AT_ONCE = 500
"""Rows of one request."""
ADDED = ("byline_id", "byline_name", "byline_score", "byline_match")
SEVERAL = ";"
"""What stands between several values in one cell."""
QUESTION = (
    "query Table($facts: [{facts}!]!) {{ match({argument}: $facts, limit: 1) "
    "{{ candidates {{ score match node {{ id ... on {kind} {{ {name} }} }} }} }} }}"
)


class TableError(Exception):
    """A table cannot be read as asked; the message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its columns, and which of them gives which fact."""

    kind: Kind
    columns: Sequence[str]
    facts: Mapping[str, str]
    """Fact -> column."""

    def description(self, row: Mapping[str, str]) -> dict[str, object]:
        """Return one row as a description of `match`; empty cells are not known."""
        found: dict[str, object] = {}
        known = {one.fact: one for one in self.kind.properties.values() if one.fact}
        for fact, column in self.facts.items():
            text = (row.get(column) or "").strip()
            one = known.get(fact)
            if not text:
                continue
            if one is not None and one.many:
                found[fact] = [part.strip() for part in text.split(SEVERAL) if part.strip()]
            elif one is None or not one.number:
                found[fact] = text
            elif text[:4].isascii() and text[:4].isdecimal():
                found[fact] = int(text[:4])
        return found


def facts_of(kind: Kind) -> list[str]:
    """Return the facts that a column can give, the text first."""
    return [kind.text, *(one.fact for one in kind.properties.values() if one.fact)]


def placed(kind: Kind, columns: Sequence[str], column: str | None, named_facts: Mapping[str, str]) -> Table:
    """Return which column gives which fact: those named, and those that bear a fact's own name. Raises TableError."""
    plain = {name.strip().lower(): name for name in columns}
    facts = {fact: plain[fact.lower()] for fact in facts_of(kind) if fact.lower() in plain}
    if column is None and kind.text not in facts and len(columns) == 1:
        column = columns[0]
    given = {**named_facts, **({kind.text: column} if column else {})}
    for fact, name in given.items():
        if fact not in facts_of(kind):
            raise TableError(f"{fact!r} is no fact of {kind.argument}: they are {', '.join(facts_of(kind))}.")
        if name not in columns:
            raise TableError(f"There is no column {name!r}. The table has: {', '.join(columns)}.")
    facts |= given
    if not facts:
        raise TableError(f"Say which column has the {kind.text}: --column NAME. The table has: {', '.join(columns)}.")
    return Table(kind, columns, facts)


@contextmanager
def opened(path: str) -> Generator[tuple[list[str], Iterator[dict[str, str]]]]:
    """Open a table, `-` for standard input: its columns and rows. Raises TableError."""
    try:
        with _file(path) as file:
            if path.endswith((".txt", ".lst")):
                yield ["text"], ({"text": line.rstrip("\r\n")} for line in file)
                return
            reader = csv.DictReader(file, dialect="excel-tab" if path.endswith((".tsv", ".tab")) else "excel")
            columns = [name for name in reader.fieldnames or () if name]
            if not columns:
                raise TableError(f"{path} has no header: its first line names the columns.")
            yield columns, iter(reader)
    except UnicodeDecodeError as error:
        raise TableError(f"{path} is no UTF-8: {error.reason} at byte {error.start}. Save it as UTF-8.") from None
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}.") from None
    except csv.Error as error:
        raise TableError(f"{path} is no table that can be read: {error}.") from None


def _file(path: str) -> IO[str]:
    if path == "-":
        return sys.stdin
    return Path(path).open(encoding="utf-8-sig", newline="")


async def answers(asking: Asking, table: Table, rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Return what each row of a batch means, in their order. Raises RequestError."""
    kind = table.kind
    name = "title" if kind is KINDS["Paper"] else "name"
    query = QUESTION.format(facts=kind.facts, argument=kind.argument, kind=kind.id, name=name)
    data = await asking.data(query, {"facts": [table.description(row) for row in rows]})
    return [_told(match["candidates"]) for match in data["match"]]


def _told(candidates: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    if not candidates:
        return dict.fromkeys(ADDED, "")
    best = candidates[0]
    values = (best["node"]["id"], named(best["node"]), str(best["score"]), str(best["match"]).lower())
    return dict(zip(ADDED, values, strict=True))
