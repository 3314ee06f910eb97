"""Read a response of arXiv as a stream of entries: an Atom feed, an OAI-PMH response, or either stored in JSON."""

import io
from collections.abc import Iterator
from typing import IO

import msgspec
from lxml import etree

from loaders.formats.archive import SourceFile
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.markup import Element, child_text, folded_text
from loaders.formats.parse_errors import format_xml_error
from loaders.formats.xml_stream import CAREFUL, local_name
from loaders.records.errors import InvalidRecordError, SourceFileError, truncate
from loaders.records.parts import Affiliation, Author
from loaders.sources.arxiv.paper import ArxivMetadata, Version
from normalization import identifiers as ids

ATOM = "{http://www.w3.org/2005/Atom}"
OAI = "{http://www.openarchives.org/OAI/2.0/}"
ENTRIES = {
    f"{ATOM}feed": (f"{ATOM}entry",),
    f"{OAI}OAI-PMH": (f"{OAI}record", f"{OAI}error"),
    f"{OAI}ListRecords": (f"{OAI}record",),
    f"{OAI}record": (f"{OAI}record",),
}
"""Tags of papers and of errors, by the root of the document. Some harvesters save the last two roots as documents."""


class Kept(msgspec.Struct, frozen=True):
    """A response stored with the requested URL and the HTTP status."""

    url: str
    status_code: int
    body: str


def entries(file: SourceFile, *, stored: bool) -> Iterator[Element]:
    """Yield the entries of a file as they are parsed; each is cleared when the next is requested.

    Args:
        stored: The response is stored in JSON.

    Raises:
        SourceFileError: The file is not a response of arXiv, or is truncated.
    """
    number = 0
    with file.open() as stream:
        try:
            for entry in _entries(_unwrap_json(stream, file.display_name) if stored else stream):
                number += 1
                yield entry
        except (etree.XMLSyntaxError, InvalidRecordError) as error:
            message = format_xml_error(error)[1] if isinstance(error, etree.XMLSyntaxError) else str(error)
            if not number:
                expected = "an Atom feed of the arXiv API, or an OAI-PMH response"
                raise SourceFileError(f"{file.display_name}: expected {expected}: {message}") from error
            raise SourceFileError(f"{file.display_name}: the feed ends after entry {number}: {message}") from error


def _unwrap_json(stream: IO[bytes], name: str) -> IO[bytes]:
    """Return the feed that is stored in JSON."""
    try:
        response = msgspec.json.decode(stream.read(), type=Kept)
    except JSON_ERRORS as error:
        reason = rejection_reason(error)
        raise SourceFileError(f"{name}: expected a response of the arXiv API stored in JSON: {reason}") from error
    if not response.body.lstrip().startswith("<"):
        raise SourceFileError(
            f"{name}: arXiv returned status {response.status_code} without a feed: {response.body.strip()[:200]!r}."
        )
    return io.BytesIO(response.body.encode())


def _entries(feed: IO[bytes]) -> Iterator[Element]:
    """Yield the entries of a feed as they are parsed. External entities are never resolved."""
    tags: tuple[str, ...] = ()
    for event, element in etree.iterparse(feed, events=("start", "end"), **CAREFUL):
        if not tags:
            if element.tag not in ENTRIES:
                raise InvalidRecordError(f"the root element is <{truncate(local_name(element))}>.")
            tags = ENTRIES[element.tag]
        if event == "end" and element.tag in tags:
            yield element
            element.clear(keep_tail=True)
            while (parent := element.getparent()) is not None and element.getprevious() is not None:
                del parent[0]


ARXIV = "{http://arxiv.org/schemas/atom}"


def parse_entry(entry: Element) -> ArxivMetadata:
    """Return the metadata in an Atom entry."""
    identifier = child_text(entry, f"{ATOM}id")
    first = entry.find(f"{ARXIV}primary_category")
    published = child_text(entry, f"{ATOM}published")
    return ArxivMetadata(
        named=identifier,
        title=child_text(entry, f"{ATOM}title"),
        versions=_versions(identifier or "", published, child_text(entry, f"{ATOM}updated")) if published else (),
        categories=tuple(element.get("term", "") for element in entry.iterfind(f"{ATOM}category")),
        primary=first.get("term") if first is not None else None,
        authors=tuple(map(_author, entry.iterfind(f"{ATOM}author"))),
        abstract=child_text(entry, f"{ATOM}summary"),
        comment=child_text(entry, f"{ARXIV}comment"),
        journal_ref=child_text(entry, f"{ARXIV}journal_ref"),
        dois=tuple((child_text(entry, f"{ARXIV}doi") or "").split()),
    )


def _versions(named: str, published: str, updated: str | None) -> tuple[Version, ...]:
    """Return the first version and the version of the entry; without numbers if the entry does not state one."""
    number = (ids.arxiv_version(named) or "").removeprefix("v") or None
    first = Version(number="1" if number else None, date=published)
    last = Version(number=number if number != "1" else None, date=updated or published)
    return (first,) if last == Version(number=None, date=published) else (first, last)


def _author(author: Element) -> Author:
    places = tuple(
        Affiliation(text=text) for element in author.iterfind(f"{ARXIV}affiliation") if (text := folded_text(element))
    )
    return Author(name=child_text(author, f"{ATOM}name") or "", affiliations=places or None)
