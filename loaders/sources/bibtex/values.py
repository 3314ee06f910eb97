"""Parse field values: texts in braces or quotes, numbers and macros, joined by #. Comments (%) are removed."""

import re
from collections.abc import Mapping

from loaders.records.errors import InvalidRecordError, truncate

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
STANDARD = {name: name for name in MONTHS}
"""Macros that all styles define; they are parsed as dates later."""
BRACE = re.compile(r"(?<!\\)[{}]")
BARE = re.compile(r"[^\s#{}\"]+")
COMMENT = re.compile(r"%[^\n]*(?:\n|$)")
MAX_LENGTH = 1 << 20
"""Maximum length of a value in characters. Macros that consist of macros could otherwise grow exponentially."""


def value(raw: str, macros: Mapping[str, str]) -> str:
    """Return the text of a value; an unknown macro becomes its name.

    Raises:
        InvalidRecordError: The value cannot be read, is followed by text without a comma, or is longer than MAX_LENGTH.
    """
    raw = raw.strip()
    if raw.startswith("{") and _end(raw, 0) == len(raw):
        return raw[1:-1]
    parts: list[str] = []
    position = length = 0
    joined = True
    while position < len(raw):
        sign = raw[position]
        if sign.isspace() or sign in "#%":
            comment = COMMENT.match(raw, position)
            position = comment.end() if comment else position + 1
            joined |= sign == "#"
            continue
        if not joined:
            raise InvalidRecordError(f"a comma is missing before {truncate(raw[position:])}")
        joined = False
        if sign == "{":
            end = _end(raw, position)
            parts.append(raw[position + 1 : end - 1])
        elif sign == '"':
            end = _quote(raw, position)
            parts.append(raw[position + 1 : end - 1])
        elif match := BARE.match(raw, position):
            end = match.end()
            parts.append(macros.get(match[0].lower(), match[0]))
        else:
            raise InvalidRecordError(f"a value cannot be read: {truncate(raw)}")
        position = end
        length += len(parts[-1])
        if length > MAX_LENGTH:
            raise InvalidRecordError(f"a value is longer than {MAX_LENGTH:,} characters: {truncate(raw)}")
    return "".join(parts)


def _end(raw: str, start: int) -> int:
    """Return the end position of the group that begins at a brace. Raises InvalidRecordError if it is not closed."""
    depth = 0
    for brace in BRACE.finditer(raw, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    raise InvalidRecordError(f"braces do not match: {truncate(raw)}")


def _quote(raw: str, start: int) -> int:
    """Return the end position of a quoted text: after the next quote outside braces.

    Raises InvalidRecordError if the quote is not closed.
    """
    depth = 0
    for place in range(start + 1, len(raw)):
        sign = raw[place]
        depth += (sign == "{") - (sign == "}")
        if sign == '"' and depth <= 0:
            return place + 1
    raise InvalidRecordError(f"a quote does not end: {truncate(raw)}")
