"""Split a BibTeX file into entries. Splits are at lines that begin an entry, so a broken entry does not affect the
others.
"""

import logging
import re
from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

from bibtexparser.model import DuplicateFieldKeyBlock, Entry, ParsingFailedBlock, String
from bibtexparser.splitter import Splitter

from loaders.formats.archive import SourceFile
from loaders.formats.encoding import open_with_utf_16
from loaders.records.errors import RejectedItem, SourceFileError, format_location, truncate

logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
logging.getLogger("bibtexparser").propagate = False  # errors are reported as rejects, with the line

BEGINS = re.compile(rb"^\s*@\s*\w+\s*[{(]")
WITHIN = re.compile(r"@\w+\s*[{(]\s*[^\s,{}()=]+\s*,")
"""An entry that begins in the middle of a line."""
HEAD = re.compile(r"@\s*(\w+)\s*[{(]\s*([^\s,{}()=\"]*)")
COMMENTS = re.compile(r"%[^\n]*\n")
"""Comments before a field name."""
KIND = re.compile(r"\s*+\w*+\s*+")
"""The type of an entry."""
UNCLOSED = "the entry does not end before the next one begins: it has an unclosed brace or quote."
BREAKS_OFF = "the file ends within its last entry."
LINE = 1 << 20
"""Maximum number of bytes that are read from a line at a time."""
MAX_ENTRY_BYTES = 4 << 20
"""Maximum length of an entry in bytes; even the abstracts of whole books are shorter."""


class Block(NamedTuple):
    """An entry: its type, its key, and its fields by name, with unparsed values (`tcs # " B"`)."""

    place: str
    kind: str
    key: str
    fields: dict[str, str]


class Macro(NamedTuple):
    """A `@string` definition: a name for a text that later entries use."""

    place: str
    name: str
    value: str


def blocks(
    file: SourceFile, predicate: Callable[[bytes], object] | None = None
) -> Iterator[Block | Macro | RejectedItem]:
    """Yield the entries and macros of a file in order; broken entries are rejected.

    Args:
        predicate: Condition on the text of an entry; entries that do not satisfy it are skipped without parsing.

    Raises:
        SourceFileError: The last entry does not end, or the file is UTF-16 without a byte order mark.
        DAMAGED_FILE_ERRORS: The compressed stream is damaged (any of these exceptions).
    """
    with open_with_utf_16(file) as stream:
        for line, text, last in _cut(stream):
            if predicate and not predicate(text):
                continue
            if len(text) > MAX_ENTRY_BYTES:
                yield RejectedItem(f"line {line}", f"the entry is longer than {MAX_ENTRY_BYTES >> 20} MiB.")
                continue
            decoded = _decoded(text)
            for entry in _parsed(line, decoded):
                if last and isinstance(entry, RejectedItem) and entry.reason == UNCLOSED:
                    raise SourceFileError(f"{file.display_name}: {entry.place}: {BREAKS_OFF}")
                yield entry
            if last and _ends_before_brace(decoded):
                raise SourceFileError(f"{file.display_name}: {BREAKS_OFF}")


def _ends_before_brace(text: str) -> bool:
    """Return True if a text ends with a truncated entry that lacks its opening brace. Takes linear time."""
    before, begins, kind = text.rpartition("@")
    return bool(begins and KIND.fullmatch(kind)) and not before.rpartition("\n")[2].strip()


def _cut(stream: IO[bytes]) -> Iterator[tuple[int, bytes, bool]]:
    """Yield (line number, text, is last) for the text from each line that begins an entry to the next such line."""
    buffered, begins, number, line_complete, size = list[bytes](), 1, 1, True, 0
    while line := stream.readline(LINE):
        if line_complete and BEGINS.match(line):
            yield begins, b"".join(buffered), False
            buffered, begins, size = [], number, 0
        size += len(line)
        if size <= MAX_ENTRY_BYTES + LINE:
            buffered.append(line)
        line_complete = line.endswith(b"\n")
        number += line_complete
    yield begins, b"".join(buffered), True


def _decoded(text: bytes) -> str:
    """Decode text as UTF-8, else as Windows-1252, the usual encoding of older files."""
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        return text.decode("windows-1252", "replace")


def _parsed(line: int, text: str) -> Iterator[Block | Macro | RejectedItem]:
    if "@" not in text:
        return
    for block in Splitter(text.replace("\r\n", "\n")).split().blocks:
        entry = block.ignore_error_block if isinstance(block, DuplicateFieldKeyBlock) else block
        place = f"line {line + (block.start_line or 0)}"
        match entry:
            case Entry():
                fields: dict[str, str] = {}
                for field in entry.fields:
                    fields.setdefault(COMMENTS.sub("", field.key).strip().lower(), field.value)
                key, kind = entry.key.strip(), entry.entry_type.strip().lower()
                yield Block(format_location(place, key), kind, key, fields)
            case String():
                name = entry.key.strip()
                yield Macro(format_location(place, name), name.lower(), entry.value)
            case ParsingFailedBlock():
                head = HEAD.search(entry.raw or "")
                why = str(getattr(entry.error, "abort_reason", None) or entry.error).strip()
                reason = UNCLOSED if "end of file" in why else truncate(why, 200)
                yield RejectedItem(format_location(place, head[2] if head else None), reason)
            case _:
                if WITHIN.search(block.raw or "") and not (block.raw or "").lstrip().lower().startswith("@"):
                    yield RejectedItem(place, "an entry begins in the middle of a line: start it on a new line.")
