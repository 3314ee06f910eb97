"""Read a response of arXiv as a stream of entries: an Atom feed, an OAI-PMH response, or either stored in JSON.

A record of OAI-PMH has the format arXiv or arXivRaw. The format arXiv separates the components of names and has the
dates of the first and last version. arXivRaw has the times of all versions, and the byline as typed. Both have the
license.

Source: https://info.arxiv.org/help/oa/index.html, http://www.openarchives.org/OAI/openarchivesprotocol.html
"""

import io
import re
from collections.abc import Iterable, Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import IO

import msgspec
from lxml import etree

from loaders.bibliographic.tex_accents import decode_accents
from loaders.formats.archive import SourceFile
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.markup import Element, child_text, folded_text
from loaders.formats.parse_errors import format_xml_error
from loaders.formats.xml_stream import CAREFUL, local_name
from loaders.records.errors import InvalidRecordError, SourceFileError, truncate
from loaders.records.parts import Affiliation, Author
from loaders.sources.arxiv.author_string import authors as authors_of
from loaders.sources.arxiv.paper import ArxivMetadata, Version
from normalization import identifiers as ids

ATOM = "{http://www.w3.org/2005/Atom}"
OAI = "{http://www.openarchives.org/OAI/2.0/}"
ARXIV_ATOM = "{http://arxiv.org/schemas/atom}"
ARXIV_OAI = "{http://arxiv.org/OAI/arXiv/}"
RAW_OAI = "{http://arxiv.org/OAI/arXivRaw/}"
VERSION = re.compile(r"v?[0-9]{1,4}")
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


def parse_atom_entry(entry: Element) -> ArxivMetadata:
    """Return the metadata in an Atom entry."""
    identifier = child_text(entry, f"{ATOM}id")
    first = entry.find(f"{ARXIV_ATOM}primary_category")
    published = child_text(entry, f"{ATOM}published")
    return ArxivMetadata(
        named=identifier,
        title=child_text(entry, f"{ATOM}title"),
        versions=_atom_versions(identifier or "", published, child_text(entry, f"{ATOM}updated")) if published else (),
        categories=tuple(element.get("term", "") for element in entry.iterfind(f"{ATOM}category")),
        primary=first.get("term") if first is not None else None,
        authors=tuple(map(_atom_author, entry.iterfind(f"{ATOM}author"))),
        abstract=child_text(entry, f"{ATOM}summary"),
        comment=child_text(entry, f"{ARXIV_ATOM}comment"),
        journal_ref=child_text(entry, f"{ARXIV_ATOM}journal_ref"),
        dois=tuple((child_text(entry, f"{ARXIV_ATOM}doi") or "").split()),
    )


def _atom_versions(named: str, published: str, updated: str | None) -> tuple[Version, ...]:
    """Return the first version and the version of the entry; without numbers if the entry does not state one."""
    number = (ids.arxiv_version(named) or "").removeprefix("v") or None
    first = Version(number="1" if number else None, date=published)
    last = Version(number=number if number != "1" else None, date=updated or published)
    return (first,) if last == Version(number=None, date=published) else (first, last)


def _atom_author(author: Element) -> Author:
    places = tuple(
        Affiliation(text=text)
        for element in author.iterfind(f"{ARXIV_ATOM}affiliation")
        if (text := folded_text(element))
    )
    return Author(name=child_text(author, f"{ATOM}name") or "", affiliations=places or None)


def is_deleted(record: Element) -> bool:
    """Return True if the record is marked as deleted; it has no metadata then."""
    header = record.find(f"{OAI}header")
    return header is not None and header.get("status") == "deleted"


def oai_identifier(record: Element) -> str | None:
    """Return the OAI-PMH identifier of a record, `oai:arXiv.org:0704.0001`."""
    return child_text(record, f"{OAI}header/{OAI}identifier")


def parse_oai_record(record: Element) -> ArxivMetadata:
    """Return the metadata in a record. Raises InvalidRecordError if they are in another format."""
    metadata = next(iter(record.iterfind(f"{OAI}metadata/*")), None)
    if metadata is None or metadata.tag not in (f"{ARXIV_OAI}arXiv", f"{RAW_OAI}arXivRaw"):
        actual_format = "nothing" if metadata is None else f"<{str(metadata.tag).rpartition('}')[2]}>"
        raise InvalidRecordError(
            f"expected metadata in the format arXiv or arXivRaw, found {actual_format}: request one of these formats."
        )
    raw = metadata.tag.startswith(RAW_OAI)
    space = RAW_OAI if raw else ARXIV_OAI

    def text(name: str) -> str | None:
        value = child_text(metadata, f"{space}{name}")
        return decode_accents(value) if value else None

    categories = tuple((text("categories") or "").split())
    return ArxivMetadata(
        named=text("id"),
        title=text("title"),
        versions=_numbered(metadata) if raw else _dated(text("created"), text("updated")),
        categories=categories,
        primary=next(iter(categories), None),
        authors=authors_of(child_text(metadata, f"{RAW_OAI}authors") or "") if raw else _oai_authors(metadata),
        abstract=text("abstract"),
        comment=text("comments"),
        journal_ref=text("journal-ref"),
        dois=tuple((text("doi") or "").split()),
        license=text("license"),
        revised=child_text(record, f"{OAI}header/{OAI}datestamp"),
    )


def _dated(created: str | None, updated: str | None) -> tuple[Version, ...]:
    if not created:
        return ()
    later = (Version(number=None, date=updated),) if updated not in (None, created) else ()
    return (Version(number="1", date=created), *later)


def _numbered(metadata: Element) -> tuple[Version, ...]:
    return versions(
        (element.get("version", ""), child_text(element, f"{RAW_OAI}date") or "")
        for element in metadata.iterfind(f"{RAW_OAI}version")
    )


def versions(raw_versions: Iterable[tuple[str, str]]) -> tuple[Version, ...]:
    """Return versions (`v2`, `Tue, 3 Apr 2007 19:18:42 GMT`), oldest first.

    Raises InvalidRecordError if a number or date is invalid.
    """
    numbered: list[tuple[int, Version]] = []
    for name, date in raw_versions:
        if not VERSION.fullmatch(name):
            raise InvalidRecordError(f"{truncate(name)!r} is not a valid version: expected v1, v2 and so on.")
        number = name.removeprefix("v")
        try:
            moment = parsedate_to_datetime(date)
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        except (ValueError, OverflowError):  # OverflowError: the year or the time zone has too many digits
            raise InvalidRecordError(
                f"{truncate(date)!r} is not a valid version date: expected a format such as "
                "Mon, 2 Apr 2007 19:18:42 GMT."
            ) from None
        numbered.append((int(number), Version(number=number, date=moment.strftime("%Y-%m-%dT%H:%M:%SZ"))))
    return tuple(version for _, version in sorted(numbered, key=lambda pair: pair[0]))


def _oai_authors(metadata: Element) -> tuple[Author, ...]:
    return tuple(
        author(
            child_text(element, f"{ARXIV_OAI}keyname"),
            child_text(element, f"{ARXIV_OAI}forenames"),
            child_text(element, f"{ARXIV_OAI}suffix"),
            filter(None, map(folded_text, element.iterfind(f"{ARXIV_OAI}affiliation"))),
        )
        for element in metadata.iterfind(f"{ARXIV_OAI}authors/{ARXIV_OAI}author")
    )


def author(key: str | None, fore: str | None, suffix: str | None, places: Iterable[str]) -> Author:
    """Return an author from the components of a name; a key name without forenames may be a collaboration."""
    key, fore, suffix = (decode_accents(part or "").strip() for part in (key, fore, suffix))
    return Author(
        name=" ".join(filter(None, (fore, key, suffix))),
        family=key if key and fore else None,
        affiliations=tuple(Affiliation(text=decode_accents(place)) for place in places) or None,
    )
