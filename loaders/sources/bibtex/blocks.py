"""The entries of a BibTeX file, one at a time: cut at lines where one begins, so a broken one costs itself alone."""

import logging
import re
from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

from bibtexparser.model import DuplicateFieldKeyBlock, Entry, ParsingFailedBlock, String
from bibtexparser.splitter import Splitter

from loaders.files.archive import SourceFile
from loaders.refused import Rejected, SourceError, at, clipped

logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
logging.getLogger("bibtexparser").propagate = False  # what it cannot read is told as a rejection, with its line

BEGINS = re.compile(rb"^\s*@\s*\w+\s*[{(]")
WITHIN = re.compile(r"@\w+\s*[{(]\s*[^\s,{}()=]+\s*,")
"""An entry that begins within a line."""
HEAD = re.compile(r"@\s*(\w+)\s*[{(]\s*([^\s,{}()=\"]*)")
COMMENTS = re.compile(r"%[^\n]*\n")
"""Comments before the name of a field."""
BEGUN = re.compile(r"(?:^|\n)\s*@\s*\w*\s*$")
"""An entry of which not even the brace is there."""
UNCLOSED = "it does not end before the next begins: a brace or quote in it is not closed."
BREAKS_OFF = "it breaks off: its last entry does not end."
LINE = 1 << 20
"""Bytes of a line that are looked at at a time."""
LONGEST = 4 << 20
"""Bytes of an entry: abstracts of whole books have fewer."""


class Block(NamedTuple):
    """An entry as it stands: its type and key, and its fields by name, values unread (`tcs # " B"`)."""

    place: str
    kind: str
    key: str
    fields: dict[str, str]


class Macro(NamedTuple):
    """A name for a text, which later entries use."""

    place: str
    name: str
    value: str


def blocks(file: SourceFile, told: Callable[[bytes], object] | None = None) -> Iterator[Block | Macro | Rejected]:
    """Yield every entry and macro of a file in order; what is broken is rejected.

    Only entries are looked at of which `told`, given their text, says so. Raises SourceError where the last does not
    end, and one of TORN.
    """
    with file.open() as stream:
        for line, text, last in _cut(stream):
            if told and not told(text):
                continue
            if len(text) > LONGEST:
                yield Rejected(f"line {line}", f"the entry is longer than {LONGEST >> 20} MiB.")
                continue
            decoded = _decoded(text)
            for one in _parsed(line, decoded):
                if last and isinstance(one, Rejected) and one.reason == UNCLOSED:
                    raise SourceError(f"{file.shown}: {one.place}: {BREAKS_OFF}")
                yield one
            if last and BEGUN.search(decoded):
                raise SourceError(f"{file.shown}: {BREAKS_OFF}")


def _cut(stream: IO[bytes]) -> Iterator[tuple[int, bytes, bool]]:
    """Yield what stands from each line where an entry begins to the next such; before it the number of that line.

    Behind it stands whether it is the last.
    """
    held, begins, number, whole, size = list[bytes](), 1, 1, True, 0
    while line := stream.readline(LINE):
        if whole and BEGINS.match(line):
            yield begins, b"".join(held), False
            held, begins, size = [], number, 0
        size += len(line)
        if size <= LONGEST + LINE:
            held.append(line)
        whole = line.endswith(b"\n")
        number += whole
    yield begins, b"".join(held), True


def _decoded(text: bytes) -> str:
    """Return text of UTF-8, else of the encoding that older files have."""
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        return text.decode("windows-1252", "replace")


def _parsed(line: int, text: str) -> Iterator[Block | Macro | Rejected]:
    if "@" not in text:
        return
    for one in Splitter(text.replace("\r\n", "\n")).split().blocks:
        entry = one.ignore_error_block if isinstance(one, DuplicateFieldKeyBlock) else one
        place = f"line {line + (one.start_line or 0)}"
        match entry:
            case Entry():
                fields: dict[str, str] = {}
                for each in entry.fields:
                    fields.setdefault(COMMENTS.sub("", each.key).strip().lower(), each.value)
                key, kind = entry.key.strip(), entry.entry_type.strip().lower()
                yield Block(at(place, key), kind, key, fields)
            case String():
                name = entry.key.strip()
                yield Macro(at(place, name), name.lower(), entry.value)
            case ParsingFailedBlock():
                head = HEAD.search(entry.raw or "")
                why = str(getattr(entry.error, "abort_reason", None) or entry.error).strip()
                said = UNCLOSED if "end of file" in why else clipped(why, 200)
                yield Rejected(at(place, head[2] if head else None), said)
            case _:
                if WITHIN.search(one.raw or "") and not (one.raw or "").lstrip().lower().startswith("@"):
                    yield Rejected(place, "an entry begins within a line: let it begin on a line of its own.")
