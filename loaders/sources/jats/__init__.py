"""JATS: articles in the Journal Article Tag Suite (NLM, Z39.96), as publishers and PubMed Central provide them.

A file (`.xml`, `.nxml`, `.jats`) is an article or a collection of articles, such as a response of PubMed Central;
elements around the articles are ignored. Front matter, back matter and references are read, the body is not. Yields
papers, the journals and volumes in which they appeared, keywords (topics) and funders.

Source: https://jats.nlm.nih.gov
"""

from collections.abc import Iterator

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, journal_container
from loaders.bibliographic.jats_text import HREF, LANGUAGE, abstract, child, text
from loaders.bibliographic.keywords import keywords
from loaders.bibliographic.repository_links import resources
from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.markup import Element, folded_text
from loaders.formats.xml_stream import XmlFormat, read
from loaders.records.dates import date_from_parts, date_or_raw_text, extract_date_from_text, month_of, year_in
from loaders.records.errors import InvalidRecordError
from loaders.records.licenses import spdx
from loaders.records.parts import DateKind, Manifestation, TypedDate
from loaders.records.record import Item, PaperKind, PaperRecord, Record
from loaders.records.urls import normalize_url
from loaders.sources.base import Source, read_each_file
from loaders.sources.jats.links import SCHEMES, SOURCE_NAME, funding, references, related
from loaders.sources.jats.people import is_author_list_complete, people
from normalization.identifiers import normalize_or_none, valid_ids

NOT_PUBLISHED = frozenset({"retracted", "corrected", "preprint", "pmc-release", "release", "received", "accepted"})
PRINTED = frozenset({"print", "ppub", "collection"})
"""Types or formats of dates of the print edition or the issue."""
DATES: dict[str, DateKind] = {"retracted": "retracted", "corrected": "corrected"}


def published(meta: Element) -> Iterator[TypedDate]:
    """Yield the dates on which an article was published, corrected or retracted."""
    for element in meta.iterfind("pub-date"):
        if (element.get("date-type") or element.get("pub-type") or "") not in NOT_PUBLISHED and (day := _day(element)):
            yield TypedDate(value=day)
    for element in (*meta.iterfind("pub-date"), *meta.iterfind("history/date")):
        kind = DATES.get(element.get("date-type") or element.get("pub-type") or "")
        if kind and (day := _day(element)):
            yield TypedDate(value=day, kind=kind)


def came_out(meta: Element) -> list[str | None]:
    """Return the publication dates, print and issue dates first, because articles appear online earlier."""
    printed = sorted(meta.iterfind("pub-date"), key=lambda date: not PRINTED & {*date.attrib.values()})
    return [
        _day(date) for date in printed if (date.get("date-type") or date.get("pub-type") or "") not in NOT_PUBLISHED
    ]


def _day(element: Element) -> str | None:
    """Return a date from its components, else from its attribute or text; an invalid date is returned as written."""
    year, date_text = child(element, "year"), child(element, "string-date")
    if year:
        return date_or_raw_text(
            date_from_parts(year, month_of(child(element, "month") or ""), child(element, "day")), year
        )
    iso = (element.get("iso-8601-date") or "").partition("T")[0]
    return date_or_raw_text(
        date_from_parts(*(iso.split("-") + [None] * 2)[:3]) or extract_date_from_text(date_text or ""), iso, date_text
    )


KINDS: dict[str, PaperKind] = {
    "editorial": "editorial",
    "introduction": "editorial",
    "preprint": "preprint",
    "dissertation": "thesis",
    "thesis": "thesis",
    "report": "report",
    "reviewer-report": "review",
    "referee-report": "review",
    "peer-review": "review",
    "dataset": "dataset",
    "correction": "other",
    "retraction": "other",
    "partial-retraction": "other",
    "expression-of-concern": "other",
    "addendum": "other",
    "announcement": "other",
    "book-received": "other",
    "book-review": "other",
    "calendar": "other",
    "news": "other",
    "obituary": "other",
    "product-review": "other",
    "other": "other",
}
"""Kind of work for each article type; any other type is an article."""
AUTHORS = frozenset({None, "", "author", "authors", "author-keywords", "author-generated", "kwd", "keywords"})
"""Types of keyword groups that contain the authors' keywords, not a classification."""
CREATIVE_COMMONS = "creativecommons.org/"


def records(article: Element) -> Iterator[Record]:
    """Yield the journal, keywords and funders, then the paper.

    Raises:
        InvalidRecordError: The article has no front matter, no title, or no ID.
    """
    meta = article.find("front/article-meta")
    if meta is None:
        meta = article.find("front-stub")
    if meta is None:
        raise InvalidRecordError("it has no front matter.")
    title = child(meta, "title-group/article-title")
    if not title:
        raise InvalidRecordError("it has no title.")
    article_ids = _ids(meta)
    doi = next((id_.partition(":")[2] for id_ in article_ids if id_.startswith("doi:")), None)
    kind = KINDS.get(article.get("article-type") or "", "article")
    place = _place(article, meta)
    uses, topics = keywords(
        SOURCE_NAME,
        (
            keyword
            for element in meta.iterfind("kwd-group")
            if _own(element)
            for kwd in element.iter("kwd")
            if (keyword := text(kwd))
        ),
    )
    funders = funding(meta)
    relations = related(meta)
    license_url, free = _license(meta)
    forms = tuple(_forms(meta, doi, "preprint" if kind == "preprint" else "article"))
    summary = abstract(
        next((element for element in meta.iterfind("abstract") if not element.get("abstract-type")), None)
    )
    yield from (*place.records, *topics, *(funders.records if funders else ()))
    yield PaperRecord(
        source=SOURCE_NAME,
        record_license=license_url and (spdx(license_url) or license_url),  # all data is from the article
        key=doi or next((id_ for id_ in article_ids), None) or _own_number(meta, place),
        url=f"https://doi.org/{doi}" if doi else None,
        title=title,
        kind=kind,
        ids=article_ids,
        same_work=relations.same,
        abstract=summary,
        language=article.get(LANGUAGE),
        dates=tuple(dict.fromkeys(published(meta))),
        authors=people(meta),
        authors_complete=is_author_list_complete(meta),
        topics=uses or None,
        appeared_in=place.use,
        pages=_pages(meta),
        references=references(article),
        resources=resources(summary or ""),
        forms=forms,
        open_access=True if free else None,
        best_location=forms[0].url if free and forms else None,
        funding=funders.funding if funders else None,
        relations=relations.relations,
        license=license_url,
        retracted=True if relations.retracted else None,
    )


def _ids(meta: Element) -> tuple[str, ...]:
    pairs = ((SCHEMES.get(element.get("pub-id-type") or ""), text(element)) for element in meta.iterfind("article-id"))
    return tuple(
        dict.fromkeys(
            identifier
            for kind, value in pairs
            if kind and value and (identifier := normalize_or_none(f"{kind}:{value}"))
        )
    )


def _own_number(meta: Element, place: Container) -> str:
    """Return the key of an article without a supported ID: its journal's key and the publisher's number.

    Raises InvalidRecordError if it has no number.
    """
    number = child(meta, "article-id")
    if not number:
        raise InvalidRecordError("it has no ID.")
    return f"{place.records[0].key if place.records else 'no journal'}/{number}"


def _own(group: Element) -> bool:
    return (group.get("kwd-group-type") or "").lower() in AUTHORS and not group.get("vocab")


def _place(article: Element, meta: Element) -> Container:
    journal = article.find("front/journal-meta")
    if journal is None:
        return NO_CONTAINER
    name = child(journal, "journal-title-group/journal-title") or child(journal, "journal-title")
    short = child(journal, "journal-title-group/abbrev-journal-title") or child(journal, "abbrev-journal-title")
    name = name or short
    if not name:
        return NO_CONTAINER
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=name,
        publisher=child(journal, "publisher/publisher-name"),
        number=child(meta, "volume"),
        issue=child(meta, "issue"),
        pages=_pages(meta),
        short=short,
        year=year_in(*came_out(meta)),
    )
    return journal_container(container_info, valid_ids("issn", map(text, journal.iter("issn", "issn-l"))))


def _pages(meta: Element) -> str | None:
    first_and_last = (child(meta, "fpage"), child(meta, "lpage"))
    return (
        child(meta, "page-range")
        or "-".join(dict.fromkeys(filter(None, first_and_last)))
        or child(meta, "elocation-id")
    )


def _license(meta: Element) -> tuple[str | None, bool]:
    """Return the URL of the license, and whether the article is free to read."""
    urls: list[str] = []
    free = meta.find("permissions/free_to_read") is not None
    for element in meta.iterfind("permissions/license"):
        free |= (element.get("license-type") or "").lower().replace("_", "-") == "open-access"
        link_urls = (link.get(HREF) or text(link) or "" for link in element.iter("ext-link", "uri"))
        urls += [
            place
            for raw in (
                element.get(HREF),
                *map(text, element.iter("license_ref")),
                *(link for link in link_urls if CREATIVE_COMMONS in link),
            )
            if (place := normalize_url(raw))
        ]
    license_url = next(iter(urls), None)
    return license_url, free or CREATIVE_COMMONS in (license_url or "")


def _forms(meta: Element, doi: str | None, kind: str) -> Iterator[Manifestation]:
    version = child(meta, "article-version") or child(meta, "article-version-alternatives/article-version")
    places = [
        uri for element in meta.iterfind("self-uri") if (uri := normalize_url(element.get(HREF) or text(element)))
    ]
    for url in dict.fromkeys((*places, *((f"https://doi.org/{doi}",) if doi else ()))):
        yield Manifestation(url=url, kind="preprint" if kind == "preprint" else "article", version=version)


FORM = XmlFormat(
    expected="articles in JATS, an <article> or a collection of them",
    roots=frozenset(
        {"article", "articles", "article-set", "pmc-articleset", "OAI-PMH", "record", "records", "collection"}
    ),
    records=("article",),
    decode_named_entities=True,
    strip_namespaces=True,
)
ENDINGS = (".xml", ".nxml", ".jats")


def _read_file(file: SourceFile) -> Iterator[Item]:
    return read(file, FORM, records, _key)


def _key(article: Element) -> str | None:
    element = article.find("front/article-meta/article-id")
    return None if element is None else folded_text(element)


SOURCE = Source(
    name="jats",
    title="JATS articles",
    license="the license of each article, if stated; its record keeps it",
    address="https://jats.nlm.nih.gov",
    provides=(
        "titles, abstracts, kinds, languages and dates",
        "bylines with ORCID iDs, affiliations with ROR IDs, corresponding authors",
        "journals, volumes, issues and pages",
        "keywords, funders with awards, licenses, links to code and data in abstracts",
        "references with a DOI, PMID or PMCID; articles that an article corrects, retracts or comments on",
    ),
    omits=("references without an ID", "later publications about an article"),
    example="byline load jats articles/",
    expected_files=FORM.expected,
    accepts=lambda name: strip_suffixes(name).endswith(ENDINGS),
    start=read_each_file(_read_file),
)
