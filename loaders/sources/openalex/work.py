"""One work of OpenAlex as a record."""

import re
from collections.abc import Callable, Iterator

from cypher.identifiers import known
from loaders.records import dates
from loaders.records.addresses import address
from loaders.records.licences import licence_of
from loaders.records.parts import COLOURS, Dated, Form, FormKind, Funding, TopicUse
from loaders.records.record import PaperKind, PaperRecord
from loaders.sources.openalex.person import author
from loaders.sources.openalex.schema import Location, Work
from loaders.sources.openalex.things import SITE, SOURCE_NAME, key_of, own_ids
from loaders.works.places import Place

DELETED = "W4285719527"
"""What stands for works that were deleted."""
KINDS: dict[str, PaperKind] = {
    "article": "article",
    "letter": "article",
    "review": "article",
    "conference-paper": "article",
    "data-paper": "article",
    "software-paper": "article",
    "preprint": "preprint",
    "book": "book",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "reference-entry": "chapter",
    "editorial": "editorial",
    "dataset": "dataset",
    "database": "dataset",
    "software": "software",
    "dissertation": "thesis",
    "report": "report",
    "standard": "report",
    "peer-review": "review",
}
"""What each type is here; any other is `other`. A review is an article about articles."""
NOT_WORKS = frozenset({"paratext", "grant"})
VERSIONS: dict[str, tuple[FormKind, str]] = {
    "submittedVersion": ("preprint", "submitted"),
    "acceptedVersion": ("article", "accepted"),
    "publishedVersion": ("article", "published"),
}
NEW_YEAR = re.compile(r"^(\d{4})-01-01$")
SDG = re.compile(r"(\d+)$")


def paper(said: Work, key: str, place: Place, merged: tuple[str, ...], kept: Callable[[str], str]) -> PaperRecord:
    """Return a work as a record; `kept` leads from what was merged to what is kept. Raises ValueError."""
    title = said.title or said.display_name or ""
    if not title.strip():
        raise ValueError("it has no title.")
    access, best = said.open_access, said.best_oa_location
    people = tuple(filter(None, (author(one, kept) for one in said.authorships or ())))
    copy = best and (address(best.pdf_url) or address(best.landing_page_url))
    return PaperRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=said.updated_date,
        title=title,
        kind=KINDS.get(said.type, "other") if said.type else "article",
        ids=(*own_ids(key, merged), *dict.fromkeys(_outside(said))),
        abstract=_text(said.abstract_inverted_index),
        language=said.language,
        dates=tuple(_dated(said)),
        authors=people or None,
        authors_complete=not said.is_authors_truncated,
        topics=topics(said),
        appeared_in=place.use,
        pages=pages(said),
        references=_references(said, kept),
        forms=tuple(_forms(said.locations or [])),
        open_access=access.is_oa if access else None,
        open_access_colour=COLOURS.get(access.oa_status or "") if access else None,
        best_location=copy or (address(access.oa_url) if access else None),
        funding=tuple(_funding(said)) or None,
        licence=next(
            (found for one in (said.primary_location, best) if one and (found := licence_of(one.license))), None
        ),
        retracted=said.is_retracted,
    )


def pages(said: Work) -> str | None:
    """Return the first and last page."""
    if said.biblio is None:
        return None
    return "-".join(dict.fromkeys(filter(None, (said.biblio.first_page, said.biblio.last_page)))) or None


def topics(said: Work) -> tuple[TopicUse, ...] | None:
    """Return the topics, the first one being primary, then keywords, headings of MeSH and goals; None where none is."""
    if said.topics is None and said.keywords is None:
        return None
    first = said.primary_topic.id if said.primary_topic else None
    found = [
        TopicUse(scheme=SOURCE_NAME, code=key_of(one.id), primary=one.id == first, score=_score(one.score))
        for one in said.topics or ()
        if one.id and one.display_name
    ]
    found += [TopicUse(scheme=scheme, code=code, score=score) for scheme, code, _, score in other_subjects(said)]
    return tuple({(one.scheme, one.code): one for one in reversed(found)}.values())[::-1]


def other_subjects(said: Work) -> Iterator[tuple[str, str, str, float]]:
    """Yield what a work is filed under besides topics: scheme, code, name and score."""
    for one in said.keywords or ():
        if one.id and one.display_name:
            yield "openalex-keyword", key_of(one.id).rpartition("/")[2].lower(), one.display_name, _score(one.score)
    for one in said.mesh or ():
        if one.descriptor_ui and one.descriptor_name:
            yield "mesh", one.descriptor_ui, one.descriptor_name, 1.0
    for one in said.sustainable_development_goals or ():
        number = SDG.search((one.id or "").rstrip("/"))
        if number and one.display_name:
            yield "sdg", number[1], one.display_name, _score(one.score)


def _score(said: float | None) -> float:
    return 1.0 if said is None else min(1.0, max(0.0, said))


def _outside(said: Work) -> Iterator[str]:
    """Yield the ids of other schemes; one that is out of form too, for it is kept as it was said."""
    ids = said.ids or {}
    for scheme, one in (
        ("doi", said.doi or ids.get("doi")),
        *((each, ids.get(each)) for each in ("mag", "pmid", "pmcid")),
    ):
        if one:
            bare = str(one).rstrip("/").rpartition("/")[2] if scheme == "pmid" else str(one)
            yield known(f"{scheme}:{bare}") or f"{scheme}:{bare}"
    for one in said.locations or ():
        yield from filter(None, (known(f"arxiv:{url}") for url in (one.landing_page_url, one.pdf_url) if url))


def _text(index: dict[str, list[int]] | None) -> str | None:
    """Return an abstract, put together from the places at which each word stands."""
    words = sorted((place, word) for word, places in (index or {}).items() for place in places)
    return " ".join(word for _, word in words) or None


def _dated(said: Work) -> Iterator[Dated]:
    """Yield the date of publication; of 1 January the year alone, for OpenAlex writes that where it knows no day.

    Where neither day nor year is a date, the first is yielded as it is said.
    """
    told = (said.publication_date, f"{said.publication_year:04}" if said.publication_year else None)
    found = filter(None, (dates.known(NEW_YEAR.sub(r"\1", one)) for one in told if one))
    if date := dates.or_said(next(found, None), *told):
        yield Dated(value=date)


def _references(said: Work, kept: Callable[[str], str]) -> tuple[str, ...] | None:
    """Return what it cites; None for an empty list, which says that OpenAlex found nothing."""
    found = (kept(key_of(one)) for one in said.referenced_works or () if one)
    return tuple(dict.fromkeys(f"openalex:{one}" for one in found if one != DELETED)) or None


def _forms(said: list[Location]) -> Iterator[Form]:
    """Yield each place where it can be had, with the version that is there; a mere page about it is a page."""
    met: set[str] = set()
    for one in said:
        url = address(one.pdf_url) or address(one.landing_page_url)
        if url and url not in met:
            met.add(url)
            kind, version = VERSIONS.get(one.version or "", ("page", None))
            licence = licence_of(one.license)
            note = one.source.display_name if one.source else None
            yield Form(url=url, kind=kind, version=version, licence=licence, note=note)


def _funding(said: Work) -> Iterator[Funding]:
    """Yield who paid: funders, and the numbers of awards under the names of newer and of older works."""
    for one in said.funders or ():
        if one.id and one.display_name:
            yield Funding(funder=f"openalex:{key_of(one.id)}")
    for one in (*(said.awards or ()), *(said.grants or ())):
        funder, award = one.funder_id or one.funder, one.funder_award_id or one.award_id
        if funder and one.funder_display_name:
            yield Funding(funder=f"openalex:{key_of(funder)}", awards=(award,) if award else ())
