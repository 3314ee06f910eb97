"""arXiv: responses of its API (Atom) and of its OAI-PMH interface, and the snapshot of all metadata.

A file is a response as received (.xml, .atom): an Atom feed, or OAI-PMH in the format arXiv or arXivRaw; a response
stored in JSON with the requested URL and the HTTP status, `{"url": ..., "status_code": ..., "body": "<feed>..."}`; or
arxiv-metadata-oai-snapshot.json, with one paper per line. Yields papers, and each category (topic) with its name and
archive before the first paper of the file in that category.

Source: https://info.arxiv.org/help/api/user-manual.html, https://info.arxiv.org/help/oa/index.html,
https://www.kaggle.com/datasets/Cornell-University/arxiv
"""

import re
from collections.abc import Iterator
from typing import Annotated

import msgspec

from loaders.bibliographic.tex_accents import decode_accents
from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, RawElement, elements
from loaders.formats.markup import Element, child_text, folded_text, refuse_entities
from loaders.records.errors import InvalidRecordError, RejectedItem, format_location
from loaders.records.parts import Author
from loaders.records.record import Item
from loaders.sources.arxiv import categories
from loaders.sources.arxiv.author_string import authors as authors_of
from loaders.sources.arxiv.paper import ArxivMetadata, paper
from loaders.sources.arxiv.responses import (
    ATOM,
    OAI,
    author,
    entries,
    is_deleted,
    oai_identifier,
    parse_atom_entry,
    parse_oai_record,
    versions,
)
from loaders.sources.base import Source, read_each_file
from normalization.identifiers import IdentifierError

ParsedName = Annotated[list[str], msgspec.Meta(min_length=1)]


class SnapshotVersion(msgspec.Struct, frozen=True):
    """A version."""

    version: str
    created: str


class SnapshotPaper(msgspec.Struct, frozen=True, rename={"journal_ref": "journal-ref"}):
    """A paper in the snapshot. An item of `authors_parsed` is key name, forenames, suffix and affiliations."""

    id: str
    title: str | None = None
    authors: str | None = None
    authors_parsed: list[ParsedName] | None = None
    comments: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    categories: str | None = None
    license: str | None = None
    abstract: str | None = None
    versions: list[SnapshotVersion] = []
    update_date: str | None = None


decode_line = msgspec.json.Decoder(SnapshotPaper).decode


def parse_line(line: SnapshotPaper) -> ArxivMetadata:
    """Return the metadata in a line. Raises InvalidRecordError if a version is malformed."""
    categories = tuple((line.categories or "").split())
    return ArxivMetadata(
        named=line.id,
        title=_text(line.title),
        versions=versions((version.version, version.created) for version in line.versions),
        categories=categories,
        primary=next(iter(categories), None),
        authors=_authors(line),
        abstract=_text(line.abstract),
        comment=_text(line.comments),
        journal_ref=_text(line.journal_ref),
        dois=tuple((line.doi or "").split()),
        license=line.license,
        revised=line.update_date,
    )


def _authors(line: SnapshotPaper) -> tuple[Author, ...] | None:
    if not line.authors_parsed:
        return authors_of(line.authors or "")
    parsed = ([*parts, "", ""] for parts in line.authors_parsed)
    return tuple(author(key, fore, suffix, filter(None, places)) for key, fore, suffix, *places in parsed)


def _text(text: str | None) -> str | None:
    return decode_accents(" ".join(text.split())) or None if text else None


IGNORED_FILES = frozenset({"manifest.json"})
"""Files next to responses that contain no papers."""
ERROR_PATH = "/api/errors"
"""Text in the ID of an entry that is an error message instead of a paper."""
EMPTY_RESULT = "noRecordsMatch"
"""OAI-PMH error code of an empty result, which is not an error here."""
STORED_RESPONSE = re.compile(rb'\s*\{\s*(?:"(?:url|status_code|body)"|$|\})')
"""Start of a response that is stored in JSON."""
MARKS_AND_SPACE = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"
"""Bytes before the first character, including byte order marks; each line is decoded later."""
LINES = JsonFileKind("the snapshot of arXiv's metadata, one paper per line", "arXiv paper")
NO_PAPER = f"not an {LINES.element_name}."


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield categories and papers, in file order.

    An error message of arXiv is rejected with its text; an entry without ID, title or date is rejected with the reason.

    Raises:
        SourceFileError: The file contains no response of arXiv, or is truncated.
    """
    with file.open() as stream:
        beginning = stream.read(256)
    stored = bool(STORED_RESPONSE.match(beginning))
    if beginning.lstrip(MARKS_AND_SPACE)[:1] in (b"{", b"[") and not stored:
        results = _lines(file)
    else:
        results = _answer(file, stored=stored)
    seen_codes: set[str] = set()
    for result in results:
        if isinstance(result, RejectedItem):
            yield result
            continue
        place, metadata = result
        try:
            record = paper(metadata)
        except (InvalidRecordError, IdentifierError) as error:
            yield RejectedItem(place=place, reason=rejection_reason(error))
            continue
        for use in record.topics or ():
            for topic in categories.topics(use.code):
                if topic.code not in seen_codes:
                    seen_codes.add(topic.code)
                    yield topic
        yield record


Entry = tuple[str, ArxivMetadata] | RejectedItem
"""The location and metadata of a paper, or a reject."""


def _answer(file: SourceFile, *, stored: bool) -> Iterator[Entry]:
    for number, element in enumerate(entries(file, stored=stored), 1):
        atom = element.tag == f"{ATOM}entry"
        identifier = child_text(element, f"{ATOM}id") if atom else oai_identifier(element)
        place = ", ".join(filter(None, (f"entry {number}", f"line {element.sourceline}", identifier)))
        try:
            refuse_entities(element)
            error = _error(element, identifier or "")
            if error is None:
                yield place, parse_atom_entry(element) if atom else parse_oai_record(element)
            elif error:
                yield RejectedItem(place, error, intentional=is_deleted(element))
        except InvalidRecordError as error:
            yield RejectedItem(place, rejection_reason(error))


def _error(element: Element, named: str) -> str | None:
    """Return the error message of an entry without a paper; empty if it is not an error, None if the entry is a
    paper.
    """
    if element.tag == f"{ATOM}entry" and ERROR_PATH in named:
        return child_text(element, f"{ATOM}summary") or "arXiv returned an error without a message."
    if element.tag == f"{OAI}error":
        code = element.get("code", "")
        return "" if code == EMPTY_RESULT else f"{code}: {folded_text(element) or 'an error without a message.'}"
    if is_deleted(element):
        return "arXiv has deleted it."
    return None


def _lines(file: SourceFile) -> Iterator[Entry]:
    """Yield the papers of the snapshot, line by line. Raises SourceFileError if the file has no paper."""
    with file.open() as stream:
        results = map(_line, elements(stream, file.display_name, LINES))
        yield from reject_foreign_files(
            results, lambda rejected: rejected.reason == NO_PAPER, f"{file.display_name}: expected {LINES.description}."
        )


def _line(cut: RawElement | RejectedItem) -> Entry:
    if isinstance(cut, RejectedItem):
        return cut
    place, text = cut
    try:
        if b'"id"' not in text:
            return RejectedItem(place, NO_PAPER)
        line = decode_line(text)
        place = format_location(place, line.id)
        return place, parse_line(line)
    except (*JSON_ERRORS, InvalidRecordError) as error:
        return RejectedItem(place, rejection_reason(error))


def _wanted(name: str) -> bool:
    return (
        strip_suffixes(name).endswith((".xml", ".atom", ".json", ".jsonl", ".ndjson"))
        and strip_suffixes(name) not in IGNORED_FILES
    )


SOURCE = Source(
    name="arxiv",
    title="arXiv",
    license="CC0-1.0",
    address="https://arxiv.org",
    provides=(
        "titles, abstracts and bylines",
        "dates of the first and of this version, or of all versions if listed",
        "primary and cross-listed categories",
        "affiliations, comments, journal references and DOIs if the authors gave them",
        "licenses, from OAI-PMH or the snapshot",
        "links to code and data in abstracts and comments",
    ),
    omits=("references", "IDs of authors"),
    example="byline load arxiv answer.xml",
    expected_files="responses of the arXiv API or OAI-PMH (.xml, .atom, or in .json), or the snapshot of its metadata",
    accepts=_wanted,
    start=read_each_file(read_file),
)
