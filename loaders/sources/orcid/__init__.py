"""ORCID: records of people in XML or JSON, from the public data file and the API.

Yields a person per record, with names, IDs and affiliations that the owner states, and the works that the owner claims.

Source: https://info.orcid.org/documentation/integration-guide/orcid-record (schema 3.0; public data CC0-1.0)
"""

import io
from collections.abc import Iterator
from typing import cast

import msgspec
from lxml import etree

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, elements
from loaders.formats.markup import refuse_entities
from loaders.formats.parse_errors import format_xml_error
from loaders.records import dates
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError, format_location, truncate
from loaders.records.parts import Author, Manifestation, TypedDate, WorkRelation, WorkRelationKind
from loaders.records.record import Item, PaperKind, PaperRecord
from loaders.records.urls import normalize_url
from loaders.sources.base import Source, read_each_file
from loaders.sources.orcid.node import Node, of_json, of_xml
from loaders.sources.orcid.person import BRIEF, SITE, SOURCE_NAME, Owner, owner_of, person, revised
from normalization.identifiers import normalize_or_none

SCHEMES = {
    "doi": "doi",
    "arxiv": "arxiv",
    "pmid": "pmid",
    "pmc": "pmcid",
    "handle": "handle",
    "dblp": "dblp",
}
"""Schemes of work IDs that other sources use."""
RELATIONS: dict[str, WorkRelationKind] = {"version-of": "version_of", "part-of": "part_of"}
KINDS: dict[str, PaperKind] = {
    "journal-article": "article",
    "conference-paper": "article",
    "conference-proceedings": "article",
    "magazine-article": "article",
    "newspaper-article": "article",
    "newsletter-article": "article",
    "review": "article",
    "book-review": "article",
    "preprint": "preprint",
    "book": "book",
    "edited-book": "book",
    "book-chapter": "chapter",
    "dictionary-entry": "chapter",
    "encyclopedia-entry": "chapter",
    "dissertation": "thesis",
    "dissertation-thesis": "thesis",
    "report": "report",
    "working-paper": "report",
    "standards-and-policy": "report",
    "technical-standard": "report",
    "data-set": "dataset",
    "software": "software",
}
"""Kind of work for each type; any other type is `other`."""


def works(record: Node, owner: Owner) -> Iterator[PaperRecord]:
    """Yield each public work with a title and an ID that other sources use.

    Each owner lists works independently, and co-authors list the same work again. So the owner is the source of the
    record (`orcid:0000-...`): claims of several owners become one paper through shared IDs, and each contributes one
    author at an unknown position. A claim without an ID that other sources use would only duplicate the work.
    """
    for group in record.each("activities-summary", "works", "group"):
        summaries = [summary for summary in group.each("work-summary") if summary.public()]
        if summaries:
            # the owner's preferred version has the highest index; the oldest put-code is stable
            preferred = max(summaries, key=lambda one: _number(one.text_at("display-index")))
            oldest = min(_number(summary.text_at("put-code")) for summary in summaries)
            paper = _paper(preferred, [*summaries, group], owner, oldest)
            if paper is not None:
                yield paper


def _paper(shown: Node, summaries: list[Node], owner: Owner, number: int) -> PaperRecord | None:
    stated = dict.fromkeys(identifier for summary in summaries for identifier in _ids(summary))
    own_ids = tuple(identifier for relation, identifier in stated if relation == "self")
    title = shown.text_at("title", "title")
    if not own_ids or not title:
        return None
    orcid = owner.orcid.partition(":")[2]
    page = normalize_url(shown.text_at("url"))
    day = _date(shown.first("publication-date"))
    return PaperRecord(
        source=owner.orcid,
        key=f"work/{number}",
        url=f"{SITE}/{orcid}",
        revised=revised(shown),
        title=title,
        kind=KINDS.get(shown.text_at("type").lower().replace("_", "-"), "other"),
        ids=own_ids,
        dates=(TypedDate(value=day),) if day else (),
        authors=(Author(name=owner.names[0], family=owner.family, ids=(owner.orcid,)),),
        authors_complete=False,
        forms=(Manifestation(url=page, kind="page"),) if page else (),
        relations=tuple(
            WorkRelation(kind=RELATIONS[relation], target=identifier)
            for relation, identifier in stated
            if relation in RELATIONS and identifier not in own_ids
        ),
        journal_ref=shown.text_at("journal-title") or None,
    )


def _ids(node: Node) -> Iterator[tuple[str, str]]:
    """Yield each ID with its relation to the work: `self`, `version-of`, `part-of`."""
    for external_id in node.each("external-ids", "external-id"):
        scheme = SCHEMES.get(external_id.text_at("external-id-type").lower())
        identifier = normalize_or_none(f"{scheme}:{external_id.text_at('external-id-value')}") if scheme else None
        if identifier:
            yield external_id.text_at("external-id-relationship").lower().replace("_", "-") or "self", identifier


def _date(node: Node) -> str | None:
    """Return a date with its precision. It ends before its first invalid component; an invalid year is returned as
    written.
    """
    parts: list[str] = []
    for part, digits in (("year", 4), ("month", 2), ("day", 2)):
        value = node.text_at(part)
        if not value.isdecimal():
            break
        parts.append(value.zfill(digits))
    for length in range(len(parts), 0, -1):
        try:
            return dates.normalize_date("-".join(parts[:length]))
        except InvalidRecordError:
            continue
    return dates.date_or_raw_text(None, node.text_at("year"))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


FILE = JsonFileKind("ORCID records (schema 3.0, XML or JSON), from its public data file or its API", "ORCID record")
NAMESPACE = "http://www.orcid.org/ns/"
MAX_DOCUMENT_BYTES = 16 << 20
"""Maximum size of an XML document in bytes; a record with 10,000 works is smaller."""
PARTS = tuple(
    map(
        frozenset,
        (
            ("put-code",),
            ("num-found",),
            ("last-modified-date", "path"),
            ("organization", "start-date"),
            ("title", "type", "external-ids"),
            ("external-id-type", "external-id-value"),
            ("review-group-id",),
            ("group-id", "description"),
            ("proposal", "resource-item"),
        ),
    )
)
"""Field names of other ORCID documents: responses, lists, affiliations, fundings, works, IDs, reviews, groups,
resources.
"""
WHOLE = tuple(map(frozenset, (("bulk",), ("content",), ("country",), ("url",), ("url", "url-name"))))
"""Complete field names of small ORCID documents: lists of works, keywords and other names, countries, links."""
NONE = f"not an {FILE.element_name}."


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield the person of each record, followed by the works that the person claims.

    Other ORCID documents are skipped, because they repeat data of the record.

    Raises:
        SourceFileError: The file is not from ORCID, not valid XML or JSON, or too large.
    """
    if strip_suffixes(file.name).endswith(".xml"):
        yield from _of_xml(file)
        return
    with file.open() as stream:
        items = (
            item
            for cut in elements(stream, file.display_name, FILE)
            for item in ([cut] if isinstance(cut, RejectedItem) else _of_json(*cut))
        )
        yield from reject_foreign_files(
            items, lambda item: item.reason == NONE, f"{file.display_name}: expected {FILE.description}."
        )


def _of_xml(file: SourceFile) -> Iterator[Item]:
    with file.open() as stream:
        text = stream.read(MAX_DOCUMENT_BYTES + 1)
    if len(text) > MAX_DOCUMENT_BYTES:
        raise SourceFileError(f"{file.display_name}: the document is longer than {MAX_DOCUMENT_BYTES >> 20} MiB.")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.parse(io.BytesIO(text), parser).getroot()
    except etree.XMLSyntaxError as error:
        line, message = format_xml_error(error, parser.error_log)
        raise SourceFileError(f"{file.display_name}: line {line}: expected ORCID XML: {message}.") from error
    if not (etree.QName(root).namespace or "").startswith(NAMESPACE):
        raise SourceFileError(
            f"{file.display_name}: expected {FILE.description}; this is a <{etree.QName(root).localname}>."
        )
    name = etree.QName(root).localname
    try:
        refuse_entities(root)
    except InvalidRecordError as error:
        yield RejectedItem(f"<{name}>", rejection_reason(error))
        return
    yield from _document(name, of_xml(root), f"<{name}>")


def _of_json(place: str, text: bytes) -> Iterator[Item]:
    try:
        document = msgspec.json.decode(text)
        node = of_json(document)
    except JSON_ERRORS as error:
        yield RejectedItem(place, rejection_reason(error))
        return
    names = node.parts.keys()
    if {"record"} == names:
        node, names = node.first("record"), node.first("record").parts.keys()
    if {"error-code", "developer-message"} & names:
        yield from _document("error", node, place)
    elif "orcid-identifier" in names and names & {"person", "history", "activities-summary"}:
        yield from _document("record", node, place)
    elif "orcid-identifier" in names:
        yield from _document("record-summary", node, place)
    elif not _is_another(document):
        yield RejectedItem(place, NONE)


def _is_another(value: object) -> bool:
    """Return True if a JSON value is an ORCID document without data of its own."""
    names = frozenset(cast("dict[str, object]", value)) if isinstance(value, dict) else frozenset[str]()
    return names in WHOLE or any(part <= names for part in PARTS)


def _document(name: str, node: Node, place: str) -> Iterator[Item]:
    match name:
        case "record" | "record-summary":
            text = node.text_at("orcid-identifier", "path") or node.text_at("path").strip("/")
            place = format_location(place, text)
            deactivated = node.text_at("history", "deactivation-date")
            if deactivated:
                yield RejectedItem(place, "its owner deactivated the record.", intentional=True)
                return
            try:
                owner = owner_of(node)
                yield person(node, owner, SOURCE_NAME if name == "record" else BRIEF)
                yield from works(node, owner)
            except (ValueError, InvalidRecordError) as error:
                yield RejectedItem(place, rejection_reason(error))
        case "error":
            text = node.text_at("developer-message") or node.text_at("user-message")
            yield RejectedItem(place, f"ORCID returned: {truncate(text, 300)}")
        case _:
            pass


IGNORED_FILE = "manifest.json"
"""A list of the files in the same folder."""

SOURCE = Source(
    name="orcid",
    title="ORCID",
    license="CC0-1.0",
    address="https://orcid.org",
    provides=(
        "people with their names, other names and IDs in other systems",
        "employments, educations, qualifications and invited positions with ROR IDs, years and titles",
        "short biographies",
        "works that people claim, if they have an ID that other sources use",
    ),
    omits=("complete bylines", "abstracts and references", "private data"),
    example="byline load orcid ORCID_2024_10_summaries.tar.gz",
    expected_files=FILE.description,
    accepts=lambda name: (
        strip_suffixes(name).endswith((".xml", ".json", ".jsonl", ".ndjson")) and strip_suffixes(name) != IGNORED_FILE
    ),
    start=read_each_file(read_file),
)
