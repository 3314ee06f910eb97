"""PubMed: citations of the life sciences with their MeSH headings, from its yearly baseline and daily update files.

Answers of E-utilities (`efetch`, `retmode=xml`) have the same form.

Source: https://www.nlm.nih.gov/bsd/licensee/data_elements_doc.html, https://dtd.nlm.nih.gov/ncbi/pubmed/
"""

from collections.abc import Iterator, Sequence

from loaders.files.archive import SourceFile, bare
from loaders.files.markup import Element
from loaders.files.xml_elements import Form, local, read
from loaders.refused import Rejected
from loaders.source import Item, Reader, Source
from loaders.sources.pubmed.citation import records
from loaders.sources.pubmed.deleted import Deleted, pmids

ARTICLES = ("PubmedArticle", "PubmedBookArticle")
DELETIONS = ("DeleteCitation", "DeleteDocument")
FORM = Form(
    whole="citations of PubMed, a <PubmedArticleSet>",
    roots=frozenset({"PubmedArticleSet", "PubmedBookArticleSet", *ARTICLES}),
    records=(*ARTICLES, *DELETIONS),
)
SHOWN = 10
"""So many of the citations that PubMed deleted are named."""


def start(files: Sequence[SourceFile]) -> Reader:
    """Look through the files for citations that were deleted later, and return the reader, which passes over them."""
    deleted = Deleted(files)

    def told(file: SourceFile) -> Iterator[Item]:
        def items(element: Element) -> Iterator[Item]:
            if local(element) in DELETIONS:
                yield _deletion(pmids(element))
            elif not deleted.after(file, _pmid(element) or ""):
                yield from records(element)

        return read(file, FORM, items, _pmid)

    return told


def _pmid(element: Element) -> str | None:
    return element.findtext("./MedlineCitation/PMID") or element.findtext("./BookDocument/PMID")


def _deletion(deleted: list[str]) -> Rejected:
    named = ", ".join(deleted[:SHOWN]) + (", ..." if len(deleted) > SHOWN else "")
    return Rejected(
        f"deletions of {named}",
        f"PubMed deleted {len(deleted)} citations: what stands before of them in these files is passed over; "
        "what an earlier load brought stays until it is taken out (byline unload pubmed --not-in).",
        none=True,
    )


SOURCE = Source(
    name="pubmed",
    title="PubMed",
    licence="free to use under NLM's terms (abstracts may be their publishers')",
    address="https://pubmed.ncbi.nlm.nih.gov",
    gives=(
        "titles, abstracts, kinds, languages and dates",
        "by-lines with ORCID iDs, affiliations as written and collective names",
        "MeSH headings and authors' keywords",
        "journals, volumes, issues and pages",
        "grants with their numbers, links to code and data in abstracts",
        "references that have an id; retractions, errata, comments and what they are about",
    ),
    lacks=("ROR ids of most affiliations", "licences", "references of most papers"),
    example="byline load pubmed pubmed25n0001.xml.gz",
    expects=FORM.whole,
    wants=lambda name: bare(name).endswith(".xml"),
    start=start,
)
