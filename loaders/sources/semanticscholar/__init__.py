"""Semantic Scholar: JSON of its dataset downloads and of its Academic Graph API.

Reads arrays, JSON lines and API responses in `.json`, `.jsonl` and `.ndjson` files. Yields papers, persons, venues and
volumes, fields of study (topics), and citations with their intents.

Source: https://www.semanticscholar.org/product/api (ODC-BY 1.0)
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from loaders.bibliographic.containers import Container
from loaders.bibliographic.json_works import is_json_file
from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, RawElement, elements
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError, format_location
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.record import CitationRecord, Item
from loaders.sources.base import Reader, Source
from loaders.sources.semanticscholar.paper import SHA, corpus_of, field, fields, identity, paper
from loaders.sources.semanticscholar.paper_supplements import PaperSupplements
from loaders.sources.semanticscholar.person import has_profile_fields, person
from loaders.sources.semanticscholar.schema import Author, Citation, Json, Paper, Venue, folded
from loaders.sources.semanticscholar.venue import PARTIAL_SOURCE_NAME, SOURCE_NAME, container_of, venue


def embedded_paper_id(value: object) -> str | None:
    """Return the ID of a paper inside another element, if the element is a paper that Semantic Scholar found."""
    try:
        return identity(msgspec.convert(value, Paper, strict=False))
    except ValueError:
        return None


def cites(citing: str, cited: str, value: object, place: str) -> Item:
    """Return a citation, or a reject if a paper cites itself. Raises ValueError if the fields of the citation are
    malformed.
    """
    if citing == cited:
        return RejectedItem(place, f"{citing} cites itself.", intentional=True)
    citation = value if isinstance(value, Citation) else msgspec.convert(value, Citation, strict=False)
    return CitationRecord(
        source=SOURCE_NAME,
        key=f"{citing}>{cited}",
        citing=citing,
        cited=cited,
        intents=tuple(dict.fromkeys(_intents(citation.intents))),
        influential=citation.isinfluential,
    )


def _intents(value: object) -> Iterator[str]:
    """Yield the intents of a citation. The datasets give a list, or null, for each passage that cites the paper."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        listed: list[object] = value  # pyright: ignore[reportUnknownVariableType] JSON
        for intent in listed:
            yield from _intents(intent)


FILE = JsonFileKind(
    "Semantic Scholar JSON: its datasets of papers, authors, citations, venues, abstracts, tldrs or paper-ids, or "
    "responses of its Academic Graph API",
    "Semantic Scholar record",
)
NONE = f"not a {FILE.element_name}."
NOT_FOUND = "Semantic Scholar found no record with the requested ID."
UNNAMED = (
    "the response does not identify the paper whose citations or references it lists: name the file after that paper "
    "(649def34f8be52c8b66281af98ae884c09aef38b.json or CorpusID-215416146.json)."
)
CORPUS = re.compile(r"corpusid\D?(\d+)", re.IGNORECASE)
LISTS = ("data", "recommendedpapers")
ERRORS = frozenset({"error", "message", "code"})
WHOLE_TEXTS = frozenset({"body", "content", "bibliography", "pdfparse"})
SAYS_ALL = frozenset({"externalids", "authors", "title"})
"""Fields of a full API response about a paper; an element without them is a partial record. For a person the field is
`affiliations`.
"""


def is_aside(document: Json) -> bool:
    """Return True if an element supplements a paper by corpus ID, with an abstract, a summary or an older paperId."""
    return "corpusid" in document and "title" not in document and bool(document.keys() & {"abstract", "text", "sha"})


class _Told(NamedTuple):
    """An element being read: the JSON object, its location, and whether it is top-level, not nested in another."""

    document: Json
    place: str
    top_level: bool = True


class Reading:
    """Reads one file. `_asked` is the paper after which the file is named, if any."""

    def __init__(self, file: SourceFile, asides: PaperSupplements) -> None:
        self._file = file
        self._asides = asides
        self._lately = RecentKeys()
        self._asked = _paper_from_path(file.name)
        self._unnamed_told = False

    def items(self) -> Iterator[Item]:
        """Yield all items of the file. Raises SourceFileError if the file has no Semantic Scholar record."""
        with self._file.open() as stream:
            items = self._elements(elements(stream, self._file.display_name, FILE))
            wrong = f"{self._file.display_name}: expected {FILE.description}."
            yield from reject_foreign_files(items, lambda item: item.reason == NONE, wrong)

    def _elements(self, cuts: Iterator[RawElement | RejectedItem]) -> Iterator[Item]:
        for cut in cuts:
            if isinstance(cut, RejectedItem):
                yield cut
                continue
            place, text = cut
            try:
                document = folded(msgspec.json.decode(text))
            except JSON_ERRORS as error:
                yield RejectedItem(place, rejection_reason(error))
                continue
            yield from self._each(document, place)

    def _each(self, document: object, place: str, *, top_level: bool = True) -> Iterator[Item]:
        """Yield the items of an element; a malformed element is rejected."""
        if not isinstance(document, dict):
            yield RejectedItem(place, NOT_FOUND if document is None else NONE)
            return
        element = _Told(document, place, top_level)  # pyright: ignore[reportUnknownArgumentType] JSON keys are str
        try:
            yield from self._one(element)
        except (ValueError, InvalidRecordError) as error:  # errors of msgspec are ValueErrors, too
            key = (
                element.document.get("paperid") or element.document.get("corpusid") or element.document.get("authorid")
            )
            yield RejectedItem(format_location(place, str(key) if key else None), rejection_reason(error))

    def _one(self, element: _Told) -> Iterator[Item]:
        document, names = element.document, element.document.keys()
        members = next((document[name] for name in LISTS if isinstance(document.get(name), list)), None)
        if members is not None:
            for number, member in enumerate(msgspec.convert(members, list[object]), 1):
                yield from self._each(member, f"{element.place}, item {number}")
        elif names and names <= ERRORS:
            yield RejectedItem(
                element.place, f"Semantic Scholar returned: {document.get('error') or document.get('message')}"
            )
        elif names & {"citingcorpusid", "citingpaper", "citedpaper"}:
            yield from self._citation(msgspec.convert(document, Citation, strict=False), element.place)
        elif "paperid" in names or ("corpusid" in names and "title" in names and not names & WHOLE_TEXTS):
            yield from self._paper(element)
        elif "authorid" in names:
            yield from self._author(element)
        elif {"id", "name"} <= names and names & {"issn", "type", "alternate_names", "alternate_issns"}:
            yield venue(msgspec.convert(document, Venue))
        elif not {"total", "offset"} <= names:  # has these fields: a response without results
            yield RejectedItem(element.place, NONE)

    def _author(self, element: _Told) -> Iterator[Item]:
        author = msgspec.convert(element.document, Author, strict=False)
        record = person(author, SOURCE_NAME if "affiliations" in element.document else PARTIAL_SOURCE_NAME)
        yield from (record,) if record.source == SOURCE_NAME else deduplicate_partials((record,), self._lately, ())
        for number, listed_paper in enumerate(author.papers or (), 1):
            yield from self._each(listed_paper, f"{element.place}, paper {number}", top_level=False)

    def _paper(self, element: _Told) -> Iterator[Item]:
        work = msgspec.convert(element.document, Paper, strict=False)
        if not element.top_level and not (identity(work) and work.title):
            return  # Semantic Scholar did not find the paper, or the request did not select these fields
        container = container_of(work)
        yield from self._before(work, container)
        source = SOURCE_NAME if element.top_level and element.document.keys() >= SAYS_ALL else PARTIAL_SOURCE_NAME
        cited = [paper_id for paper_id in map(embedded_paper_id, work.references or ()) if paper_id]
        supplement = self._asides.supplement_of(corpus_of(work))
        record = paper(
            work, source, container, supplement, None if work.references is None else tuple(dict.fromkeys(cited))
        )
        yield from (record,) if source == SOURCE_NAME else deduplicate_partials((record,), self._lately, ())
        for name, listed in (("citation", work.citations), ("reference", work.references)):
            for number, member in enumerate(listed or (), 1):
                location = f"{element.place}, {name} {number}"
                yield from self._each(member, location, top_level=False)
                other_id, own_id = embedded_paper_id(member), identity(work)
                if other_id and own_id and (name == "citation" or _has_intents(member)):
                    yield (
                        cites(other_id, own_id, member, location)
                        if name == "citation"
                        else cites(own_id, other_id, member, location)
                    )

    def _before(self, work: Paper, container: Container) -> Iterator[Item]:
        """Yield the fields of study, venue, volume and persons of a paper, except those that were yielded recently."""
        records = (
            *map(field, fields(work) or ()),
            *container.records,
            *(
                person(author, PARTIAL_SOURCE_NAME)
                for author in work.authors or ()
                if has_profile_fields(author) and (author.name or "").strip()
            ),
        )
        yield from deduplicate_partials(records, self._lately, ())

    def _citation(self, citation: Citation, place: str) -> Iterator[Item]:
        if citation.citingpaper is None and citation.citedpaper is None:
            if citation.citingcorpusid is not None and citation.citedcorpusid is not None:
                yield cites(
                    f"s2-corpus:{citation.citingcorpusid}", f"s2-corpus:{citation.citedcorpusid}", citation, place
                )
            return  # Semantic Scholar did not find the cited paper
        for linked_paper in filter(None, (citation.citingpaper, citation.citedpaper)):
            yield from self._each(linked_paper, place, top_level=False)
        citing = embedded_paper_id(citation.citingpaper) if citation.citingpaper else self._asked
        cited = embedded_paper_id(citation.citedpaper) if citation.citedpaper else self._asked
        if citing and cited:
            yield cites(citing, cited, citation, place)
        elif not self._asked and not (citation.citingpaper and citation.citedpaper) and not self._unnamed_told:
            self._unnamed_told = True
            yield RejectedItem(place, UNNAMED)


def _paper_from_path(name: str) -> str | None:
    """Return the ID of the paper after which the file, or else a folder above it, is named."""
    for part in reversed(PurePosixPath(name).parts):
        sha, corpus = SHA.search(part.lower()), CORPUS.search(part)
        if sha or corpus:
            return f"s2:{sha[0]}" if sha else f"s2-corpus:{corpus[1]}" if corpus else None
    return None


def _has_intents(value: object) -> bool:
    return isinstance(value, dict) and bool(value.keys() & {"intents", "isinfluential"})  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType, reportUnknownVariableType] JSON


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Raises SourceFileError if all files are supplements (abstracts, summaries or older
    paperIds).
    """
    supplement_files = [file for file in files if _is_apart(file)]
    if supplement_files and len(supplement_files) == len(files):
        raise SourceFileError(
            f"{supplement_files[0].display_name}: abstracts, tldrs and paper-ids supplement papers: "
            "load them together with the files of papers."
        )
    supplements = PaperSupplements(supplement_files, FILE)

    def read_file(file: SourceFile) -> Iterator[Item]:
        return supplements.load_file(file) if supplements.holds(file) else Reading(file, supplements).items()

    return read_file


def _is_apart(file: SourceFile) -> bool:
    """Return True if the first element shows that the file holds abstracts, summaries or older paperIds."""
    try:
        with file.open() as stream:
            element = next(elements(stream, file.display_name, FILE), None)
            first = folded(msgspec.json.decode(element.text)) if isinstance(element, RawElement) else None
    except (SourceFileError, ValueError, RecursionError, *DAMAGED_FILE_ERRORS):  # reported when the file is read
        return False
    return isinstance(first, dict) and is_aside(first)  # pyright: ignore[reportUnknownArgumentType] JSON keys are str


SOURCE = Source(
    name="semanticscholar",
    title="Semantic Scholar",
    license="ODC-BY-1.0",
    address="https://www.semanticscholar.org",
    provides=(
        "papers with IDs of many schemes, dates, abstracts, bylines and one-sentence summaries",
        "people with their other names and affiliations",
        "citations with their intents and a flag for influential citations",
        "fields of study, venues, volumes and pages",
        "open copies",
    ),
    omits=("affiliations in bylines", "funders", "retractions"),
    example="byline load semanticscholar papers/ abstracts/ tldrs/ authors/ citations/",
    expected_files=FILE.description,
    accepts=is_json_file,
    start=start,
)
