"""Split JSON Lines into elements, so that a malformed line loses only itself, even if it leaves a bracket open."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from loaders.formats.encoding import JSON_ERRORS, replace_lone_surrogates
from loaders.records.errors import RejectedItem

GAP = re.compile(rb"[\s,]*+")
"""White space and commas between two elements."""
INSIDE = {
    b"{": re.compile(rb'[^"{}]*+(?:"(?:[^"\\]|\\.)*+"[^"{}]*+)*+([{}])', re.DOTALL),
    b"[": re.compile(rb'[^"\[\]]*+(?:"(?:[^"\\]|\\.)*+"[^"\[\]]*+)*+([\[\]])', re.DOTALL),
}
"""Opening bracket -> text up to the next bracket of its kind outside a string. Possessive, to scan unfinished text only
once.
"""
LINE_END = re.compile(rb"[ \t\r,]*+\n")
"""Text that may follow an element that is alone on its line."""
CLOSED = re.compile(rb'[^"]*+(?:"(?:[^"\\]|\\.)*+"[^"]*+)*+', re.DOTALL)
"""A text in which every string is closed; JSON strings never contain a line end."""
GOES_ON = re.compile(rb'[{}\[\]":,\d-]|(?:true|false|null)\b')
"""Beginning of a line that may continue a JSON element."""
SPACE = re.compile(rb"\s*+")
AWAITS = frozenset({b"[", b":", b","})
"""Characters before a nested object or array."""
NONE = "not valid JSON: neither an object nor an array."
TORN_LINE = "not valid JSON: a bracket or quote in the line is not closed. Reading continues with the next line."


class RawElement(NamedTuple):
    """An element as written in the file, and its position (`record 7`, `line 7`), for rejects."""

    place: str
    text: bytes


class JsonLinesScanner:
    """Splits a file with one element per line, chunk by chunk, starting with `buffer` at line number `line`.

    An element over several lines is still one element. It is rejected if a line ends within a string, if the next line
    cannot continue it, or if an object or array begins in the next line and the whole is not JSON. Then each line is
    read separately.
    """

    def __init__(self, buffer: bytes, line: int) -> None:
        self._held = buffer
        self._line = line
        self._start = self._place = self._depth = self._alone = 0

    def rest(self) -> bytes:
        """Return the buffered text after the last complete element."""
        return self._held[self._start :]

    def give_up(self) -> None:
        """Drop the current line; the next call of `cut` begins another."""
        self._held = b""
        self._line += 1
        self._start = self._place = self._depth = 0

    def cut(self, chunk: bytes, *, last: bool = False) -> Iterator[RawElement | RejectedItem]:
        """Yield complete elements and rejected lines; nothing follows the `last` chunk."""
        self._held, self._place, self._start = self.rest() + chunk, self._place - self._start, 0
        self._alone = 0
        while (piece := self._next(last=last)) is not None:
            yield piece

    def _next(self, *, last: bool) -> RawElement | RejectedItem | None:
        buffer = self._held
        if not self._depth:
            self._pass_gap()
        start = self._start
        end = buffer.find(b"\n", self._place)
        line_end = len(buffer) if end < 0 else end
        opener = buffer[start : start + 1]
        if opener not in INSIDE:
            return self._other(line_end) if opener and (last or end >= 0) else None
        if not self._depth:
            self._place, self._depth = start + 1, 1
        self._place, self._depth = _followed(buffer, self._place, line_end, opener, self._depth)
        if not self._depth:
            return self._finish_element(self._place)
        return None if end < 0 else self._over_lines(end, last=last)

    def _pass_gap(self) -> None:
        gap = GAP.match(self._held, self._start)
        end = gap.end() if gap else self._start
        self._line += self._held.count(b"\n", self._start, end)
        self._start = self._place = end

    def _finish_element(self, place: int) -> RawElement:
        """Return the element that ends at a position."""
        piece = RawElement(f"line {self._line}", self._held[self._start : place])
        self._line += piece.text.count(b"\n")
        self._start = self._place = place
        self._depth = 0
        return piece

    def _refused(self, end: int, why: str) -> RejectedItem:
        """Reject the text up to the end of a line."""
        return RejectedItem(self._finish_element(end).place, why)

    def _other(self, end: int) -> RawElement | RejectedItem:
        """Return or reject an element that begins without a bracket, up to the end of its line."""
        text = self._held[self._start : end].rstrip(b" \t\r,")
        return self._finish_element(self._start + len(text)) if _is_json(text) else self._refused(end, NONE)

    def _over_lines(self, end: int, *, last: bool) -> RawElement | RejectedItem | None:
        """Return an element that continues after its first line, which ends at `end`; None if more text is needed."""
        buffer, line, place, depth = self._held, self._start, self._place, self._depth
        if line < self._alone:
            return self._refused(end, TORN_LINE)
        first, opener, swallows = end, buffer[line : line + 1], False
        while depth:
            if not CLOSED.fullmatch(buffer, place, end):
                return self._given_up(first, end if line == self._start else line, swallows=swallows)
            gap = SPACE.match(buffer, end)
            place = gap.end() if gap else end
            following = buffer.find(b"\n", place)
            if following < 0 and not last:
                return None
            if place == len(buffer):
                several = line != self._start or end == len(buffer)
                return None if several and not swallows else self._given_up(first, end, swallows=swallows)
            opens = buffer[place : place + 1] in INSIDE
            if not GOES_ON.match(buffer, place) or (opens and buffer[line:end].rstrip()[-1:] not in AWAITS):
                return self._given_up(first, end, swallows=swallows)
            swallows |= opens and buffer[place - 1 : place] == b"\n"
            line, end = place, len(buffer) if following < 0 else following
            place, depth = _followed(buffer, place, end, opener, depth)
        if swallows and not _is_json(buffer[self._start : place]):
            return self._given_up(first, end, swallows=True)
        return self._finish_element(place)

    def _given_up(self, first: int, end: int, *, swallows: bool) -> RejectedItem:
        """Reject the text up to a position; only its first line if an element may begin in a later line."""
        self._alone = end if swallows else 0
        return self._refused(first if swallows else end, TORN_LINE)


def _followed(buffer: bytes, place: int, end: int, opener: bytes, depth: int) -> tuple[int, int]:
    """Match brackets of a kind up to the end of a line; return the position and the nesting depth there."""
    inside = INSIDE[opener]
    while depth and (match := inside.match(buffer, place, end)):
        place = match.end()
        depth += 1 if match[1] == opener else -1
    return place, depth


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(replace_lone_surrogates(text))
    except JSON_ERRORS:
        return False
    return True
