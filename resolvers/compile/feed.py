"""Where the feed of changes is asked from: a load, a time, a number, or a cursor."""

import re
from datetime import UTC, datetime
from typing import Any, TypeAlias

from resolvers.compile.byline_ids import checked_load
from resolvers.compile.text import Convert
from resolvers.errors import Code, RequestError

CURSOR = re.compile(r"(?:[0-9]{1,15}:)?([0-9]{1,15}):([a-z]_[0-9A-HJKMNP-TV-Z]{26})")
"""The number and the id; cursors of earlier versions begin with another number, which says nothing any more."""
NUMBER = re.compile(r"[0-9]{1,15}")
Asked: TypeAlias = Any
"""What a client sent: a text or null."""


def load(since: Asked) -> str | None:
    """Return the load that is meant, None for what is no load's id."""
    return checked_load(since) if isinstance(since, str) and since.startswith("l_") else None


def number(since: Asked) -> int | None:
    """Return the number that is meant: 0, the beginning, where nothing was said; None for a load or a time."""
    if since is None:
        return 0
    return int(since) if NUMBER.fullmatch(since) else None


def time(since: Asked) -> str | None:
    """Return the time that is meant, as loads have theirs. Raises RequestError for what is neither."""
    if since is None or since.startswith("l_") or NUMBER.fullmatch(since):
        return None
    try:
        told = datetime.fromisoformat(since)
        told = (told if told.tzinfo else told.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RequestError(
            Code.BAD_USER_INPUT,
            f"{since[:60]!r} is neither a load's id, nor a time such as 2026-01-31T12:00:00Z, nor a change's number.",
        ) from None
    return told.strftime("%Y-%m-%dT%H:%M:%SZ")


def _part(place: int) -> Convert:
    def convert(after: Asked) -> int | str | None:
        if after is None:
            return None
        found = CURSOR.fullmatch(after)
        if not found:
            raise RequestError(Code.BAD_CURSOR, f"{after[:60]!r} is no cursor of changes.")
        return found[place] if place == 2 else int(found[place])  # noqa: PLR2004 the second part is the id

    return convert


PARTS: dict[str, tuple[str, Convert, Any]] = {
    "load": ("since", load, None),
    "time": ("since", time, None),
    "number": ("since", number, None),
    "seq": ("after", _part(1), None),
    "id": ("after", _part(2), None),
}
"""What each parameter of the file is made from."""
