"""How long a value may be, and which year is one: what is checked of whatever a record says.

Lengths are bytes of UTF-8. Neo4j refuses an index key of more than about 8,000 bytes, and the whole batch with it.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

from cypher.folding import fold, sort_name
from loaders.refused import RecordError, clipped

T = TypeVar("T")

LONGEST = 4_000
"""Bytes of a title, a name, a link: a key that stands alone or beside a Byline id."""
LONGEST_PART = 1_000
"""Bytes of an id, a record's key, a subject's code: two or three of them make one key."""
SHORT = 50
"""Characters that no spelling out (of Chinese, of signs) can bring near the limit."""
LAST_YEAR = 9_999


def place_key(text: str) -> str:
    """Return the folded name by which a place is known; empty where it has no letter or is too long for a name."""
    folded = fold(text)
    return folded if len(folded) <= LONGEST else ""


def outgrown(text: str) -> bool:
    """Tell whether a text is too long to be a name once it is folded."""
    return len(text) > SHORT and len(fold(text)) > LONGEST


def fitting_ids(what: str, ids: Iterable[str], told: list[str]) -> tuple[str, ...]:
    """Return the ids that fit, and tell of the others."""
    return fitting(what, ids, lambda one: (one,), told)


def fitting(
    what: str, values: Iterable[T], texts: Callable[[T], tuple[str, ...]], told: list[str], limit: int = LONGEST_PART
) -> tuple[T, ...]:
    """Return the values whose texts fit, and tell of the others."""
    kept: list[T] = []
    for value in values:
        over = next((text for text in texts(value) if _over(text, limit)), None)
        if over is None:
            kept.append(value)
        else:
            told.append(aside(what, over, "is left out"))
    return tuple(kept)


def aside(what: str, text: str, outcome: str) -> str:
    """Return what is told of a value that is too long."""
    return f"a value of {len(text.encode()):,} bytes {outcome} ({what}): {clipped(text)}"


def fit_name(what: str, name: str, family: str | None = None) -> None:
    """Check a name as written, and as it is folded and sorted by. Raises RecordError where it is too long."""
    if len(name) + len(family or "") > SHORT:
        fit(what, name, LONGEST)
        fit(f"family {what}", family or "", LONGEST)
        for spelt in (fold(name), sort_name(name, family)):
            fit(f"{what}, spelt out,", spelt, LONGEST)


def fit(what: str, text: str, limit: int) -> None:
    """Check a text. Raises RecordError where it is of more bytes than the limit."""
    if _over(text, limit):
        raise RecordError(f"the {what} is longer than {limit:,} bytes ({len(text.encode()):,}): {clipped(text)}")


def _over(text: str, limit: int) -> bool:
    return len(text) * 4 > limit and len(text.encode()) > limit


def founded(year: int | None, told: list[str]) -> int | None:
    """Return the year; None, and told of, where nothing can have been founded in it."""
    last = datetime.now(UTC).year + 1
    if year is None or 1 <= year <= last:
        return year
    told.append(f"a year outside 1 to {last} is left out (year of establishment): {clipped(repr(year))}")
    return None


def check_year(what: str, year: int | None) -> None:
    """Check a year. Raises RecordError for what is none."""
    if year is not None and abs(year) > LAST_YEAR:
        raise RecordError(f"the {what} is none: {clipped(repr(year))}")
