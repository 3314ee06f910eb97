"""One article in JATS as records: the paper, and its journal, keywords and funders."""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import Element
from loaders.records.addresses import address
from loaders.records.dates import year_in
from loaders.records.licences import spdx
from loaders.records.parts import Form
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.refused import RecordError
from loaders.sources.jats.dates import came_out, published
from loaders.sources.jats.links import SCHEMES, SOURCE_NAME, funding, references, related
from loaders.sources.jats.people import complete, people
from loaders.works.keywords import keywords
from loaders.works.links import resources
from loaders.works.places import NOWHERE, Place, Within, in_journal
from loaders.works.running_text import HREF, LANGUAGE, abstract, child, text

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
"""What each type of article is here; all else is an article."""
AUTHORS = frozenset({None, "", "author", "authors", "author-keywords", "author-generated", "kwd", "keywords"})
"""Types of groups of keywords that are the authors' own words, not of a classification."""
CREATIVE_COMMONS = "creativecommons.org/"


def records(article: Element) -> Iterator[Record]:
    """Yield the journal, keywords and funders, then the paper. Raises RecordError, saying what it lacks."""
    meta = article.find("front/article-meta")
    if meta is None:
        meta = article.find("front-stub")
    if meta is None:
        raise RecordError("it has no front matter.")
    title = child(meta, "title-group/article-title")
    if not title:
        raise RecordError("it has no title.")
    found = _ids(meta)
    doi = next((one.partition(":")[2] for one in found if one.startswith("doi:")), None)
    kind = KINDS.get(article.get("article-type") or "", "article")
    place = _place(article, meta)
    uses, words = keywords(
        SOURCE_NAME,
        (said for one in meta.iterfind("kwd-group") if _own(one) for kwd in one.iter("kwd") if (said := text(kwd))),
    )
    paid = funding(meta)
    others = related(meta)
    licence, free = _licence(meta)
    forms = tuple(_forms(meta, doi, "preprint" if kind == "preprint" else "article"))
    summary = abstract(next((one for one in meta.iterfind("abstract") if not one.get("abstract-type")), None))
    yield from (*place.told, *words, *(paid.told if paid else ()))
    yield PaperRecord(
        source=SOURCE_NAME,
        record_licence=licence and (spdx(licence) or licence),  # all that it says stands in the article itself
        key=doi or next((one for one in found), None) or _own_number(meta, place),
        url=f"https://doi.org/{doi}" if doi else None,
        title=title,
        kind=kind,
        ids=found,
        same_work=others.same,
        abstract=summary,
        language=article.get(LANGUAGE),
        dates=tuple(dict.fromkeys(published(meta))),
        authors=people(meta),
        authors_complete=complete(meta),
        topics=uses or None,
        appeared_in=place.use,
        pages=_pages(meta),
        references=references(article),
        resources=resources(summary or ""),
        forms=forms,
        open_access=True if free else None,
        best_location=forms[0].url if free and forms else None,
        funding=paid.funding if paid else None,
        relations=others.relations,
        licence=licence,
        retracted=True if others.retracted else None,
    )


def _ids(meta: Element) -> tuple[str, ...]:
    said = ((SCHEMES.get(one.get("pub-id-type") or ""), text(one)) for one in meta.iterfind("article-id"))
    return tuple(dict.fromkeys(found for kind, value in said if kind and value and (found := known(f"{kind}:{value}"))))


def _own_number(meta: Element, place: Place) -> str:
    """Return the publisher's number of an article without ids, in its journal. Raises RecordError where it has none."""
    number = child(meta, "article-id")
    if not number:
        raise RecordError("it has no id.")
    return f"{place.told[0].key if place.told else 'no journal'}/{number}"


def _own(group: Element) -> bool:
    return (group.get("kwd-group-type") or "").lower() in AUTHORS and not group.get("vocab")


def _place(article: Element, meta: Element) -> Place:
    journal = article.find("front/journal-meta")
    if journal is None:
        return NOWHERE
    name = child(journal, "journal-title-group/journal-title") or child(journal, "journal-title")
    short = child(journal, "journal-title-group/abbrev-journal-title") or child(journal, "abbrev-journal-title")
    name = name or short
    if not name:
        return NOWHERE
    said = Within(
        source=SOURCE_NAME,
        name=name,
        publisher=child(journal, "publisher/publisher-name"),
        number=child(meta, "volume"),
        issue=child(meta, "issue"),
        pages=_pages(meta),
        short=short,
        year=year_in(*came_out(meta)),
    )
    issns = (known(f"issn:{text(one)}") for one in journal.iter("issn", "issn-l"))
    return in_journal(said, dict.fromkeys(filter(None, issns)))


def _pages(meta: Element) -> str | None:
    both = (child(meta, "fpage"), child(meta, "lpage"))
    return child(meta, "page-range") or "-".join(dict.fromkeys(filter(None, both))) or child(meta, "elocation-id")


def _licence(meta: Element) -> tuple[str | None, bool]:
    """Return the address of the licence, and whether the article may be read by everybody free of charge."""
    found: list[str] = []
    free = meta.find("permissions/free_to_read") is not None
    for one in meta.iterfind("permissions/license"):
        free |= (one.get("license-type") or "").lower().replace("_", "-") == "open-access"
        within = (link.get(HREF) or text(link) or "" for link in one.iter("ext-link", "uri"))
        found += [
            place
            for raw in (
                one.get(HREF),
                *map(text, one.iter("license_ref")),
                *(link for link in within if CREATIVE_COMMONS in link),
            )
            if (place := address(raw))
        ]
    licence = next(iter(found), None)
    return licence, free or CREATIVE_COMMONS in (licence or "")


def _forms(meta: Element, doi: str | None, kind: str) -> Iterator[Form]:
    version = child(meta, "article-version") or child(meta, "article-version-alternatives/article-version")
    places = [found for one in meta.iterfind("self-uri") if (found := address(one.get(HREF) or text(one)))]
    for one in dict.fromkeys((*places, *((f"https://doi.org/{doi}",) if doi else ()))):
        yield Form(url=one, kind="preprint" if kind == "preprint" else "article", version=version)
