"""References made of lines with tags, cut out one at a time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from loaders.files.archive import SourceFile
from loaders.refused import SourceError

RIS = re.compile(r"^\ufeff?([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$", re.DOTALL)
"""A line of RIS. Some exports have one space before the hyphen, and none after it where nothing is said."""
WOS = re.compile(r"^\ufeff?([A-Z][A-Z0-9])(?: (.*))?$", re.DOTALL)
"""A line of Web of Science's."""
BEGINS = "TY  - "
ABOUT_FILE = frozenset({"FN", "VR", "EF"})
LINE = 1 << 20
"""Bytes of a line that are looked at at a time."""
LONGEST = 4 << 20
"""Characters of a reference; one of more is a file gone wrong."""
BOM_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(slots=True)
class Tagged:
    """One reference: its values by tag, in order; `broken` says why it cannot be read."""

    place: str
    wos: bool
    values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    broken: str = ""
    size: int = 0

    def add(self, tag: str, text: str) -> None:
        """Add a value."""
        self._grow(text)
        if not self.broken:
            self.values.setdefault(tag, []).append(text)

    def go_on(self, tag: str, text: str) -> None:
        """Add a line to the last value of a tag: of Web of Science each line of people is one of them."""
        self._grow(text)
        if self.broken or tag not in self.values or not text:
            return
        if self.wos and tag in EACH_LINE:
            self.values[tag].append(text)
        else:
            self.values[tag][-1] = f"{self.values[tag][-1]} {text}".strip()

    def _grow(self, text: str) -> None:
        self.size += len(text)
        if self.size > LONGEST and not self.broken:
            self.broken = f"the reference is longer than {LONGEST >> 20} million characters."
            self.values.clear()

    def all(self, *tags: str) -> list[str]:
        """Return the values of the first of some tags that has any."""
        for tag in tags:
            if found := [one for one in self.values.get(tag, ()) if one]:
                return found
        return []

    def first(self, *tags: str) -> str | None:
        """Return the first value of the first of some tags that has one."""
        return next(iter(self.all(*tags)), None)


EACH_LINE = frozenset({"AU", "AF", "BA", "BF", "CA", "GP", "BE", "ED", "C1", "CR"})
"""Tags of Web of Science of which each line is one value."""


def tagged(file: SourceFile) -> Iterator[Tagged]:
    """Yield each reference of a file in order. One that begins ends the one before.

    Raises SourceError where no ER ends the last, unless it ends with a line in a file that has no ER at all.
    """
    held: Tagged | None = None
    tag = line = ""
    ended = without_er = True
    with file.open() as stream:
        for number, line in enumerate(_lines(stream), 1):
            ended = not line.strip()
            found = _tag(line, RIS) if held is None or not held.wos else None
            wos = found is None and (held.wos if held else line.lstrip("\ufeff").startswith("PT "))
            found = _tag(line, WOS) if wos else found
            if found is None:
                if held and tag:
                    held.go_on(tag, line.strip())
                continue
            tag, text = found
            if tag == "TY" or (wos and tag == "PT"):
                if held:
                    yield held
                held = Tagged(f"line {number}", wos)
                held.add(tag, text)
            elif tag == "ER":
                without_er = False
                if held:
                    yield held
                held = None
            elif held and tag not in ABOUT_FILE:
                held.add(tag, text)
    cut = not (held.broken or (ended and without_er)) if held else not ended and BEGINS.startswith(line)
    if cut:
        where = f"{held.place}: " if held else ""
        raise SourceError(f"{file.shown}: {where}it breaks off: no ER ends its last reference.")
    if held:
        yield held


def _tag(line: str, form: re.Pattern[str]) -> tuple[str, str] | None:
    """Return a line's tag and what it says; None where it has none. Some programs write an `ER` by itself."""
    found = form.match(line)
    if found:
        return found[1], (found[2] or "").strip()
    return ("ER", "") if line.rstrip() == "ER" else None


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield each line without its end: of UTF-8, else Windows-1252; or of UTF-16, as Web of Science's are.

    Behind the end of the last line stands an empty one.
    """
    beginning = stream.readline(LINE)
    if beginning.startswith(BOM_16):
        codec = "utf-16-le" if beginning.startswith(BOM_16[0]) else "utf-16-be"
        yield from _wide(stream, beginning, codec)
        return
    line, ended = beginning, False
    while line:
        # some programs end lines with a carriage return alone
        yield from _decoded(line).rstrip("\r\n").split("\r")
        ended = line.endswith((b"\r", b"\n"))
        line = stream.readline(LINE)
    if ended:
        yield ""


def _wide(stream: IO[bytes], held: bytes, codec: str) -> Iterator[str]:
    end = "\n".encode(codec)
    while True:
        while (at := _aligned(held, end)) >= 0:
            yield held[:at].decode(codec, "replace").rstrip("\r")
            held = held[at + len(end) :]
        more = stream.read(LINE)
        if not more:
            break
        held += more
    yield held.decode(codec, "replace").rstrip("\r\n")


def _aligned(held: bytes, end: bytes) -> int:
    """Return where a line ends, at an even place: a sign has two bytes."""
    at = held.find(end)
    while at >= 0 and at % 2:
        at = held.find(end, at + 1)
    return at


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("windows-1252", "replace")
