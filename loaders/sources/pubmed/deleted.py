"""Citations that PubMed deleted: an update file names them at its end, after they stood in earlier files."""

import re
from collections.abc import Iterable, Sequence

from loaders.files.archive import TORN, SourceFile
from loaders.files.markup import Element, text_of

CHUNK = 1 << 20
MARK = re.compile(rb"<Delete(?:Citation|Document)>")
END = re.compile(rb"</Delete(?:Citation|Document)>")
PMID = re.compile(rb"<PMID\b[^>]*>\s*(\d+)\s*</PMID>")
OVERLAP = 64
"""Bytes of a chunk that are looked at again with the next one: a mark may be cut."""
LONGEST = 16 << 20
"""A list of deletions of more bytes never ends."""


class Deleted:
    """Which citations are deleted in a file or after it."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._number = {file.name: number for number, file in enumerate(files)}
        self._last: dict[str, int] = {}
        for number, file in enumerate(files):
            self._last.update((pmid, number) for pmid in _within(file))

    def after(self, file: SourceFile, pmid: str) -> bool:
        """Tell whether a citation that stands in a file is deleted at its end, or in a later one."""
        return self._last.get(pmid, -1) >= self._number.get(file.name, 0)


def pmids(deletion: Element) -> list[str]:
    """Return the ids in an element of deletions."""
    return [text_of(one) for one in deletion.iterfind("PMID")]


def _within(file: SourceFile) -> Iterable[str]:
    """Return the ids that a file says are deleted; a file that cannot be read to its end says what it says before."""
    found: list[str] = []
    held, inside = b"", False
    try:
        with file.open() as stream:
            while chunk := stream.read(CHUNK):
                held += chunk
                if not inside and (mark := MARK.search(held)):
                    held, inside = held[mark.end() :], True
                if inside and (end := END.search(held)):
                    found += (one[1].decode() for one in PMID.finditer(held, 0, end.start()))
                    held, inside = held[end.end() :], False
                if not inside:
                    held = held[-OVERLAP:]
                elif len(held) > LONGEST:
                    break
    except TORN:
        pass  # the reader tells
    return found
