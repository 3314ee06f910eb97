"""An answer of the arXiv API as a stream of entries: an Atom feed as it came, or one kept inside JSON."""

import io
from collections.abc import Iterator
from typing import IO

import msgspec
from lxml import etree

from loaders.archive import SourceFile
from loaders.markup import Element
from loaders.source import RecordError, SourceError

ATOM = "{http://www.w3.org/2005/Atom}"


class Kept(msgspec.Struct, frozen=True):
    """An answer kept with the address that was asked and the HTTP status that came."""

    url: str
    status_code: int
    body: str


def entries(file: SourceFile) -> Iterator[Element]:
    """Yield the entries of a file as they stream; each is emptied once the next is asked for.

    Raises SourceError, naming the file, where it holds no feed, or one that breaks off.
    """
    number = 0
    with file.open() as stream:
        begins_as_json = stream.read(64).lstrip().startswith(b"{")
    with file.open() as stream:
        try:
            for number, entry in enumerate(_entries(_kept(stream, file.shown) if begins_as_json else stream), 1):  # noqa: B007 said where the feed breaks off
                yield entry
        except (etree.XMLSyntaxError, RecordError) as error:
            said = error.msg if isinstance(error, etree.XMLSyntaxError) else str(error)
            if not number:
                raise SourceError(f"{file.shown}: expected an Atom feed of the arXiv API: {said}") from error
            raise SourceError(f"{file.shown}: the feed breaks off after entry {number}: {said}") from error


def _kept(stream: IO[bytes], name: str) -> IO[bytes]:
    """Return the feed that JSON keeps."""
    try:
        kept = msgspec.json.decode(stream.read(), type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{name}: expected an answer of the arXiv API kept as JSON: {error}") from error
    if not kept.body.lstrip().startswith("<"):
        raise SourceError(f"{name}: arXiv answered {kept.status_code} without a feed: {kept.body.strip()[:200]!r}.")
    return io.BytesIO(kept.body.encode())


def _entries(feed: IO[bytes]) -> Iterator[Element]:
    """Yield the entries of a feed as they stream; external entities are never fetched, not even looked at."""
    parser = etree.iterparse(
        feed, events=("start", "end"), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    for number, (event, element) in enumerate(parser):
        if number == 0 and element.tag != f"{ATOM}feed":
            raise RecordError(f"the document is a <{etree.QName(element).localname}>.")
        if event == "end" and element.tag == f"{ATOM}entry":
            yield element
            element.clear(keep_tail=True)
            while (parent := element.getparent()) is not None and element.getprevious() is not None:
                del parent[0]
