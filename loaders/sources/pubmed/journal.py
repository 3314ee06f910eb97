"""Containers of PubMed citations: a journal volume, or a book of the NCBI Bookshelf."""

from loaders.bibliographic.containers import (
    NO_CONTAINER,
    Container,
    ContainerInfo,
    book_container,
    journal_container,
    volume_of_venue,
)
from loaders.formats.markup import Element, child_text
from loaders.records.dates import year_in
from loaders.records.record import VenueRecord
from loaders.sources.pubmed.dates import day
from loaders.sources.pubmed.people import people
from loaders.sources.pubmed.subjects import SOURCE_NAME
from normalization.identifiers import valid_ids


def journal_of(article: Element, info: Element | None) -> Container:
    """Return the volume of the journal, which is identified by its ID at the National Library of Medicine.

    Every article states the linking ISSN of the journal; the second ISSN is that of the print or the online edition.
    """
    journal = article.find("Journal")
    if journal is None:
        return NO_CONTAINER
    short = child_text(info, "MedlineTA") if info is not None else None
    name = child_text(journal, "Title") or short
    if not name:
        return NO_CONTAINER
    issue = journal.find("JournalIssue")
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=name,
        number=child_text(issue, "Volume") if issue is not None else None,
        issue=child_text(issue, "Issue") if issue is not None else None,
        pages=pages(article),
        year=year_in(day(issue.find("PubDate"))) if issue is not None else None,
    )
    linking = child_text(info, "ISSNLinking") if info is not None else None
    issns = sorted(valid_ids("issn", (linking, child_text(journal, "ISSN"))))
    number = child_text(info, "NlmUniqueID") if info is not None else None
    if number is None:
        return journal_container(container_info, issns)
    venue = VenueRecord(
        source=SOURCE_NAME,
        key=f"journal/{number}",
        url=f"https://www.ncbi.nlm.nih.gov/nlmcatalog/{number}",
        name=name,
        ids=(*issns, f"nlm:{number}"),
        acronym=short if short != name else None,
        kind="journal",
    )
    return volume_of_venue(container_info, venue)


def book_of(document: Element) -> Container:
    """Return the book of a chapter, with its editors; a whole book has no container."""
    book = document.find("Book")
    title = child_text(book, "BookTitle") if book is not None else None
    if book is None or not title or not child_text(document, "ArticleTitle"):
        return NO_CONTAINER
    isbns = valid_ids("isbn", (element.text for element in book.iterfind("Isbn")))
    editors = next((element for element in book.iterfind("AuthorList") if element.get("Type") == "editors"), None)
    publisher = book.find("Publisher")
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=title,
        publisher=child_text(publisher, "PublisherName") if publisher is not None else None,
        pages=pages(document),
        editors=people(editors) or (),
        year=year_in(day(book.find("PubDate"))),
    )
    return book_container(container_info, isbns)


def pages(article: Element) -> str | None:
    """Return the pages as Medline writes them, `518-23`; else first and last page."""
    pagination = article.find("Pagination")
    if pagination is None:
        return None
    first_and_last = (child_text(pagination, "StartPage"), child_text(pagination, "EndPage"))
    return child_text(pagination, "MedlinePgn") or "-".join(dict.fromkeys(filter(None, first_and_last))) or None
