"""Convert an OpenAlex work to a paper record."""

import re
from collections.abc import Callable, Iterator

from loaders.bibliographic.containers import Container
from loaders.records import dates
from loaders.records.licenses import license_of
from loaders.records.parts import COLORS, FormKind, Funding, Manifestation, TopicUse, TypedDate
from loaders.records.record import PaperKind, PaperRecord
from loaders.records.urls import normalize_url
from loaders.sources.openalex.entities import SITE, SOURCE_NAME, key_of, own_ids
from loaders.sources.openalex.person import author
from loaders.sources.openalex.schema import Location, Work
from normalization.identifiers import normalize_or_none

DELETED = "W4285719527"
"""Placeholder for deleted works."""
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
"""Kind of work for each type; any other type is `other`. A review is an article about articles."""
NOT_WORKS = frozenset({"paratext", "grant"})
VERSIONS: dict[str, tuple[FormKind, str]] = {
    "submittedVersion": ("preprint", "submitted"),
    "acceptedVersion": ("article", "accepted"),
    "publishedVersion": ("article", "published"),
}
NEW_YEAR = re.compile(r"^(\d{4})-01-01$")
SDG = re.compile(r"(\d+)$")


def paper(
    work: Work, key: str, place: Container, merged: tuple[str, ...], canonical_key: Callable[[str], str]
) -> PaperRecord:
    """Return the record of a work.

    Args:
        merged: Keys that were merged into this work.
        canonical_key: Maps a merged key to the surviving one.

    Raises:
        ValueError: The work has no title.
    """
    title = work.title or work.display_name or ""
    if not title.strip():
        raise ValueError("it has no title.")
    access, best = work.open_access, work.best_oa_location
    people = tuple(filter(None, (author(authorship, canonical_key) for authorship in work.authorships or ())))
    copy = best and (normalize_url(best.pdf_url) or normalize_url(best.landing_page_url))
    return PaperRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=work.updated_date,
        title=title,
        kind=KINDS.get(work.type, "other") if work.type else "article",
        ids=(*own_ids(key, merged), *dict.fromkeys(_outside(work))),
        abstract=_text(work.abstract_inverted_index),
        language=work.language,
        dates=tuple(_dated(work)),
        authors=people or None,
        authors_complete=not work.is_authors_truncated,
        topics=topics(work),
        appeared_in=place.use,
        pages=pages(work),
        references=_references(work, canonical_key),
        forms=tuple(_forms(work.locations or [])),
        open_access=access.is_oa if access else None,
        open_access_color=COLORS.get(access.oa_status or "") if access else None,
        best_location=copy or (normalize_url(access.oa_url) if access else None),
        funding=tuple(_funding(work)) or None,
        license=next(
            (name for location in (work.primary_location, best) if location and (name := license_of(location.license))),
            None,
        ),
        retracted=work.is_retracted,
    )


def pages(work: Work) -> str | None:
    """Return the first and last page."""
    if work.biblio is None:
        return None
    return "-".join(dict.fromkeys(filter(None, (work.biblio.first_page, work.biblio.last_page)))) or None


def topics(work: Work) -> tuple[TopicUse, ...] | None:
    """Return the topics, then keywords, MeSH headings and goals; None if the work has neither topics nor keywords."""
    if work.topics is None and work.keywords is None:
        return None
    first = work.primary_topic.id if work.primary_topic else None
    uses = [
        TopicUse(scheme=SOURCE_NAME, code=key_of(topic.id), primary=topic.id == first, score=_score(topic.score))
        for topic in work.topics or ()
        if topic.id and topic.display_name
    ]
    uses += [TopicUse(scheme=scheme, code=code, score=score) for scheme, code, _, score in other_subjects(work)]
    return tuple({(use.scheme, use.code): use for use in reversed(uses)}.values())[::-1]


def other_subjects(work: Work) -> Iterator[tuple[str, str, str, float]]:
    """Yield the classifications of a work other than topics: scheme, code, name and score."""
    for keyword in work.keywords or ():
        if keyword.id and keyword.display_name:
            yield (
                "openalex-keyword",
                key_of(keyword.id).rpartition("/")[2].lower(),
                keyword.display_name,
                _score(keyword.score),
            )
    for keyword in work.mesh or ():
        if keyword.descriptor_ui and keyword.descriptor_name:
            yield "mesh", keyword.descriptor_ui, keyword.descriptor_name, 1.0
    for keyword in work.sustainable_development_goals or ():
        number = SDG.search((keyword.id or "").rstrip("/"))
        if number and keyword.display_name:
            yield "sdg", number[1], keyword.display_name, _score(keyword.score)


def _score(score: float | None) -> float:
    return 1.0 if score is None else min(1.0, max(0.0, score))


def _outside(work: Work) -> Iterator[str]:
    """Yield the IDs of other schemes; a malformed ID is yielded unchanged."""
    ids = work.ids or {}
    for scheme, candidate in (
        ("doi", work.doi or ids.get("doi")),
        *((id_name, ids.get(id_name)) for id_name in ("mag", "pmid", "pmcid")),
    ):
        if candidate:
            bare = str(candidate).rstrip("/").rpartition("/")[2] if scheme == "pmid" else str(candidate)
            yield normalize_or_none(f"{scheme}:{bare}") or f"{scheme}:{bare}"
    for candidate in work.locations or ():
        yield from filter(
            None, (normalize_or_none(f"arxiv:{url}") for url in (candidate.landing_page_url, candidate.pdf_url) if url)
        )


def _text(index: dict[str, list[int]] | None) -> str | None:
    """Return the abstract, restored from the positions of each word."""
    tokens = sorted((place, word) for word, places in (index or {}).items() for place in places)
    return " ".join(word for _, word in tokens) or None


def _dated(work: Work) -> Iterator[TypedDate]:
    """Yield the publication date; 1 January is reduced to the year, because OpenAlex writes it if the day is unknown.

    If neither the date nor the year is valid, the first is yielded as written.
    """
    raw_dates = (work.publication_date, f"{work.publication_year:04}" if work.publication_year else None)
    parsed_dates = filter(
        None, (dates.parse_date_or_none(NEW_YEAR.sub(r"\1", raw_date)) for raw_date in raw_dates if raw_date)
    )
    if date := dates.date_or_raw_text(next(parsed_dates, None), *raw_dates):
        yield TypedDate(value=date)


def _references(citing_work: Work, canonical_key: Callable[[str], str]) -> tuple[str, ...] | None:
    """Return the cited works, if any: an empty list means that OpenAlex found no references."""
    keys = (canonical_key(key_of(work)) for work in citing_work.referenced_works or () if work)
    return tuple(dict.fromkeys(f"openalex:{key}" for key in keys if key != DELETED)) or None


def _forms(locations: list[Location]) -> Iterator[Manifestation]:
    """Yield each location with the version there; a location without a version is a page about the work."""
    seen_urls: set[str] = set()
    for location in locations:
        url = normalize_url(location.pdf_url) or normalize_url(location.landing_page_url)
        if url and url not in seen_urls:
            seen_urls.add(url)
            kind, version = VERSIONS.get(location.version or "", ("page", None))
            license_name = license_of(location.license)
            note = location.source.display_name if location.source else None
            yield Manifestation(url=url, kind=kind, version=version, license=license_name, note=note)


def _funding(work: Work) -> Iterator[Funding]:
    """Yield the funders and the award numbers, in the formats of newer and older works."""
    for entry in work.funders or ():
        if entry.id and entry.display_name:
            yield Funding(funder=f"openalex:{key_of(entry.id)}")
    for entry in (*(work.awards or ()), *(work.grants or ())):
        funder, award = entry.funder_id or entry.funder, entry.funder_award_id or entry.award_id
        if funder and entry.funder_display_name:
            yield Funding(funder=f"openalex:{key_of(funder)}", awards=(award,) if award else ())
