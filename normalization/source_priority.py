"""Source priority: for each kind of value, the sources in order of preference.

Among the records of one source, the record with the smallest key is preferred, so that every value is a function of the
set of records. The default table is source_priority.toml; an operator's file overrides its rows (`set_active_table`).
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

HERE = Path(__file__).parent / "source_priority.toml"
ANY_OTHER = "anything else"
TABLE = "table"
"""Placeholder in a row, and in the parameter `$ranks` of Cypher, for all sources that no row names, such as users'
tables.
"""
VALUE_KINDS = frozenset(
    {
        *("title", "kind", "abstract", "summary", "language", "by-line", "ids", "topics", "venue", "pages", "comment"),
        *("journal reference", "license", "open access", "resources", "forms", "institution", "funder"),
        *("name of a person", ANY_OTHER),
    }
)
"""Kinds of value; each may have a row."""

Table = dict[str, tuple[str, ...]]


class SourcePriorityError(Exception):
    """A priority table is invalid; the message names the file and the error."""


def table() -> Mapping[str, tuple[str, ...]]:
    """Return the active rows by kind of value."""
    return _rows(*_active_path)


def order(value_kind: str) -> tuple[str, ...]:
    """Return the sources of a kind of value, the most preferred first; TABLE stands for all sources not listed.

    If the row contains TABLE, the sources of other rows follow at its end.
    """
    return _order(*_active_path, value_kind)


def source_rank(value_kind: str, source: str) -> tuple[int, str]:
    """Return a sort key of a source for a kind of value; smaller is preferred."""
    ranks = source_ranks(value_kind)
    return (ranks.get(source, ranks[TABLE]), source)


def source_ranks(value_kind: str) -> Mapping[str, int]:
    """Return source -> rank for a kind of value, 0 for the most preferred; TABLE has the rank of all others."""
    return _ranks(*_active_path, value_kind)


def digest() -> bytes:
    """Return a hash of the operator's table, empty for the default; if it changes, every record is resolved again."""
    return _digest(*_active_path)


def set_active_table(path: Path | None) -> None:
    """Activate an operator's table, or the default for None. Raises SourcePriorityError."""
    if path is not None:
        _rows(path)
    _active_path[0] = path


def active_table_path() -> Path | None:
    """Return the path of the operator's table, None for the default; worker processes must activate the same table."""
    return _active_path[0]


_active_path: list[Path | None] = [None]


@cache
def _rows(path: Path | None) -> Table:
    return _read_table(HERE) | (_read_table(path) if path else {})


@cache
def _order(path: Path | None, value_kind: str) -> tuple[str, ...]:
    rows = _rows(path)
    row = rows.get(value_kind, rows[ANY_OTHER])
    named = {source for row in (*_rows(None).values(), *rows.values()) for source in row}
    return (*row, *sorted(named.difference(row))) if TABLE in row else row


@cache
def _ranks(path: Path | None, value_kind: str) -> Mapping[str, int]:
    row = _order(path, value_kind)
    return {TABLE: len(row)} | {source: place for place, source in enumerate(row)}


@cache
def _digest(path: Path | None) -> bytes:
    return blake2b(msgspec.json.encode(_rows(path), order="deterministic"), digest_size=8).digest() if path else b""


def _read_table(path: Path) -> Table:
    try:
        parsed_table = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Table)
    except OSError as error:
        raise SourcePriorityError(f"Cannot read {path}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise SourcePriorityError(
            f'{path}: expected rows such as title = ["acl", "crossref"] in TOML: {error}.'
        ) from None
    unknown = sorted(set(parsed_table) - VALUE_KINDS)
    if unknown:
        raise SourcePriorityError(
            f"{path}: unknown kind of value {unknown[0]!r}. Kinds of value: {', '.join(sorted(VALUE_KINDS))}."
        )
    return parsed_table
