"""Containers in Crossref XML. A journal, conference or book is described once, before all of its works."""

from copy import deepcopy

from loaders.bibliographic.containers import (
    NO_CONTAINER,
    Container,
    ContainerInfo,
    book_container,
    book_ids,
    book_key,
    journal,
    journal_container,
    venue_ids,
    volume_use,
)
from loaders.bibliographic.jats_text import child, text
from loaders.formats.markup import Element
from loaders.formats.xml_stream import local_name
from loaders.records.parts import Author
from loaders.records.record import VolumeRecord
from loaders.sources.crossref_xml.dates import parse_timestamp, publication_year
from loaders.sources.crossref_xml.people import EDITORS, people
from normalization.identifiers import normalize_or_none, valid_ids
from normalization.text import fold

SOURCE_NAME = "crossref"
AROUND = (
    "head",
    "journal_metadata",
    "journal_issue",
    "contributors",
    "event_metadata",
    "proceedings_metadata",
    "proceedings_series_metadata",
)
"""Elements before works that describe their container. `contributors` here are those of a conference, its chairs."""
BOOKS = ("book_metadata", "book_series_metadata", "book_set_metadata")


class ContainerContext:
    """The container that was described last; it applies to the works that follow."""

    def __init__(self) -> None:
        self.revised: str | None = None
        self._within: Element | None = None
        self._said: dict[str, Element] = {}

    def note(self, element: Element) -> None:
        """Remember an element that describes a container, and the deposit date. A new journal or book discards the
        previous one.
        """
        parent = element.getparent()
        if parent is not self._within:
            self._within, self._said = parent, {}
        for ancestor in element.iterancestors():
            if local_name(ancestor) == "doi_record" and ancestor.get("timestamp"):
                self.revised = parse_timestamp(ancestor.get("timestamp"))
            if local_name(ancestor) == "query":
                crm_items = (
                    item for item in ancestor if local_name(item) == "crm-item" and item.get("name") == "last-update"
                )
                self.revised = next((parse_timestamp(item.text) for item in crm_items), self.revised)
        if element.tag == "head":
            self.revised = parse_timestamp(child(element, "timestamp"))
        elif element.tag in AROUND or element.tag in BOOKS:
            self._said[str(element.tag)] = deepcopy(element)  # the reader clears the original before it reads the next

    def place(self, work: Element) -> Container:
        """Return the container of a work."""
        if work.tag == "journal_article":
            return self._journal(work)
        if work.tag == "conference_paper":
            return self._proceedings(work)
        if work.tag == "content_item":
            return self._book(work)
        return NO_CONTAINER

    def _journal(self, work: Element) -> Container:
        journal, issue = self._said.get("journal_metadata"), self._said.get("journal_issue")
        name = child(journal, "full_title") or child(journal, "abbrev_title")
        if journal is None or not name:
            return NO_CONTAINER
        container_info = ContainerInfo(
            source=SOURCE_NAME,
            name=name,
            number=child(issue, "journal_volume/volume"),
            issue=child(issue, "issue"),
            pages=pages(work),
            short=child(journal, "abbrev_title"),
            year=publication_year(issue) or publication_year(work),
        )
        return journal_container(container_info, _ids("issn", journal))

    def _proceedings(self, work: Element) -> Container:
        metadata = self._said.get("proceedings_metadata")
        if metadata is None:
            metadata = self._said.get("proceedings_series_metadata")
        title = child(metadata, "proceedings_title") or child(self._said.get("event_metadata"), "conference_name")
        if metadata is None or not title:
            return NO_CONTAINER
        series = metadata.find("series_metadata")
        venue: Container = NO_CONTAINER
        if series is not None and (name := child(series, "titles/title")):
            venue = journal_container(ContainerInfo(source=SOURCE_NAME, name=name), _ids("issn", series))
        journals = tuple(record for record in venue.records if not isinstance(record, VolumeRecord))
        volume = VolumeRecord(
            source=SOURCE_NAME,
            key=_book_key(metadata, title),
            ids=book_ids(_ids("isbn", metadata)),
            title=title,
            year=publication_year(metadata) or publication_year(work),
            number=child(metadata, "volume") or child(series, "volume"),
            publisher=child(metadata, "publisher/publisher_name"),
            venues=venue_ids(journals[0]) if journals else (),
            editors=people(self._said.get("contributors"), EDITORS) or (),
        )
        return Container(volume_use(volume, pages(work), venue=next(iter(journals), None)), (*journals, volume))

    def _book(self, work: Element) -> Container:
        book = next((self._said[name] for name in BOOKS if name in self._said), None)
        title = child(book, "titles/title")
        if book is None or not title:
            return NO_CONTAINER
        editors: tuple[Author, ...] = people(book, EDITORS) or ()
        container_info = ContainerInfo(
            source=SOURCE_NAME,
            name=title,
            publisher=child(book, "publisher/publisher_name"),
            number=child(book, "volume"),
            pages=pages(work),
            editors=editors,
            year=publication_year(book) or publication_year(work),
        )
        series = book.find("series_metadata")
        name = child(series, "titles/title")
        if series is not None and name:
            venue = journal(ContainerInfo(source=SOURCE_NAME, name=name), _ids("issn", series))
            return book_container(container_info, _ids("isbn", book) or (_book_key(book, title),), venue)
        return book_container(container_info, _ids("isbn", book) or (_book_key(book, title),))


def pages(work: Element) -> str | None:
    """Return the page range, else the article number."""
    first_and_last = (child(work, "pages/first_page"), child(work, "pages/last_page"))
    numbered = (
        element
        for element in work.iterfind("publisher_item/item_number")
        if element.get("item_number_type") != "sequence-number"
    )
    return "-".join(dict.fromkeys(filter(None, first_and_last))) or text(next(numbered, None))


def _ids(scheme: str, parent: Element) -> tuple[str, ...]:
    return valid_ids(scheme, map(text, parent.iterfind(scheme)))


def _book_key(book: Element, title: str) -> str:
    """Return the key of a book: its ISBN that sorts first, else its DOI, else its title."""
    doi = normalize_or_none(f"doi:{child(book, 'doi_data/doi')}")
    return book_key(min(_ids("isbn", book), default=doi or f"book:{fold(title) or title}"), title)
