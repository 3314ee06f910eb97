"""Split a file of tagged lines into references."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from loaders.formats.archive import SourceFile
from loaders.formats.encoding import open_with_utf_16
from loaders.records.errors import SourceFileError

RIS = re.compile(r"^\ufeff?([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$", re.DOTALL)
"""A line of RIS. Some exports have one space before the hyphen, and no space after it if the value is empty."""
WOS = re.compile(r"^\ufeff?([A-Z][A-Z0-9])(?: (.*))?$", re.DOTALL)
"""A line of Web of Science."""
BEGINS = "TY  - "
ABOUT_FILE = frozenset({"FN", "VR", "EF"})
LINE = 1 << 20
"""Maximum number of bytes that are read from a line at a time."""
MAX_REFERENCE_LENGTH = 4 << 20
"""Maximum length of a reference in characters; a longer one is rejected as malformed."""


@dataclass(slots=True)
class TaggedEntry:
    """A reference: its values by tag, in order. `broken` is the reason why it cannot be read, empty if it can."""

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

    def continue_value(self, tag: str, text: str) -> None:
        """Append a continuation line to the last value of a tag. In `EACH_LINE` tags of Web of Science, each line is
        a new value.
        """
        self._grow(text)
        if self.broken or tag not in self.values or not text:
            return
        if self.wos and tag in EACH_LINE:
            self.values[tag].append(text)
        else:
            self.values[tag][-1] = f"{self.values[tag][-1]} {text}".strip()

    def _grow(self, text: str) -> None:
        self.size += len(text)
        if self.size > MAX_REFERENCE_LENGTH and not self.broken:
            self.broken = f"the reference is longer than {MAX_REFERENCE_LENGTH >> 20} million characters."
            self.values.clear()

    def all(self, *tags: str) -> list[str]:
        """Return the values of the first of these tags that has a non-empty value."""
        for tag in tags:
            if values := [value for value in self.values.get(tag, ()) if value]:
                return values
        return []

    def first(self, *tags: str) -> str | None:
        """Return the first non-empty value of these tags, if any."""
        return next(iter(self.all(*tags)), None)


EACH_LINE = frozenset({"AU", "AF", "BA", "BF", "CA", "GP", "BE", "ED", "C1", "CR"})
"""Tags of Web of Science in which each line is a value."""


def tagged(file: SourceFile) -> Iterator[TaggedEntry]:
    """Yield each reference of a file in order. A new reference ends the one before it.

    Raises:
        SourceFileError: The last reference has no ER line, or the file is UTF-16 without a byte order mark. The last
            reference is accepted if the file has no ER line and ends with a blank line.
    """
    entry: TaggedEntry | None = None
    tag = line = ""
    ended = without_er = True
    with open_with_utf_16(file) as stream:
        for number, line in enumerate(_lines(stream), 1):
            ended = not line.strip()
            tag_value = _tag(line, RIS) if entry is None or not entry.wos else None
            wos = tag_value is None and (entry.wos if entry else line.lstrip("\ufeff").startswith("PT "))
            tag_value = _tag(line, WOS) if wos else tag_value
            if tag_value is None:
                if entry and tag:
                    entry.continue_value(tag, line.strip())
                continue
            tag, text = tag_value
            if tag == "TY" or (wos and tag == "PT"):
                if entry:
                    yield entry
                entry = TaggedEntry(f"line {number}", wos)
                entry.add(tag, text)
            elif tag == "ER":
                without_er = False
                if entry:
                    yield entry
                entry = None
            elif entry and tag not in ABOUT_FILE:
                entry.add(tag, text)
    truncated = not (entry.broken or (ended and without_er)) if entry else not ended and BEGINS.startswith(line)
    if truncated:
        where = f"{entry.place}: " if entry else ""
        raise SourceFileError(
            f"{file.display_name}: {where}the file ends within its last reference: it has no ER line."
        )
    if entry:
        yield entry


def _tag(line: str, form: re.Pattern[str]) -> tuple[str, str] | None:
    """Return the tag and value of a line, if it has a tag. Some programs write a bare `ER`."""
    match = form.match(line)
    if match:
        return match[1], (match[2] or "").strip()
    return ("ER", "") if line.rstrip() == "ER" else None


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines without their ends: UTF-8, else Windows-1252.

    If the last line ends with a line break, an empty line follows.
    """
    ended = False
    while line := stream.readline(LINE):
        # some programs end lines with only a carriage return
        yield from _decoded(line).rstrip("\r\n").split("\r")
        ended = line.endswith((b"\r", b"\n"))
    if ended:
        yield ""


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("windows-1252", "replace")
