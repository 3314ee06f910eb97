"""CSL-JSON: references in the input format of citation processors, as Zotero, Pandoc, Mendeley and doi.org export it.

Reads arrays of items, objects with `items` or `references`, and one item per line. Yields papers, and the journals,
volumes and books in which they appeared.

Source: https://docs.citationstyles.org/en/stable/specification.html and its schema csl-data.json
"""

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct, field

from loaders.bibliographic.citation_entry import CitationEntry, Reference, items, records
from loaders.bibliographic.json_works import is_json_file
from loaders.formats.archive import SourceFile
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, RawElement, elements
from loaders.formats.markup import strip_markup
from loaders.records import dates
from loaders.records.errors import InvalidRecordError, RejectedItem, format_location
from loaders.records.parts import Affiliation, Author
from loaders.records.record import Item, PaperKind
from loaders.sources.base import Source, read_each_file
from normalization.identifiers import normalize_or_none

Text: TypeAlias = str | int | float | list[str | int] | None
"""A text or number; doi.org's Crossref responses have lists of one value. The first non-empty value is used."""
Numbers: TypeAlias = list[list[str | int | None]]


class Date(Struct):
    """A date: as numbers, as free text, or in EDTF. A range has two dates."""

    date_parts: Numbers | None = field(name="date-parts", default=None)
    raw: str | None = None
    literal: str | None = None
    edtf: str | None = None
    circa: str | int | bool | None = None


class Place(Struct):
    """An affiliation."""

    name: str | None = None


class Name(Struct):
    """A person, or an institution with a `literal` name."""

    family: str | None = None
    given_name: str | None = field(default=None, name="given")
    suffix: str | None = None
    non_dropping: str | None = field(name="non-dropping-particle", default=None)
    dropping: str | None = field(name="dropping-particle", default=None)
    literal: str | None = None
    name: str | None = None
    orcid: str | None = field(name="ORCID", default=None)
    affiliation: list[Place] | None = None


class Cited(Struct):
    """A reference in a Crossref response."""

    doi: str | None = field(name="DOI", default=None)


When: TypeAlias = Date | str | None
"""A date; some programs write EDTF as a plain text."""


class CslItem(Struct):
    """A reference."""

    id: str | int | None = None
    type: str | None = None
    title: Text = None
    abstract: str | None = None
    language: str | None = None
    note: str | None = None
    keyword: Text = None
    author: list[Name] | None = None
    editor: list[Name] | None = None
    container_author: list[Name] | None = field(name="container-author", default=None)
    issued: When = None
    container_title: Text = field(name="container-title", default=None)
    collection_title: Text = field(name="collection-title", default=None)
    container_short: Text = field(name="container-title-short", default=None)
    journal_short: Text = field(name="journalAbbreviation", default=None)
    event_title: Text = field(name="event-title", default=None)
    publisher: Text = None
    publisher_place: Text = field(name="publisher-place", default=None)
    volume: Text = None
    issue: Text = None
    number: Text = None
    version: Text = None
    page: Text = None
    doi: Text = field(name="DOI", default=None)
    pmid: Text = field(name="PMID", default=None)
    pmcid: Text = field(name="PMCID", default=None)
    isbn: Text = field(name="ISBN", default=None)
    issn: Text = field(name="ISSN", default=None)
    url: Text = field(name="URL", default=None)
    archive: str | None = None
    archive_location: str | None = None
    reference: list[Cited] | None = None


SOURCE_NAME = "csl-json"
KINDS: dict[str, PaperKind] = {
    "article": "preprint",
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "paper-conference": "article",
    "review": "article",
    "chapter": "chapter",
    "entry": "chapter",
    "entry-dictionary": "chapter",
    "entry-encyclopedia": "chapter",
    "book": "book",
    "classic": "book",
    "collection": "book",
    "thesis": "thesis",
    "report": "report",
    "standard": "report",
    "dataset": "dataset",
    "software": "software",
    # responses of doi.org contain the types of Crossref and DataCite
    "journal-article": "article",
    "proceedings-article": "article",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "reference-entry": "chapter",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "dissertation": "thesis",
    "posted-content": "preprint",
    "peer-review": "review",
}
"""Kind of work for each type; any other type is `other`. Per the specification, a plain `article` is a preprint."""
IN_BOOKS = frozenset(
    {"chapter", "paper-conference", "proceedings-article", "book-chapter", "book-section"}
    | {"entry-dictionary", "entry-encyclopedia", "reference-entry", "entry"}
)
VOLUMES = frozenset({"proceedings", "periodical", "journal", "journal-issue", "journal-volume"})
EDTF = re.compile(r"^\[?(\d{4})(?!\d)(?:-(\d{2}))?(?:-(\d{2}))?")
"""The date at the start of an EDTF text; seasons (`2020-21`) are month numbers above 12."""
NOTED = re.compile(r"(?:^|\n)\s*\{?:?(DOI|PMID|PMCID|arXiv|ISBN)\s*:\s*(\S+?)\}?\s*(?=\n|$)", re.IGNORECASE)
"""A variable in the note field, in which programs store values without a field of their own: `PMID: 123`."""
ARXIV = re.compile(r"^arxiv:\s*(\S+)", re.IGNORECASE)
SPLIT = re.compile(r"[\s,;]+")
PARTED = re.compile(r"[;,]")
CODE = re.compile(r"^([A-Za-z]{2})(?:[-_][A-Za-z]{2,4})?$")
ET_AL = frozenset({"et al", "et al.", "others", "and others"})


def reference(item: CslItem) -> Reference:
    """Return an item as a reference."""
    kind = KINDS.get(item.type or "", "other")
    result = Reference(
        source=SOURCE_NAME, title=strip_markup(_text(item.title)), kind=kind, volume_itself=item.type in VOLUMES
    )
    result.authors, result.authors_complete = _people(item.author)
    result.editors = _people(item.editor)[0] or _people(item.container_author)[0] or []
    result.dates = [date] if (date := _date(item.issued)) else []
    result.abstract = strip_markup(item.abstract or "") or None
    code = CODE.match((item.language or "").strip())
    result.language = code[1].lower() if code else None
    keywords = [word.strip() for text in _texts(item.keyword) for word in PARTED.split(text) if word.strip()]
    result.keywords = keywords or None
    result.publisher, result.place = _text(item.publisher) or None, _text(item.publisher_place) or None
    result.volume, result.issue = _text(item.volume) or None, _text(item.issue) or None
    result.version = _text(item.version) or None
    result.pages = _text(item.page).replace("\u2013", "-") or None
    result.issns = [part for text in _texts(item.issn) for part in SPLIT.split(text)]
    result.isbns = [part.rpartition("/")[2] for text in _texts(item.isbn) for part in re.split(r"[,;]|\s+(?=97)", text)]
    result.addresses = _texts(item.url)
    result.ids = _ids(item)
    if item.reference is not None:
        cited = (normalize_or_none(f"doi:{entry.doi}") for entry in item.reference if entry.doi)
        result.references = list(dict.fromkeys(filter(None, cited)))
    container = strip_markup(_text(item.container_title))
    series = strip_markup(_text(item.collection_title))
    if item.type in IN_BOOKS and (series or result.isbns or not (result.issns and result.volume)):
        result.book, result.series = container or None, series or None
    elif kind != "book":
        result.journal = container or None
        short = strip_markup(_text(item.container_short) or _text(item.journal_short))
        result.short = short if short and short != container else None
    if kind == "preprint" and result.journal and item.type == "article":
        result.kind = "article"
    return result


def _texts(raw: Text) -> list[str]:
    listed = raw if isinstance(raw, list) else [raw]
    return [text for value in listed if value is not None and (text := _number(value).strip())]


def _number(value: str | float) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _text(raw: Text) -> str:
    return next(iter(_texts(raw)), "")


def _ids(item: CslItem) -> list[str]:
    """Return the IDs from their variables, else from lines of the note, and an arXiv ID from number, archive
    location or id.
    """
    stated = (("doi", item.doi), ("pmid", item.pmid), ("pmcid", item.pmcid))
    ids = [f"{scheme}:{text}" for scheme, value in stated if (text := _text(value))]
    schemes = {id_.partition(":")[0] for id_ in ids}
    for name, text in NOTED.findall(item.note or ""):
        if name.lower() not in schemes and name.lower() != "isbn":
            ids.append(f"{name.lower()}:{text}")
    for candidate in (_text(item.number), item.archive_location or "", *_texts(item.id)):
        if match := ARXIV.match(candidate):
            ids.append(f"arxiv:{match[1]}")
        elif (item.archive or "").lower() == "arxiv" and candidate == item.archive_location:
            ids.append(f"arxiv:{candidate}")
    return list(dict.fromkeys(ids))


def _people(names: list[Name] | None) -> tuple[list[Author] | None, bool]:
    """Return the people in order, if any, and True if the list is complete."""
    people = [person for person in map(_person, names or ()) if person]
    complete = not (people and people[-1].name.lower() in ET_AL)
    return (people if complete else people[:-1]) or None, complete


def _person(person: Name) -> Author | None:
    """Return a person's name with its particles: `de la` of a family name, and a `von` that sorted lists drop."""
    given_name, literal = strip_markup(person.given_name or ""), strip_markup(person.literal or person.name or "")
    family = " ".join(filter(None, (person.dropping, person.non_dropping, strip_markup(person.family or ""))))
    name = literal if literal and not family else " ".join(filter(None, (given_name, family, person.suffix)))
    if not name:
        return None
    orcid = normalize_or_none(f"orcid:{person.orcid}") if person.orcid else None
    return Author(
        name=name,
        # do not reverse the name of an institution at a comma
        family=family or (literal if "," in literal else None),
        ids=(orcid,) if orcid else (),
        affiliations=tuple(
            Affiliation(text=affiliation.name) for affiliation in person.affiliation or () if affiliation.name
        )
        or None,
    )


def _date(value: When) -> str | None:
    """Return a date with its precision: of a range, the start; of a season, the year; of a text, the date in it.

    An invalid date is returned as written.
    """
    if not isinstance(value, Date):
        return dates.date_or_raw_text(_of_text(value), value)
    texts = (value.edtf, value.raw, value.literal)
    date = _of_parts(value.date_parts or []) or next(filter(None, map(_of_text, texts)), None)
    return dates.date_or_raw_text(date, *texts, *map(_join_parts, value.date_parts or ()))


def _join_parts(parts: Iterable[str | int | None]) -> str:
    return "-".join(str(part) for part in parts if part is not None)


def _of_parts(numbers: Numbers) -> str | None:
    parts: Iterable[str | int | None] = numbers[0] if numbers else ()
    year, month, day = ([*(None if part is None else str(part) for part in parts), None, None, None])[:3]
    return dates.date_from_parts(year, month, day)


def _of_text(text: str | None) -> str | None:
    match = EDTF.match(text.strip()) if text else None
    if match:
        return dates.date_from_parts(*match.groups())
    return dates.extract_date_from_text(text) if text else None


WRAPPER = re.compile(rb'\{[^\[\]]*?"(?:items|references)"\s*:\s*\[')
"""Text before the list in responses of Zotero and in Pandoc metadata."""
FILE = JsonFileKind("references in CSL-JSON, an array of items or one item per line", "CSL-JSON item", WRAPPER)
NONE = f"not a {FILE.element_name}."
_decoded = msgspec.json.Decoder(CslItem)


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield each work in file order, preceded by its journal or book and its keywords if they were not yielded
    recently.

    An item that is malformed or has no title is rejected.

    Raises:
        SourceFileError: The file has no item, or is truncated.
    """
    return items(read_entries(file))


def read_entries(file: SourceFile) -> Iterator[CitationEntry | RejectedItem]:
    """Yield the works in file order. Errors as of `read_file`."""
    with file.open() as stream:
        entries = _entries(elements(stream, file.display_name, FILE))
        wrong = f"{file.display_name}: expected {FILE.description}."
        yield from reject_foreign_files(entries, lambda rejected: rejected.reason == NONE, wrong)


def _entries(cuts: Iterator[RawElement | RejectedItem]) -> Iterator[CitationEntry | RejectedItem]:
    for element in cuts:
        if isinstance(element, RejectedItem):
            yield element
            continue
        place, text = element
        try:
            item = _decoded.decode(text)
            if not item.title and not item.type:
                yield RejectedItem(place, NONE)
                continue
            place = format_location(place, str(item.doi or item.id or ""))
            yield CitationEntry(_text(item.id), place, list(records(reference(item))))
        except msgspec.ValidationError as error:
            yield RejectedItem(place, NONE if not text.startswith(b"{") else rejection_reason(error))
        except (*JSON_ERRORS, InvalidRecordError) as error:
            yield RejectedItem(place, rejection_reason(error))


SOURCE = Source(
    name="csl-json",
    title="CSL-JSON",
    license="as stated by the author of the list",
    address="https://citationstyles.org",
    provides=(
        "titles, kinds, abstracts, languages, keywords and dates",
        "bylines with family names and particles, ORCID iDs and affiliations if present",
        "DOIs, PMIDs, ISBNs, URLs, versions of software and data",
        "journals and books with their editors; references in doi.org's responses",
    ),
    omits=("topics except keywords", "funders"),
    example="byline load csl-json references.json",
    expected_files=FILE.description,
    accepts=is_json_file,
    start=read_each_file(read_file),
)
