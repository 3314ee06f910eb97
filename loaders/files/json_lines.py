"""Lines of JSON, an element a line: one that is broken costs itself alone, whatever it leaves open."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from loaders.files.encoding import NO_JSON, without_half_signs
from loaders.refused import Rejected

GAP = re.compile(rb"[\s,]*+")
"""What parts two elements."""
INSIDE = {
    b"{": re.compile(rb'[^"{}]*+(?:"(?:[^"\\]|\\.)*+"[^"{}]*+)*+([{}])', re.DOTALL),
    b"[": re.compile(rb'[^"\[\]]*+(?:"(?:[^"\\]|\\.)*+"[^"\[\]]*+)*+([\[\]])', re.DOTALL),
}
"""Up to the next bracket of a kind outside a string. Possessive, so that an unfinished end costs one pass."""
LINE_END = re.compile(rb"[ \t\r,]*+\n")
"""What may follow an element that has its line to itself."""
CLOSED = re.compile(rb'[^"]*+(?:"(?:[^"\\]|\\.)*+"[^"]*+)*+', re.DOTALL)
"""A text in which each string ends; in JSON none goes over the end of a line."""
GOES_ON = re.compile(rb'[{}\[\]":,\d-]|(?:true|false|null)\b')
"""How a line begins that may go on with an element of JSON."""
SPACE = re.compile(rb"\s*+")
AWAITS = frozenset({b"[", b":", b","})
"""What stands before an object or array that is within another."""
NONE = "no JSON: it is neither object nor array."
TORN_LINE = "no JSON: what opens in the line is not closed; is it torn? The next lines are read."


class Cut(NamedTuple):
    """An element as it stands in the file, and which it is (`record 7`, `line 7`), for what is refused."""

    place: str
    text: bytes


class Lines:
    """Cuts a file whose elements have a line each, chunk by chunk; it goes on with what is `held`, at a line's number.

    An element that goes over several lines is one still. It is given up where a line ends within a string, where the
    next cannot go on with it, and where an object or array begins in the next and the whole is no JSON: then each line
    stands for itself.
    """

    def __init__(self, held: bytes, line: int) -> None:
        self._held = held
        self._line = line
        self._start = self._place = self._depth = self._alone = 0

    def rest(self) -> bytes:
        """Return what is held and belongs to no element that has ended."""
        return self._held[self._start :]

    def give_up(self) -> None:
        """Let go of the line that has begun; what is cut next begins another."""
        self._held = b""
        self._line += 1
        self._start = self._place = self._depth = 0

    def cut(self, chunk: bytes, *, last: bool = False) -> Iterator[Cut | Rejected]:
        """Yield the elements that have ended and the lines that are none; nothing follows the `last` chunk."""
        self._held, self._place, self._start = self.rest() + chunk, self._place - self._start, 0
        self._alone = 0
        while (found := self._next(last=last)) is not None:
            yield found

    def _next(self, *, last: bool) -> Cut | Rejected | None:
        held = self._held
        if not self._depth:
            self._pass_gap()
        start = self._start
        end = held.find(b"\n", self._place)
        whole = len(held) if end < 0 else end
        opener = held[start : start + 1]
        if opener not in INSIDE:
            return self._other(whole) if opener and (last or end >= 0) else None
        if not self._depth:
            self._place, self._depth = start + 1, 1
        self._place, self._depth = _followed(held, self._place, whole, opener, self._depth)
        if not self._depth:
            return self._ended(self._place)
        return None if end < 0 else self._over_lines(end, last=last)

    def _pass_gap(self) -> None:
        gap = GAP.match(self._held, self._start)
        end = gap.end() if gap else self._start
        self._line += self._held.count(b"\n", self._start, end)
        self._start = self._place = end

    def _ended(self, place: int) -> Cut:
        """Return the element that ends at a place."""
        found = Cut(f"line {self._line}", self._held[self._start : place])
        self._line += found.text.count(b"\n")
        self._start = self._place = place
        self._depth = 0
        return found

    def _refused(self, end: int, why: str) -> Rejected:
        """Return what reaches up to the end of a line as refused."""
        return Rejected(self._ended(end).place, why)

    def _other(self, end: int) -> Cut | Rejected:
        """Return what begins with no bracket, up to the end of its line."""
        text = self._held[self._start : end].rstrip(b" \t\r,")
        return self._ended(self._start + len(text)) if _is_json(text) else self._refused(end, NONE)

    def _over_lines(self, end: int, *, last: bool) -> Cut | Rejected | None:
        """Return what goes on after its first line, whose end is given; None where more is needed to tell."""
        held, line, place, depth = self._held, self._start, self._place, self._depth
        if line < self._alone:
            return self._refused(end, TORN_LINE)
        first, opener, swallows = end, held[line : line + 1], False
        while depth:
            if not CLOSED.fullmatch(held, place, end):
                return self._given_up(first, end if line == self._start else line, swallows=swallows)
            gap = SPACE.match(held, end)
            place = gap.end() if gap else end
            following = held.find(b"\n", place)
            if following < 0 and not last:
                return None
            if place == len(held):
                several = line != self._start or end == len(held)
                return None if several and not swallows else self._given_up(first, end, swallows=swallows)
            opens = held[place : place + 1] in INSIDE
            if not GOES_ON.match(held, place) or (opens and held[line:end].rstrip()[-1:] not in AWAITS):
                return self._given_up(first, end, swallows=swallows)
            swallows |= opens and held[place - 1 : place] == b"\n"
            line, end = place, len(held) if following < 0 else following
            place, depth = _followed(held, place, end, opener, depth)
        if swallows and not _is_json(held[self._start : place]):
            return self._given_up(first, end, swallows=True)
        return self._ended(place)

    def _given_up(self, first: int, end: int, *, swallows: bool) -> Rejected:
        """Refuse what reaches up to a place; its first line alone where an element may begin in one that follows."""
        self._alone = end if swallows else 0
        return self._refused(first if swallows else end, TORN_LINE)


def _followed(held: bytes, place: int, end: int, opener: bytes, depth: int) -> tuple[int, int]:
    """Follow the brackets of a kind up to the end of a line; return how far, and how many are open there."""
    inside = INSIDE[opener]
    while depth and (found := inside.match(held, place, end)):
        place = found.end()
        depth += 1 if found[1] == opener else -1
    return place, depth


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(without_half_signs(text))
    except NO_JSON:
        return False
    return True
