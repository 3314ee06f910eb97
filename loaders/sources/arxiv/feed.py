"""An answer of arXiv's as a stream of entries: an Atom feed, an OAI-PMH answer, or either kept inside JSON."""

import io
from collections.abc import Iterator
from typing import IO

import msgspec
from lxml import etree

from loaders.files.archive import SourceFile
from loaders.files.encoding import why
from loaders.files.markup import Element
from loaders.files.xml_elements import CAREFUL
from loaders.files.xml_words import line_and_words
from loaders.refused import RecordError, SourceError

ATOM = "{http://www.w3.org/2005/Atom}"
OAI = "{http://www.openarchives.org/OAI/2.0/}"
ENTRIES = {
    f"{ATOM}feed": (f"{ATOM}entry",),
    f"{OAI}OAI-PMH": (f"{OAI}record", f"{OAI}error"),
    f"{OAI}ListRecords": (f"{OAI}record",),
    f"{OAI}record": (f"{OAI}record",),
}
"""What stands for a paper, or for what went wrong, in documents by their root; harvesters cut the last two out."""


class Kept(msgspec.Struct, frozen=True):
    """An answer kept with the address that was asked and the HTTP status that came."""

    url: str
    status_code: int
    body: str


def entries(file: SourceFile, *, kept: bool) -> Iterator[Element]:
    """Yield the entries of a file as they stream; each is emptied once the next is asked for.

    Raises SourceError, naming the file, where it holds no answer, or one that breaks off.
    """
    number = 0
    with file.open() as stream:
        try:
            for entry in _entries(_kept(stream, file.shown) if kept else stream):
                number += 1
                yield entry
        except (etree.XMLSyntaxError, RecordError) as error:
            said = line_and_words(error)[1] if isinstance(error, etree.XMLSyntaxError) else str(error)
            if not number:
                expected = "an Atom feed of the arXiv API, or an answer of its OAI-PMH"
                raise SourceError(f"{file.shown}: expected {expected}: {said}") from error
            raise SourceError(f"{file.shown}: the feed breaks off after entry {number}: {said}") from error


def _kept(stream: IO[bytes], name: str) -> IO[bytes]:
    """Return the feed that JSON keeps."""
    try:
        kept = msgspec.json.decode(stream.read(), type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{name}: expected an answer of the arXiv API kept as JSON: {why(error)}") from error
    if not kept.body.lstrip().startswith("<"):
        raise SourceError(f"{name}: arXiv answered {kept.status_code} without a feed: {kept.body.strip()[:200]!r}.")
    return io.BytesIO(kept.body.encode())


def _entries(feed: IO[bytes]) -> Iterator[Element]:
    """Yield the entries of a feed as they stream; external entities are never fetched, not even looked at."""
    wanted: tuple[str, ...] = ()
    for event, element in etree.iterparse(feed, events=("start", "end"), **CAREFUL):
        if not wanted:
            if element.tag not in ENTRIES:
                raise RecordError(f"the document is a <{etree.QName(element).localname}>.")
            wanted = ENTRIES[element.tag]
        if event == "end" and element.tag in wanted:
            yield element
            element.clear(keep_tail=True)
            while (parent := element.getparent()) is not None and element.getprevious() is not None:
                del parent[0]
