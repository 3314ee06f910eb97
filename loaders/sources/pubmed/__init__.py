"""PubMed: citations of the life sciences in XML, from the yearly baseline, the daily update files and E-utilities.

Responses of E-utilities (`efetch`, `retmode=xml`) have the same format. Yields papers with MeSH headings (topics), the
journals, volumes and books in which they appeared, and funders. Citations that PubMed deleted later are left out.

Source: https://www.nlm.nih.gov/bsd/licensee/data_elements_doc.html, https://dtd.nlm.nih.gov/ncbi/pubmed/
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from loaders.bibliographic.containers import NO_CONTAINER, Container
from loaders.bibliographic.repository_links import resources
from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.formats.markup import Element, child_text, folded_text, text_of
from loaders.formats.xml_stream import XmlFormat, is_xml_file, local_name, read
from loaders.records.errors import InvalidRecordError, RejectedItem
from loaders.records.parts import Manifestation, TypedDate
from loaders.records.record import Item, PaperKind, PaperRecord, Record
from loaders.sources.base import Reader, Source
from loaders.sources.pubmed.dates import day, published
from loaders.sources.pubmed.links import book_of, corrections, funding, ids, journal_of, pages, references
from loaders.sources.pubmed.people import people
from loaders.sources.pubmed.subjects import SOURCE_NAME, subjects

CHUNK_BYTES = 1 << 20
DELETION_START = re.compile(rb"<Delete(?:Citation|Document)>")
DELETION_END = re.compile(rb"</Delete(?:Citation|Document)>")
PMID_ELEMENT = re.compile(rb"<PMID\b[^>]*>\s*(\d+)\s*</PMID>")
OVERLAP_BYTES = 64
"""Bytes of a chunk that are searched again with the next chunk, because a tag may be split between them."""
MAX_DELETION_BYTES = 16 << 20
"""Maximum size of a deletion list in bytes; in a longer text the end tag is missing."""


class DeletedCitations:
    """The citations that PubMed deleted: an update file lists them at its end, after they occurred in earlier files."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._number = {file.name: number for number, file in enumerate(files)}
        self._last: dict[str, int] = {}
        for number, file in enumerate(files):
            self._last.update((pmid, number) for pmid in _pmids_deleted_by(file))

    def is_deleted_after(self, file: SourceFile, pmid: str) -> bool:
        """Return True if a citation in a file is deleted at the end of that file or in a later one."""
        return self._last.get(pmid, -1) >= self._number.get(file.name, 0)


def pmids(deletion: Element) -> list[str]:
    """Return the PMIDs in a deletion element."""
    return [text_of(element) for element in deletion.iterfind("PMID")]


def _pmids_deleted_by(file: SourceFile) -> Iterable[str]:
    """Return the PMIDs that a file deletes; of a truncated file, those before the end."""
    pmid_list: list[str] = []
    buffered, inside = b"", False
    try:
        with file.open() as stream:
            while chunk := stream.read(CHUNK_BYTES):
                buffered += chunk
                if not inside and (mark := DELETION_START.search(buffered)):
                    buffered, inside = buffered[mark.end() :], True
                if inside and (end := DELETION_END.search(buffered)):
                    pmid_list += (match[1].decode() for match in PMID_ELEMENT.finditer(buffered, 0, end.start()))
                    buffered, inside = buffered[end.end() :], False
                if not inside:
                    buffered = buffered[-OVERLAP_BYTES:]
                elif len(buffered) > MAX_DELETION_BYTES:
                    break
    except DAMAGED_FILE_ERRORS:
        pass  # the reader reports it
    return pmid_list


UNKNOWN = frozenset({"und", "mul", "zxx"})
"""Codes for: undetermined, multiple languages, no language."""
TABLE = """
afr=af alb=sq amh=am ara=ar arm=hy aze=az bos=bs bul=bg cat=ca chi=zh cze=cs dan=da dut=nl eng=en epo=eo
est=et fin=fi fre=fr geo=ka ger=de gle=ga gre=el heb=he hin=hi hrv=hr hun=hu ice=is ind=id ita=it jpn=ja
kin=rw kor=ko lat=la lav=lv lit=lt mac=mk mal=ml mao=mi may=ms nob=nb nor=no per=fa pol=pl por=pt pus=ps
rum=ro rus=ru san=sa slo=sk slv=sl spa=es srp=sr swa=sw swe=sv tha=th tur=tr ukr=uk urd=ur vie=vi wel=cy
"""
NAMES = {part[:3]: part[4:] for part in TABLE.split()}


def language(marc: str | None) -> str | None:
    """Return the two-letter code of a language if it has one, else the given code; None if no single language is
    named.
    """
    return None if not marc or marc in UNKNOWN else NAMES.get(marc, marc)


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
"""Publication types that determine the kind of work; the first match is used. Any other work in a journal is an
article.
"""
RETRACTED = "Retracted Publication"
NO_TITLE = re.compile(r"^\[?not available\]?\.?$", re.IGNORECASE)
TRANSLATED = re.compile(r"^\[(.+)\]\.?$", re.DOTALL)
"""A title in brackets, which PubMed translated."""
PMC = "https://pmc.ncbi.nlm.nih.gov/articles"
PMC_ID = re.compile(r"^\s*(PMC\d+)\b")


def records(record: Element) -> Iterator[Record]:
    """Yield the journal, topics and funders, then the paper.

    Raises:
        InvalidRecordError: The citation has no article or book, no PMID, or no title.
    """
    citation, article = record.find("MedlineCitation"), record.find("MedlineCitation/Article")
    place = NO_CONTAINER
    if citation is not None and article is not None:
        place = journal_of(article, citation.find("MedlineJournalInfo"))
    else:
        citation = article = record.find("BookDocument")
        if citation is None or article is None:
            raise InvalidRecordError("it has neither an article nor a book.")
        place = book_of(citation)
    paper, extra_records = _paper(record, citation, article, place)
    yield from extra_records
    yield paper


def _paper(
    record: Element, citation: Element, article: Element, place: Container
) -> tuple[PaperRecord, tuple[Record, ...]]:
    pmid = child_text(citation, "PMID")
    if not pmid or not pmid.isascii() or not pmid.isdigit():
        raise InvalidRecordError("it has no PMID.")
    topics = subjects(citation)
    corrected = corrections(citation)
    grants, funders = funding(article)
    types = [folded_text(element) for element in article.iterfind(".//PublicationType")]
    kind = _kind(record, types)
    abstract = _abstract(article.find("Abstract"))
    free = _free(record, citation)
    authors = next((element for element in article.iterfind("AuthorList") if element.get("Type") != "editors"), None)
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
        topics=topics.uses,
        appeared_in=place.use,
        pages=pages(article),
        references=references(record, citation),
        resources=resources(abstract or ""),
        forms=(Manifestation(url=free, kind="preprint" if kind == "preprint" else "article"),) if free else (),
        open_access=True if free else None,
        best_location=free,
        funding=grants,
        relations=corrected.relations,
        retracted=True if corrected.retracted or RETRACTED in types else None,
        notices=corrected.notices,
    )
    return paper, (*place.records, *topics.records, *funders)


def _kind(record: Element, types: list[str | None]) -> PaperKind:
    book = record.find("BookDocument")
    if book is not None:
        return "chapter" if child_text(book, "ArticleTitle") else "book"
    for name, kind in KINDS.items():
        if name in types:
            return kind
    return "article"


def _title(article: Element) -> str:
    """Return the title without the brackets and period that PubMed adds; the vernacular title if there is no other."""
    original = child_text(article, "VernacularTitle")
    title = child_text(article, "ArticleTitle") or child_text(article, "Book/BookTitle") or ""
    if not title or NO_TITLE.match(title):
        title = original or ""
    title = translated[1] if (translated := TRANSLATED.match(title)) else title
    title = title[:-1] if title.endswith(".") and not title.endswith("..") else title
    if not title.strip():
        raise InvalidRecordError("it has no title.")
    return title


def _ids(pmid: str, record: Element, citation: Element, article: Element) -> tuple[str, ...]:
    listed = record.find("PubmedData/ArticleIdList")
    if listed is None:
        listed = citation.find("ArticleIdList")
    online = (
        f"doi:{text}"
        for element in article.iterfind("ELocationID")
        if element.get("EIdType") == "doi" and element.get("ValidYN") != "N" and (text := folded_text(element))
    )
    other_ids = (PMC_ID.match(element.text or "") for element in citation.iterfind("OtherID"))
    pmcids = (f"pmcid:{match[1]}" for match in other_ids if match)
    listed_ids = (id_ for id_ in ids(listed) if not id_.startswith("pmid:"))  # preprints may list the article's
    return tuple(dict.fromkeys((f"pmid:{int(pmid)}", *listed_ids, *online, *pmcids)))


def _abstract(element: Element | None) -> str | None:
    """Return the abstract; each labeled section is preceded by its label: `METHODS: ...`."""
    parts: list[str] = []
    for section in element.iterfind("AbstractText") if element is not None else ():
        text, label = folded_text(section), section.get("Label")
        if text:
            parts.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return " ".join(parts) or None


def _of_book(citation: Element) -> tuple[TypedDate, ...]:
    days = (day(citation.find(path)) for path in ("ContributionDate", "Book/PubDate"))
    return tuple(TypedDate(value=date) for date in dict.fromkeys(filter(None, days)))


def _free(record: Element, citation: Element) -> str | None:
    """Return the URL in PubMed Central, if the paper was released there when PubMed last revised it."""
    pmcid = next((id_ for id_ in ids(record.find("PubmedData/ArticleIdList")) if id_.startswith("pmcid:")), None)
    release = day(record.find("PubmedData/History/PubMedPubDate[@PubStatus='pmc-release']"))
    if not pmcid or (release or "") > (day(citation.find("DateRevised")) or "9999"):
        return None
    return f"{PMC}/{pmcid.partition(':')[2]}/"


ARTICLES = ("PubmedArticle", "PubmedBookArticle")
DELETIONS = ("DeleteCitation", "DeleteDocument")
FORM = XmlFormat(
    expected="PubMed citations, a <PubmedArticleSet>",
    roots=frozenset({"PubmedArticleSet", "PubmedBookArticleSet", *ARTICLES}),
    records=(*ARTICLES, *DELETIONS),
)
MAX_LISTED_PMIDS = 10
"""Maximum number of deleted citations that a message lists."""


def start(files: Sequence[SourceFile]) -> Reader:
    """Find the citations that are deleted later in the files, and return the reader, which skips them."""
    deleted = DeletedCitations(files)

    def read_file(file: SourceFile) -> Iterator[Item]:
        def items(element: Element) -> Iterator[Item]:
            if local_name(element) in DELETIONS:
                yield _deletion(pmids(element))
            elif not deleted.is_deleted_after(file, _pmid(element) or ""):
                yield from records(element)

        return read(file, FORM, items, _pmid)

    return read_file


def _pmid(element: Element) -> str | None:
    return element.findtext("./MedlineCitation/PMID") or element.findtext("./BookDocument/PMID")


def _deletion(deleted: list[str]) -> RejectedItem:
    listed_pmids = ", ".join(deleted[:MAX_LISTED_PMIDS]) + (", ..." if len(deleted) > MAX_LISTED_PMIDS else "")
    return RejectedItem(
        f"deletions of {listed_pmids}",
        f"PubMed deleted {len(deleted)} citations. Their earlier versions in these files are skipped; records of "
        "earlier loads stay in the graph. To remove them, run: byline unload pubmed --missing-from FILES",
        intentional=True,
    )


SOURCE = Source(
    name="pubmed",
    title="PubMed",
    license="free to use under NLM's terms (abstracts may be their publishers')",
    address="https://pubmed.ncbi.nlm.nih.gov",
    provides=(
        "titles, abstracts, kinds, languages and dates",
        "bylines with ORCID iDs, affiliations as written and collective names",
        "MeSH headings and authors' keywords",
        "journals, volumes, issues and pages",
        "grants with their numbers, links to code and data in abstracts",
        "references that have an ID; retractions, errata, comments and the papers to which they refer",
    ),
    omits=("ROR IDs of most affiliations", "licenses", "references of most papers"),
    example="byline load pubmed pubmed25n0001.xml.gz",
    expected_files=FORM.expected,
    accepts=is_xml_file,
    start=start,
)
