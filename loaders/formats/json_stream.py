"""Split a JSON file into elements one at a time, with bounded memory.

In JSON Lines, a malformed line loses only itself, even if it leaves a bracket open.
"""

import re
from collections.abc import Iterator
from typing import IO, NamedTuple

import msgspec

from loaders.formats.decompression import DAMAGED_FILE_ERRORS
from loaders.formats.encoding import JSON_ERRORS, refuse_other, replace_lone_surrogates
from loaders.records.errors import RejectedItem, SourceFileError

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
CHUNK = 1 << 20
"""Bytes read at a time."""
MAX_ELEMENT_BYTES = 16 << 20
"""Maximum bytes of an element; a longer one is malformed (an unclosed quote or bracket)."""
OPENING = 1 << 16
"""Maximum bytes of an API response before its array."""
MARK = b"\xef\xbb\xbf"
"""A byte order mark, with which some files begin."""
PLAIN = re.compile(rb'[}\]]|(?:[^",\[\]{}\s]|"(?:[^"\\]|\\.)*+")++(?=[\s,\[\]{}])', re.DOTALL)
"""A complete element that is neither object nor array; a closing bracket without an opening one is such an element
too.
"""
STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)


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


class JsonFileKind(NamedTuple):
    """A kind of file: its description and the name of its elements for messages, and the text around its array."""

    description: str
    """For example `a ROR dump, a JSON array of organizations`."""
    element_name: str
    """For example `organization`."""
    wrapper: re.Pattern[bytes] | None = None
    """Beginning of an API response up to its array; the text after the array, to the end of the response, is
    skipped.
    """


def elements(stream: IO[bytes], name: str, kind: JsonFileKind) -> Iterator[RawElement | RejectedItem]:
    """Yield the elements of the JSON array in a stream, of any type, or its objects if there is no array.

    Lone surrogates become U+FFFD (`loaders.formats.encoding`). API responses may follow each other, each with its
    array. An object in JSON Lines that is too long is rejected, and reading continues on the next line. If the first
    object is alone on its line, a line that is not JSON is rejected, and reading continues.

    Raises:
        SourceFileError: the stream begins otherwise or is in UTF-16; another element is too long; the stream ends
            within an element or the array; other text follows the array. All complete elements are yielded before.
        one of DAMAGED_FILE_ERRORS: the stream is damaged. All complete elements are yielded before.
    """
    cutter = _Cutter(kind.wrapper)
    number = size = lines = 0
    passing = False
    chunk = torn = None
    while chunk != b"":
        try:
            chunk = stream.read(CHUNK)
        except DAMAGED_FILE_ERRORS as error:
            chunk, torn = b"", error  # the buffer may still hold complete elements
        if not size:
            refuse_other(chunk[:4], name)
        size, lines = size + len(chunk), lines + chunk.count(b"\n")
        text = chunk
        if passing:
            _, end, text = chunk.partition(b"\n")
            passing = not end
        for element in cutter.cut(text, last=not chunk):
            number += 1
            piece = RawElement(f"record {number}", element) if isinstance(element, bytes) else element
            yield piece._replace(text=replace_lone_surrogates(piece.text)) if isinstance(piece, RawElement) else piece
        if cutter.begins and cutter.begins not in INSIDE:
            raise SourceFileError(f"{name}: expected {kind.description}.")
        if cutter.over and not cutter.within and cutter.rest().strip():
            raise SourceFileError(f"{name}: unexpected text after the end of the JSON array.")
        if len(rest := cutter.rest()) > MAX_ELEMENT_BYTES:
            number += 1
            line = lines + 1 - rest.count(b"\n")
            if cutter.begins != b"{" or b"\n" in rest:
                raise SourceFileError(
                    f"{name}: record {number} (line {line:,}, byte {size - len(rest):,}) does not end within "
                    f"{MAX_ELEMENT_BYTES >> 20} MiB; cannot find the next record. Put each "
                    f"{kind.element_name} on a line of its own; then only those that are too long are skipped."
                )
            place = f"line {line}" if cutter.lines else f"record {number}, line {line}"
            yield RejectedItem(place, f"it is longer than {MAX_ELEMENT_BYTES >> 20} MiB.")
            cutter.skip_current()
            passing = True
    if torn:
        raise torn
    if not cutter.begins and not cutter.answers:
        raise SourceFileError(f"{name}: expected {kind.description}; the file is empty.")
    if cutter.rest().strip() or cutter.within or (cutter.begins == b"[" and not cutter.over):
        raise SourceFileError(f"{name}: the file is truncated.")


class _Cutter:
    """Splits text into elements, chunk by chunk.

    Attributes:
        begins: the first character.
        over: True once the array has ended.
        lines: scans the rest after a first object that is alone on its line.
        answers: number of completed API responses.
        within: number of open braces around the array.
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
        self.lines: JsonLinesScanner | None = None

    def rest(self) -> bytes:
        """Return the buffered text after the last complete element."""
        return self.lines.rest() if self.lines else self._held[self._start :]

    def skip_current(self) -> None:
        """Drop the current element; the next call of `cut` begins another."""
        if self.lines:
            self.lines.give_up()
        self._line += 1
        self._held = self._opener = b""
        self._start = self._place = self._depth = 0

    def cut(self, chunk: bytes, *, last: bool = False) -> Iterator[bytes | RawElement | RejectedItem]:
        """Yield complete elements, those of JSON Lines with their position; nothing follows the `last` chunk."""
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
                yield RawElement(f"line {self._line}", element) if self._found_lines() else element
            if lines := self._found_lines():
                yield from lines.cut(b"", last=last)
            if not (self.over and self.within and self._leave()):
                return

    def _found_lines(self) -> JsonLinesScanner | None:
        """Return the scanner for the rest if the first element is alone on its line; None while that is not known."""
        if self._may_be_of_lines and not self.lines:
            if LINE_END.match(self._held, self._start):
                self.lines = JsonLinesScanner(self._held[self._start :], self._line)
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
                return  # the text before the array may be incomplete
            if around:
                outside = STRING.sub(b"", around[0])
                self.within = outside.count(b"{") - outside.count(b"}")
                self._held = self._held[around.end() - 1 :]
            self.begins = self._held[:1]
            self._start = self._place = int(self.begins == b"[")

    def _leave(self) -> bool:
        """Skip to the end of a response; return True if it was reached and more text follows."""
        while self.within and (match := INSIDE[b"{"].match(self._held, self._place)):
            self._place = match.end()
            self.within += 1 if match[1] == b"{" else -1
        self._start = self._place
        if self.within:
            return False
        self.answers += 1
        self._held = self.rest().lstrip()
        self._start = self._place = 0
        self.begins, self.over = b"", False
        return bool(self._held)

    def _follow(self) -> bool:
        """Scan to the end of an element; return True if it was reached."""
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
        buffer, place, depth, opener = self._held, self._place, self._depth, self._opener
        inside = INSIDE[opener]
        while depth and (match := inside.match(buffer, place)):
            place = match.end()
            depth += 1 if match[1] == opener else -1
        self._place, self._depth = place, depth
        return not depth
