"""What works in Crossref's XML appeared in; it stands before them, once for all of a journal, conference or book."""

from copy import deepcopy

from cypher.folding import fold
from cypher.identifiers import known
from loaders.files.markup import Element
from loaders.files.xml_elements import local
from loaders.records.parts import Author
from loaders.records.record import VolumeRecord
from loaders.sources.crossref_xml.dates import came_out, moment
from loaders.sources.crossref_xml.people import EDITORS, people
from loaders.works.places import (
    NOWHERE,
    Place,
    Within,
    book_key,
    ids_of_books,
    in_book,
    in_journal,
    journal,
    own_ids,
    use_of,
)
from loaders.works.running_text import child, text

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
"""What stands before works and says where they are; `contributors` are a conference's own, its chairs."""
BOOKS = ("book_metadata", "book_series_metadata", "book_set_metadata")


class Around:
    """What was told so far of where the next works are."""

    def __init__(self) -> None:
        self.revised: str | None = None
        self._within: Element | None = None
        self._said: dict[str, Element] = {}

    def note(self, element: Element) -> None:
        """Take what stands around a work, and when it was deposited; what stood in another journal or book is over."""
        parent = element.getparent()
        if parent is not self._within:
            self._within, self._said = parent, {}
        for one in element.iterancestors():
            if local(one) == "doi_record" and one.get("timestamp"):
                self.revised = moment(one.get("timestamp"))
            if local(one) == "query":
                said = (item for item in one if local(item) == "crm-item" and item.get("name") == "last-update")
                self.revised = next((moment(item.text) for item in said), self.revised)
        if element.tag == "head":
            self.revised = moment(child(element, "timestamp"))
        elif element.tag in AROUND or element.tag in BOOKS:
            self._said[str(element.tag)] = deepcopy(element)  # it is emptied once the next is read

    def place(self, work: Element) -> Place:
        """Return what a work appeared in."""
        if work.tag == "journal_article":
            return self._journal(work)
        if work.tag == "conference_paper":
            return self._proceedings(work)
        if work.tag == "content_item":
            return self._book(work)
        return NOWHERE

    def _journal(self, work: Element) -> Place:
        journal, issue = self._said.get("journal_metadata"), self._said.get("journal_issue")
        name = child(journal, "full_title") or child(journal, "abbrev_title")
        if journal is None or not name:
            return NOWHERE
        said = Within(
            source=SOURCE_NAME,
            name=name,
            number=child(issue, "journal_volume/volume"),
            issue=child(issue, "issue"),
            pages=pages(work),
            short=child(journal, "abbrev_title"),
            year=came_out(issue) or came_out(work),
        )
        return in_journal(said, _ids("issn", journal))

    def _proceedings(self, work: Element) -> Place:
        said = self._said.get("proceedings_metadata")
        if said is None:
            said = self._said.get("proceedings_series_metadata")
        title = child(said, "proceedings_title") or child(self._said.get("event_metadata"), "conference_name")
        if said is None or not title:
            return NOWHERE
        series = said.find("series_metadata")
        venue: Place = NOWHERE
        if series is not None and (name := child(series, "titles/title")):
            venue = in_journal(Within(source=SOURCE_NAME, name=name), _ids("issn", series))
        journals = tuple(one for one in venue.told if not isinstance(one, VolumeRecord))
        volume = VolumeRecord(
            source=SOURCE_NAME,
            key=_book_key(said, title),
            ids=ids_of_books(_ids("isbn", said)),
            title=title,
            year=came_out(said) or came_out(work),
            number=child(said, "volume") or child(series, "volume"),
            publisher=child(said, "publisher/publisher_name"),
            venues=own_ids(journals[0]) if journals else (),
            editors=people(self._said.get("contributors"), EDITORS) or (),
        )
        return Place(use_of(volume, pages(work)), (*journals, volume))

    def _book(self, work: Element) -> Place:
        book = next((self._said[name] for name in BOOKS if name in self._said), None)
        title = child(book, "titles/title")
        if book is None or not title:
            return NOWHERE
        editors: tuple[Author, ...] = people(book, EDITORS) or ()
        said = Within(
            source=SOURCE_NAME,
            name=title,
            publisher=child(book, "publisher/publisher_name"),
            number=child(book, "volume"),
            pages=pages(work),
            editors=editors,
            year=came_out(book) or came_out(work),
        )
        series = book.find("series_metadata")
        name = child(series, "titles/title")
        if series is not None and name:
            venue = journal(Within(source=SOURCE_NAME, name=name), _ids("issn", series))
            return in_book(said, _ids("isbn", book) or (_book_key(book, title),), venue)
        return in_book(said, _ids("isbn", book) or (_book_key(book, title),))


def pages(work: Element) -> str | None:
    """Return the pages from the first to the last, else the number of the article."""
    both = (child(work, "pages/first_page"), child(work, "pages/last_page"))
    numbered = (
        one for one in work.iterfind("publisher_item/item_number") if one.get("item_number_type") != "sequence-number"
    )
    return "-".join(dict.fromkeys(filter(None, both))) or text(next(numbered, None))


def _ids(scheme: str, said: Element) -> list[str]:
    return [found for one in said.iterfind(scheme) if (found := known(f"{scheme}:{text(one)}"))]


def _book_key(said: Element, title: str) -> str:
    """Return the ISBN that sorts first, else the DOI of the book, else its title."""
    doi = known(f"doi:{child(said, 'doi_data/doi')}")
    return book_key(min(_ids("isbn", said), default=doi or f"book:{fold(title) or title}"), title)
