"""The elements of a JSON file cut out one at a time, so that memory does not grow with it."""

import re
from collections.abc import Iterator
from typing import IO, NamedTuple

from loaders.files.encoding import refuse_other, without_half_signs
from loaders.files.json_lines import GAP, INSIDE, LINE_END, Cut, Lines
from loaders.files.unpacking import TORN
from loaders.refused import Rejected, SourceError

CHUNK = 1 << 20
"""Bytes read at a time."""
LONGEST = 16 << 20
"""An element of more bytes is one gone wrong (a quote or brace that never closes)."""
OPENING = 1 << 16
"""Bytes within which an answer comes to its array."""
MARK = b"\xef\xbb\xbf"
"""A byte order mark, which some files begin with."""
PLAIN = re.compile(rb'[}\]]|(?:[^",\[\]{}\s]|"(?:[^"\\]|\\.)*+")++(?=[\s,\[\]{}])', re.DOTALL)
"""An element that is neither object nor array, once it is known to have ended; a bracket that closes nothing is one."""
STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)


class Kind(NamedTuple):
    """What a file is, for messages: as a whole, and of what; and what may stand around its array."""

    whole: str
    """Such as `a ROR dump, a JSON array of organisations`."""
    one: str
    """Such as `organisation`."""
    wrapper: re.Pattern[bytes] | None = None
    """What an answer of a service begins with, up to its array: what follows, to the answer's end, is passed over."""


def elements(stream: IO[bytes], name: str, kind: Kind) -> Iterator[Cut | Rejected]:
    """Yield the elements of the JSON array in a stream, whatever they are; or the objects that stand there without one.

    Half a sign in an element is U+FFFD (`loaders.files.encoding`).

    Answers of a service may follow one another: each has its array. An object that goes on for too long in its line is
    rejected, and what follows begins on the next. Where the first object has its line to itself, a line that is no JSON
    is rejected, and the next is read.

    Raises SourceError where it begins otherwise or is in UTF-16, where another element goes on for too long, where the
    stream ends inside an element or before the end of the array, and where something follows that end that no wrapper
    began. Raises one of TORN where the stream is torn. In either case each element that came whole is yielded before.
    """
    cutter = _Cutter(kind.wrapper)
    number = size = lines = 0
    passing = False
    chunk = torn = None
    while chunk != b"":
        try:
            chunk = stream.read(CHUNK)
        except TORN as error:
            chunk, torn = b"", error  # what is held may have whole elements yet
        if not size:
            refuse_other(chunk[:4], name)
        size, lines = size + len(chunk), lines + chunk.count(b"\n")
        text = chunk
        if passing:
            _, end, text = chunk.partition(b"\n")
            passing = not end
        for element in cutter.cut(text, last=not chunk):
            number += 1
            found = Cut(f"record {number}", element) if isinstance(element, bytes) else element
            yield found._replace(text=without_half_signs(found.text)) if isinstance(found, Cut) else found
        if cutter.begins and cutter.begins not in INSIDE:
            raise SourceError(f"{name}: expected {kind.whole}.")
        if cutter.over and not cutter.within and cutter.rest().strip():
            raise SourceError(f"{name}: the dump goes on after its end.")
        if len(rest := cutter.rest()) > LONGEST:
            number += 1
            line = lines + 1 - rest.count(b"\n")
            if cutter.begins != b"{" or b"\n" in rest:
                raise SourceError(
                    f"{name}: record {number} (line {line:,}, byte {size - len(rest):,}) does not end within "
                    f"{LONGEST >> 20} MiB, and what follows cannot be told from it. Give each {kind.one} a line of its "
                    "own: then those that are too long are left out alone."
                )
            place = f"line {line}" if cutter.lines else f"record {number}, line {line}"
            yield Rejected(place, f"it is longer than {LONGEST >> 20} MiB.")
            cutter.give_up()
            passing = True
    if torn:
        raise torn
    if not cutter.begins and not cutter.answers:
        raise SourceError(f"{name}: expected {kind.whole}; the file is empty.")
    if cutter.rest().strip() or cutter.within or (cutter.begins == b"[" and not cutter.over):
        raise SourceError(f"{name}: the dump breaks off.")


class _Cutter:
    """Cuts what it is given, chunk by chunk; `begins` is the first sign, `over` tells that the array has ended.

    `lines` cuts all that follows a first object that has its line to itself.
    `answers` counts the answers of a service that have ended, `within` the braces that are open around an array.
    """

    def __init__(self, wrapper: re.Pattern[bytes] | None) -> None:
        self._wrapper = wrapper
        self.within = self.answers = 0
        self.begins = b""
        self.over = False
        self._held: bytes = b""
        self._opener: bytes = b""
        self._start: int = 0
        self._place: int = 0
        self._depth: int = 0
        self._line: int = 1
        self._may_be_of_lines: bool | None = None
        self.lines: Lines | None = None

    def rest(self) -> bytes:
        """Return what is held and belongs to no element that has ended."""
        return self.lines.rest() if self.lines else self._held[self._start :]

    def give_up(self) -> None:
        """Let go of the element that has begun; what is cut next begins another."""
        if self.lines:
            self.lines.give_up()
        self._line += 1
        self._held = self._opener = b""
        self._start = self._place = self._depth = 0

    def cut(self, chunk: bytes, *, last: bool = False) -> Iterator[bytes | Cut | Rejected]:
        """Yield the elements that have ended, those of lines with their place; nothing follows the `last` chunk."""
        if self.lines:
            yield from self.lines.cut(chunk, last=last)
            return
        self._held, self._place, self._start = self.rest() + chunk, self._place - self._start, 0
        while True:
            if not self.begins:
                self._begin(last=last)
            while not self._found_lines() and self.begins in INSIDE and not self.over and self._follow():
                element = self._held[self._start : self._place]
                self._start = self._place
                if self._may_be_of_lines is None:
                    self._may_be_of_lines = self.begins == b"{" and b"\n" not in element
                yield Cut(f"line {self._line}", element) if self._found_lines() else element
            if lines := self._found_lines():
                yield from lines.cut(b"", last=last)
            if not (self.over and self.within and self._leave()):
                return

    def _found_lines(self) -> Lines | None:
        """Return what cuts the rest where the first element has its line to itself, None as long as nobody knows."""
        if self._may_be_of_lines and not self.lines:
            if LINE_END.match(self._held, self._start):
                self.lines = Lines(self._held[self._start :], self._line)
                self._held = b""
            self._may_be_of_lines = not self._held[self._start :].strip(b" \t\r,")
        return self.lines

    def _begin(self, *, last: bool) -> None:
        if not MARK.startswith(self._held):
            marked = self._held.removeprefix(MARK)
            self._held = marked.lstrip()
            self._line += marked.count(b"\n", 0, len(marked) - len(self._held))
            around = self._wrapper.match(self._held) if self._wrapper else None
            if self._wrapper and not around and len(self._held) < OPENING and not last:
                return  # what is around an array may not be there whole yet
            if around:
                outside = STRING.sub(b"", around[0])
                self.within = outside.count(b"{") - outside.count(b"}")
                self._held = self._held[around.end() - 1 :]
            self.begins = self._held[:1]
            self._start = self._place = int(self.begins == b"[")

    def _leave(self) -> bool:
        """Go on to the end of an answer; tell whether it was reached, and there is more."""
        while self.within and (found := INSIDE[b"{"].match(self._held, self._place)):
            self._place = found.end()
            self.within += 1 if found[1] == b"{" else -1
        self._start = self._place
        if self.within:
            return False
        self.answers += 1
        self._held = self.rest().lstrip()
        self._start = self._place = 0
        self.begins, self.over = b"", False
        return bool(self._held)

    def _follow(self) -> bool:
        """Go on to the end of an element; tell whether it was reached."""
        if not self._depth:
            gap = GAP.match(self._held, self._place)
            self._start = self._place = gap.end() if gap else self._place
            self._opener = self._held[self._place : self._place + 1]
            if self._opener == b"]" and self.begins == b"[":
                self.over = True
                self._start = self._place = self._place + 1
                return False
            if self._opener not in INSIDE:
                plain = PLAIN.match(self._held, self._place)
                self._place = plain.end() if plain else self._place
                return plain is not None
            self._depth, self._place = 1, self._place + 1
        return self._follow_brackets()

    def _follow_brackets(self) -> bool:
        held, place, depth, opener = self._held, self._place, self._depth, self._opener
        inside = INSIDE[opener]
        while depth and (found := inside.match(held, place)):
            place = found.end()
            depth += 1 if found[1] == opener else -1
        self._place, self._depth = place, depth
        return not depth
