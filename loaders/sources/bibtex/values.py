"""The value of a field: texts in braces and quotes, numbers and macros, joined by #; comments of % go."""

import re
from collections.abc import Mapping

from loaders.refused import RecordError, clipped

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
STANDARD = {name: name for name in MONTHS}
"""The macros that every style defines; read as dates later."""
BRACE = re.compile(r"(?<!\\)[{}]")
BARE = re.compile(r"[^\s#{}\"]+")
COMMENT = re.compile(r"%[^\n]*(?:\n|$)")


def value(raw: str, macros: Mapping[str, str]) -> str:
    """Return the text of a value; an unknown macro stands as its name.

    Raises RecordError where it is none, and where something follows it without a comma.
    """
    raw = raw.strip()
    if raw.startswith("{") and _end(raw, 0) == len(raw):
        return raw[1:-1]
    parts: list[str] = []
    at = 0
    joined = True
    while at < len(raw):
        sign = raw[at]
        if sign.isspace() or sign in "#%":
            comment = COMMENT.match(raw, at)
            at = comment.end() if comment else at + 1
            joined |= sign == "#"
            continue
        if not joined:
            raise RecordError(f"a comma is missing before {clipped(raw[at:])}")
        joined = False
        if sign == "{":
            end = _end(raw, at)
            parts.append(raw[at + 1 : end - 1])
        elif sign == '"':
            end = _quote(raw, at)
            parts.append(raw[at + 1 : end - 1])
        elif found := BARE.match(raw, at):
            end = found.end()
            parts.append(macros.get(found[0].lower(), found[0]))
        else:
            raise RecordError(f"a value cannot be read: {clipped(raw)}")
        at = end
    return "".join(parts)


def _end(raw: str, at: int) -> int:
    """Return where the group ends that begins at a brace. Raises RecordError where it never does."""
    depth = 0
    for brace in BRACE.finditer(raw, at):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    raise RecordError(f"braces do not match: {clipped(raw)}")


def _quote(raw: str, at: int) -> int:
    """Return where a quoted text ends: at a quote outside of braces."""
    depth = 0
    for place in range(at + 1, len(raw)):
        sign = raw[place]
        depth += (sign == "{") - (sign == "}")
        if sign == '"' and depth <= 0:
            return place + 1
    raise RecordError(f"a quote does not end: {clipped(raw)}")
