"""Find citations that PubMed deleted: an update file lists them at its end, after they occurred in earlier files."""

import re
from collections.abc import Iterable, Sequence

from loaders.formats.archive import TORN, SourceFile
from loaders.formats.markup import Element, text_of

CHUNK = 1 << 20
MARK = re.compile(rb"<Delete(?:Citation|Document)>")
END = re.compile(rb"</Delete(?:Citation|Document)>")
PMID = re.compile(rb"<PMID\b[^>]*>\s*(\d+)\s*</PMID>")
OVERLAP = 64
"""Bytes of a chunk that are searched again with the next chunk, because a tag may be split between them."""
LONGEST = 16 << 20
"""Maximum size of a deletion list in bytes; in a longer text the end tag is missing."""


class Deleted:
    """The deleted citations in a list of files, with the last file that deletes each."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._number = {file.name: number for number, file in enumerate(files)}
        self._last: dict[str, int] = {}
        for number, file in enumerate(files):
            self._last.update((pmid, number) for pmid in _within(file))

    def after(self, file: SourceFile, pmid: str) -> bool:
        """Return True if a citation in a file is deleted at the end of that file or in a later one."""
        return self._last.get(pmid, -1) >= self._number.get(file.name, 0)


def pmids(deletion: Element) -> list[str]:
    """Return the PMIDs in a deletion element."""
    return [text_of(element) for element in deletion.iterfind("PMID")]


def _within(file: SourceFile) -> Iterable[str]:
    """Return the PMIDs that a file deletes; of a truncated file, those before the end."""
    pmid_list: list[str] = []
    buffered, inside = b"", False
    try:
        with file.open() as stream:
            while chunk := stream.read(CHUNK):
                buffered += chunk
                if not inside and (mark := MARK.search(buffered)):
                    buffered, inside = buffered[mark.end() :], True
                if inside and (end := END.search(buffered)):
                    pmid_list += (match[1].decode() for match in PMID.finditer(buffered, 0, end.start()))
                    buffered, inside = buffered[end.end() :], False
                if not inside:
                    buffered = buffered[-OVERLAP:]
                elif len(buffered) > LONGEST:
                    break
    except TORN:
        pass  # the reader reports it
    return pmid_list
