"""JATS: articles in the Journal Article Tag Suite (NLM, Z39.96), as publishers and PubMed Central hold them.

A file is an article, or a collection of them such as PubMed Central answers; what stands around an article does not
matter. Read is what stands before and after its text, and its references.

Source: https://jats.nlm.nih.gov
"""

from collections.abc import Iterator

from loaders.files.archive import SourceFile, bare
from loaders.files.markup import Element, folded_text
from loaders.files.xml_elements import Form, read
from loaders.source import Item, Source, each_alone
from loaders.sources.jats.article import records

FORM = Form(
    whole="articles in JATS, an <article> or a collection of them",
    roots=frozenset(
        {"article", "articles", "article-set", "pmc-articleset", "OAI-PMH", "record", "records", "collection"}
    ),
    records=("article",),
    named=True,
    bare=True,
)
ENDINGS = (".xml", ".nxml", ".jats")


def _read(file: SourceFile) -> Iterator[Item]:
    return read(file, FORM, records, _key)


def _key(article: Element) -> str | None:
    found = article.find("front/article-meta/article-id")
    return None if found is None else folded_text(found)


SOURCE = Source(
    name="jats",
    title="JATS articles",
    licence="each article's own, which its record keeps where it is stated",
    address="https://jats.nlm.nih.gov",
    gives=(
        "titles, abstracts, kinds, languages and dates",
        "by-lines with ORCID iDs, affiliations with ROR ids, corresponding authors",
        "journals, volumes, issues and pages",
        "keywords, funders with awards, licences, links to code and data in abstracts",
        "references with a DOI, PMID or PMCID; what an article corrects, retracts, comments on",
    ),
    lacks=("references without an id", "what was published about an article later"),
    example="byline load jats articles/",
    expects=FORM.whole,
    wants=lambda name: bare(name).endswith(ENDINGS),
    start=each_alone(_read),
)
