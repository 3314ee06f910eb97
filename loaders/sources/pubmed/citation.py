"""One citation of PubMed as records: the paper, and its journal, topics and funders."""

import re
from collections.abc import Iterator

from loaders.files.markup import Element, child_text, folded_text
from loaders.records.parts import Dated, Form
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.refused import RecordError
from loaders.sources.pubmed.dates import day, published
from loaders.sources.pubmed.journal import book_of, journal_of, pages
from loaders.sources.pubmed.languages import language
from loaders.sources.pubmed.linked import corrections, funding, ids, references
from loaders.sources.pubmed.people import people
from loaders.sources.pubmed.subjects import SOURCE_NAME, subjects
from loaders.works.links import resources
from loaders.works.places import NOWHERE, Place

KINDS: dict[str, PaperKind] = {
    "Published Erratum": "other",
    "Retraction of Publication": "other",
    "Retraction Notice": "other",
    "Expression of Concern": "other",
    "Preprint": "preprint",
    "Dataset": "dataset",
    "Editorial": "editorial",
    "Introductory Journal Article": "editorial",
    "Academic Dissertation": "thesis",
    "Technical Report": "report",
    "Book": "book",
}
"""Types of publications that are a kind here, the first that is found counts; all else in a journal is an article."""
RETRACTED = "Retracted Publication"
NO_TITLE = re.compile(r"^\[?not available\]?\.?$", re.IGNORECASE)
TRANSLATED = re.compile(r"^\[(.+)\]\.?$", re.DOTALL)
"""A title that PubMed translated stands in brackets."""
PMC = "https://pmc.ncbi.nlm.nih.gov/articles"
PMC_ID = re.compile(r"^\s*(PMC\d+)\b")


def records(record: Element) -> Iterator[Record]:
    """Yield the journal, topics and funders, then the paper. Raises RecordError, saying what it lacks."""
    citation, article = record.find("MedlineCitation"), record.find("MedlineCitation/Article")
    place = NOWHERE
    if citation is not None and article is not None:
        place = journal_of(article, citation.find("MedlineJournalInfo"))
    else:
        citation = article = record.find("BookDocument")
        if citation is None or article is None:
            raise RecordError("it has neither article nor book.")
        place = book_of(citation)
    paper, told = _paper(record, citation, article, place)
    yield from told
    yield paper


def _paper(
    record: Element, citation: Element, article: Element, place: Place
) -> tuple[PaperRecord, tuple[Record, ...]]:
    pmid = child_text(citation, "PMID")
    if not pmid or not pmid.isascii() or not pmid.isdigit():
        raise RecordError("it has no PMID.")
    about = subjects(citation)
    corrected = corrections(citation)
    paid, funders = funding(article)
    types = [folded_text(one) for one in article.iterfind(".//PublicationType")]
    kind = _kind(record, types)
    abstract = _abstract(article.find("Abstract"))
    free = _free(record, citation)
    authors = next((one for one in article.iterfind("AuthorList") if one.get("Type") != "editors"), None)
    paper = PaperRecord(
        source=SOURCE_NAME,
        key=str(int(pmid)),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{int(pmid)}/",
        revised=day(citation.find("DateRevised")),
        title=_title(article),
        kind=kind,
        ids=_ids(pmid, record, citation, article),
        abstract=abstract,
        language=language(child_text(article, "Language")),
        dates=published(article, record) or _of_book(citation),
        authors=people(authors),
        authors_complete=authors is None or authors.get("CompleteYN") != "N",
        topics=about.uses,
        appeared_in=place.use,
        pages=pages(article),
        references=references(record, citation),
        resources=resources(abstract or ""),
        forms=(Form(url=free, kind="preprint" if kind == "preprint" else "article"),) if free else (),
        open_access=True if free else None,
        best_location=free,
        funding=paid,
        relations=corrected.relations,
        retracted=True if corrected.retracted or RETRACTED in types else None,
        notices=corrected.notices,
    )
    return paper, (*place.told, *about.told, *funders)


def _kind(record: Element, types: list[str | None]) -> PaperKind:
    book = record.find("BookDocument")
    if book is not None:
        return "chapter" if child_text(book, "ArticleTitle") else "book"
    for name, kind in KINDS.items():
        if name in types:
            return kind
    return "article"


def _title(article: Element) -> str:
    """Return the title without the brackets and full stop that PubMed adds; the original one where it has no other."""
    original = child_text(article, "VernacularTitle")
    said = child_text(article, "ArticleTitle") or child_text(article, "Book/BookTitle") or ""
    if not said or NO_TITLE.match(said):
        said = original or ""
    said = translated[1] if (translated := TRANSLATED.match(said)) else said
    said = said[:-1] if said.endswith(".") and not said.endswith("..") else said
    if not said.strip():
        raise RecordError("it has no title.")
    return said


def _ids(pmid: str, record: Element, citation: Element, article: Element) -> tuple[str, ...]:
    listed = record.find("PubmedData/ArticleIdList")
    if listed is None:
        listed = citation.find("ArticleIdList")
    online = (
        f"doi:{text}"
        for one in article.iterfind("ELocationID")
        if one.get("EIdType") == "doi" and one.get("ValidYN") != "N" and (text := folded_text(one))
    )
    others = (PMC_ID.match(one.text or "") for one in citation.iterfind("OtherID"))
    pmcids = (f"pmcid:{one[1]}" for one in others if one)
    own = (one for one in ids(listed) if not one.startswith("pmid:"))  # a preprint's list may name its article's
    return tuple(dict.fromkeys((f"pmid:{int(pmid)}", *own, *online, *pmcids)))


def _abstract(said: Element | None) -> str | None:
    """Return an abstract, each labelled part after its label: `METHODS: ...`."""
    parts: list[str] = []
    for one in said.iterfind("AbstractText") if said is not None else ():
        text, label = folded_text(one), one.get("Label")
        if text:
            parts.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return " ".join(parts) or None


def _of_book(citation: Element) -> tuple[Dated, ...]:
    found = (day(citation.find(path)) for path in ("ContributionDate", "Book/PubDate"))
    return tuple(Dated(value=one) for one in dict.fromkeys(filter(None, found)))


def _free(record: Element, citation: Element) -> str | None:
    """Return the address in PubMed Central; None where the paper is not there, or was not yet when PubMed looked."""
    found = next((one for one in ids(record.find("PubmedData/ArticleIdList")) if one.startswith("pmcid:")), None)
    release = day(record.find("PubmedData/History/PubMedPubDate[@PubStatus='pmc-release']"))
    if not found or (release or "") > (day(citation.find("DateRevised")) or "9999"):
        return None
    return f"{PMC}/{found.partition(':')[2]}/"
