"""Whom to believe: for each kind of fact, the sources in the order in which they are asked.

Within one source the record whose key sorts first speaks. That makes every value a function of the set of records. The
table is source_priority.toml; an operator's own file takes the place of its rows (`use`).
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

HERE = Path(__file__).parent / "source_priority.toml"
OTHERWISE = "anything else"
TABLE = "table"
"""Stands in a row for the sources that no row names: those of people's own tables. So it does in `$ranks` of Cypher."""
FACTS = frozenset(
    {
        *("title", "kind", "abstract", "tldr", "language", "by-line", "ids", "topics", "venue", "pages", "comment"),
        *("journal reference", "licence", "open access", "resources", "forms", "institution", "funder"),
        *("name of a person", OTHERWISE),
    }
)
"""Kinds of fact that a row may be of."""

Table = dict[str, tuple[str, ...]]


class TrustError(Exception):
    """A table cannot be used; the message names the file and what is wrong."""


def table() -> Mapping[str, tuple[str, ...]]:
    """Return the rows in force, by kind of fact."""
    return _rows(*_chosen)


def order(fact: str) -> tuple[str, ...]:
    """Return the sources of a kind of fact, the most trusted first: TABLE stands for all that are not among them.

    These are those that its row names; where TABLE is one of them, behind them those that other rows name.
    """
    return _order(*_chosen, fact)


def rank(fact: str, source: str) -> tuple[int, str]:
    """Return where a source stands for a kind of fact: smaller is more trusted."""
    places = ranks(fact)
    return (places.get(source, places[TABLE]), source)


def ranks(fact: str) -> Mapping[str, int]:
    """Return where each source stands for a kind of fact, 0 is the most trusted; TABLE: where all others stand."""
    return _ranks(*_chosen, fact)


def digest() -> bytes:
    """Return what tells one table from another: under another table every record is settled anew."""
    return _digest(*_chosen)


def set_active_table(path: Path | None) -> None:
    """Take an operator's table from now on, None for Byline's own. Raises TrustError."""
    if path is not None:
        _rows(path)
    _chosen[0] = path


def chosen() -> Path | None:
    """Return the operator's table that is in force, None for Byline's own: another process must use the same."""
    return _chosen[0]


_chosen: list[Path | None] = [None]


@cache
def _rows(path: Path | None) -> Table:
    return _read_table(HERE) | (_read_table(path) if path else {})


@cache
def _order(path: Path | None, fact: str) -> tuple[str, ...]:
    rows = _rows(path)
    row = rows.get(fact, rows[OTHERWISE])
    named = {source for row in (*_rows(None).values(), *rows.values()) for source in row}
    return (*row, *sorted(named.difference(row))) if TABLE in row else row


@cache
def _ranks(path: Path | None, fact: str) -> Mapping[str, int]:
    row = _order(path, fact)
    return {TABLE: len(row)} | {source: place for place, source in enumerate(row)}


@cache
def _digest(path: Path | None) -> bytes:
    return blake2b(msgspec.json.encode(_rows(path), order="deterministic"), digest_size=8).digest() if path else b""


def _read_table(path: Path) -> Table:
    try:
        parsed_table = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Table)
    except OSError as error:
        raise TrustError(f"{path}: cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise TrustError(f'{path}: expected rows such as title = ["acl", "crossref"] in TOML: {error}.') from None
    unknown = sorted(set(parsed_table) - FACTS)
    if unknown:
        raise TrustError(f"{path}: {unknown[0]!r} is no kind of fact. There are {', '.join(sorted(FACTS))}.")
    return parsed_table
