"""Read a record of an arXiv OAI-PMH response, in the format arXiv or arXivRaw.

The format arXiv separates the components of names and has the dates of the first and last version. arXivRaw has the
times of all versions, and the byline as typed. Both have the license.

Source: https://info.arxiv.org/help/oa/index.html, http://www.openarchives.org/OAI/openarchivesprotocol.html
"""

import re
from collections.abc import Iterable
from datetime import UTC
from email.utils import parsedate_to_datetime

from loaders.bibliographic.tex_accents import decode_accents
from loaders.formats.markup import Element, child_text, folded_text
from loaders.records.errors import InvalidRecordError, truncate
from loaders.records.parts import Affiliation, Author
from loaders.sources.arxiv.atom import OAI
from loaders.sources.arxiv.author_string import authors as authors_of
from loaders.sources.arxiv.paper import ArxivMetadata, Version

ARXIV = "{http://arxiv.org/OAI/arXiv/}"
RAW = "{http://arxiv.org/OAI/arXivRaw/}"


def is_deleted(record: Element) -> bool:
    """Return True if the record is marked as deleted; it has no metadata then."""
    header = record.find(f"{OAI}header")
    return header is not None and header.get("status") == "deleted"


def identifier(record: Element) -> str | None:
    """Return the OAI-PMH identifier of a record, `oai:arXiv.org:0704.0001`."""
    return child_text(record, f"{OAI}header/{OAI}identifier")


def parse_record(record: Element) -> ArxivMetadata:
    """Return the metadata in a record. Raises InvalidRecordError if they are in another format."""
    metadata = next(iter(record.iterfind(f"{OAI}metadata/*")), None)
    if metadata is None or metadata.tag not in (f"{ARXIV}arXiv", f"{RAW}arXivRaw"):
        actual_format = "nothing" if metadata is None else f"<{str(metadata.tag).rpartition('}')[2]}>"
        raise InvalidRecordError(
            f"expected metadata in the format arXiv or arXivRaw, found {actual_format}: request one of these formats."
        )
    raw = metadata.tag.startswith(RAW)
    space = RAW if raw else ARXIV

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
        authors=authors_of(child_text(metadata, f"{RAW}authors") or "") if raw else _authors(metadata),
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
        (element.get("version", ""), child_text(element, f"{RAW}date") or "")
        for element in metadata.iterfind(f"{RAW}version")
    )


VERSION = re.compile(r"v?[0-9]{1,4}")


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


def _authors(metadata: Element) -> tuple[Author, ...]:
    return tuple(
        author(
            child_text(element, f"{ARXIV}keyname"),
            child_text(element, f"{ARXIV}forenames"),
            child_text(element, f"{ARXIV}suffix"),
            filter(None, map(folded_text, element.iterfind(f"{ARXIV}affiliation"))),
        )
        for element in metadata.iterfind(f"{ARXIV}authors/{ARXIV}author")
    )


def author(key: str | None, fore: str | None, suffix: str | None, places: Iterable[str]) -> Author:
    """Return an author from the components of a name; a key name without forenames may be a collaboration."""
    key, fore, suffix = (decode_accents(part or "").strip() for part in (key, fore, suffix))
    return Author(
        name=" ".join(filter(None, (fore, key, suffix))),
        family=key if key and fore else None,
        affiliations=tuple(Affiliation(text=decode_accents(place)) for place in places) or None,
    )
