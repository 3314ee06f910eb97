"""Where a citation of PubMed appeared: a volume of a journal, or a book of the NCBI Bookshelf."""

from cypher.folding import fold
from cypher.identifiers import known
from loaders.files.markup import Element, child_text
from loaders.records.dates import year_in
from loaders.records.record import VenueRecord
from loaders.sources.pubmed.dates import day
from loaders.sources.pubmed.people import people
from loaders.sources.pubmed.subjects import SOURCE_NAME
from loaders.works.places import NOWHERE, Place, Within, in_book, in_journal, in_venue


def journal_of(article: Element, info: Element | None) -> Place:
    """Return the volume of the journal, which is known by its number at the National Library of Medicine.

    Of a journal's ISSNs the linking one is told with each article, and another that is now that of print, now that
    online.
    """
    journal = article.find("Journal")
    if journal is None:
        return NOWHERE
    short = child_text(info, "MedlineTA") if info is not None else None
    name = child_text(journal, "Title") or short
    if not name:
        return NOWHERE
    issue = journal.find("JournalIssue")
    said = Within(
        source=SOURCE_NAME,
        name=name,
        number=child_text(issue, "Volume") if issue is not None else None,
        issue=child_text(issue, "Issue") if issue is not None else None,
        pages=pages(article),
        year=year_in(day(issue.find("PubDate"))) if issue is not None else None,
    )
    linking = child_text(info, "ISSNLinking") if info is not None else None
    issns = sorted({one for each in (linking, child_text(journal, "ISSN")) if (one := known(f"issn:{each}"))})
    number = child_text(info, "NlmUniqueID") if info is not None else None
    if number is None:
        return in_journal(said, issns)
    venue = VenueRecord(
        source=SOURCE_NAME,
        key=f"journal/{number}",
        url=f"https://www.ncbi.nlm.nih.gov/nlmcatalog/{number}",
        name=name,
        ids=(*issns, f"nlm:{number}"),
        acronym=short if short != name else None,
        kind="journal",
    )
    return in_venue(said, venue)


def book_of(document: Element) -> Place:
    """Return the book in which a chapter is, with its editors; a book is in none."""
    book = document.find("Book")
    title = child_text(book, "BookTitle") if book is not None else None
    if book is None or not title or not child_text(document, "ArticleTitle"):
        return NOWHERE
    isbns = [found for one in book.iterfind("Isbn") if (found := known(f"isbn:{one.text}"))]
    editors = next((one for one in book.iterfind("AuthorList") if one.get("Type") == "editors"), None)
    publisher = book.find("Publisher")
    said = Within(
        source=SOURCE_NAME,
        name=title,
        publisher=child_text(publisher, "PublisherName") if publisher is not None else None,
        pages=pages(document),
        editors=people(editors) or (),
        year=year_in(day(book.find("PubDate"))),
    )
    return in_book(said, isbns or (f"book/{fold(title) or title}",))


def pages(article: Element) -> str | None:
    """Return the pages as Medline writes them, `518-23`; else from the first to the last."""
    said = article.find("Pagination")
    if said is None:
        return None
    both = (child_text(said, "StartPage"), child_text(said, "EndPage"))
    return child_text(said, "MedlinePgn") or "-".join(dict.fromkeys(filter(None, both))) or None
