"""Convert a Semantic Scholar paper to a record."""

import re
from collections.abc import Iterable, Iterator

from loaders.bibliographic.containers import Container
from loaders.formats.markup import strip_markup
from loaders.records import dates
from loaders.records.licenses import license_of
from loaders.records.parts import COLORS, Manifestation, TopicUse, TypedDate
from loaders.records.record import PaperKind, PaperRecord, TopicRecord
from loaders.records.urls import normalize_url
from loaders.sources.semanticscholar.paper_supplements import Supplement
from loaders.sources.semanticscholar.person import author
from loaders.sources.semanticscholar.schema import OpenAccess, Paper
from loaders.sources.semanticscholar.venue import SOURCE_NAME, is_preprint
from normalization.identifiers import normalize_or_none

SITE = "https://www.semanticscholar.org"
SCHEME = "s2-fos"
SHA = re.compile(r"(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])")
SCHEMES = {
    "doi": "doi",
    "arxiv": "arxiv",
    "acl": "acl",
    "pubmed": "pmid",
    "pubmedcentral": "pmcid",
    "dblp": "dblp",
    "mag": "mag",
}
"""Name of an ID scheme at Semantic Scholar, in lower case -> its name in Byline."""
KINDS: dict[str, PaperKind] = {
    "dataset": "dataset",
    "book": "book",
    "booksection": "chapter",
    "editorial": "editorial",
    "journalarticle": "article",
    "conference": "article",
    "review": "article",
    "study": "article",
    "casereport": "article",
    "clinicaltrial": "article",
    "metaanalysis": "article",
    "lettersandcomments": "article",
}
"""Kind of paper for each publication type. A paper may have several types; the first in this order wins, so specific
types come first. The type `review` is a review article, so its kind is `article`.
"""


def sha_of(work: Paper) -> str | None:
    """Return the paperId, 40 hexadecimal digits; in the datasets, only the URL contains it."""
    match = SHA.search(work.paperid or work.url or "")
    return match[0] if match else None


def corpus_of(work: Paper) -> int | None:
    """Return the corpus ID."""
    listed = (work.externalids or {}).get("corpusid")
    return work.corpusid if work.corpusid is not None else int(str(listed)) if str(listed).isdigit() else None


def identity(work: Paper) -> str | None:
    """Return the ID by which records refer to a paper: its paperId or else its corpus ID; None without both."""
    sha, corpus = sha_of(work), corpus_of(work)
    return f"s2:{sha}" if sha else None if corpus is None else f"s2-corpus:{corpus}"


def paper(
    work: Paper, source: str, container: Container, supplement: Supplement, references: tuple[str, ...] | None
) -> PaperRecord:
    """Return the record of a paper.

    Args:
        source: Name of the source of the record: Semantic Scholar, or its source of partial records.
        references: IDs of the cited papers; None if the references are unknown.

    Raises:
        ValueError: The paper has no ID of Semantic Scholar or no title.
    """
    sha, corpus = sha_of(work), corpus_of(work)
    if not sha and corpus is None:
        raise ValueError("it has neither a paperId nor a corpus ID.")
    if not (work.title or "").strip():
        raise ValueError("it has no title.")
    kind = _kind(work)
    access = work.openaccesspdf or supplement.access or OpenAccess()
    copy_url = normalize_url(access.url)
    s2_ids = (f"s2:{paper_sha}" for paper_sha in dict.fromkeys((sha, *supplement.shas)) if paper_sha)
    return PaperRecord(
        source=source,
        key=sha or f"corpus/{corpus}",
        url=f"{SITE}/paper/{sha}" if sha else f"{SITE}/p/{corpus}",
        title=strip_markup(work.title or ""),
        kind=kind,
        ids=(*s2_ids, *([] if corpus is None else [f"s2-corpus:{corpus}"]), *_external_ids(work.externalids or {})),
        abstract=strip_markup(work.abstract or supplement.abstract or "") or None,
        summary=(work.tldr.text if work.tldr else None) or supplement.tldr,
        dates=tuple(_dates(work)),
        authors=tuple(filter(None, map(author, work.authors or ()))) or None,
        topics=None if (codes := fields(work)) is None else tuple(TopicUse(scheme=SCHEME, code=code) for code in codes),
        appeared_in=container.use,
        pages=container.use.pages if container.use else None,
        references=references,
        forms=(
            Manifestation(
                url=copy_url, kind="preprint" if kind == "preprint" or "arxiv.org/" in copy_url else "article"
            ),
        )
        if copy_url
        else (),
        open_access=work.isopenaccess,
        open_access_color=COLORS.get((access.status or "").lower()),
        best_location=copy_url,
        license=license_of(access.license),
    )


def fields(work: Paper) -> tuple[str, ...] | None:
    """Return the fields of study without duplicates; None if the request did not select them."""
    if work.s2fieldsofstudy is not None:
        return tuple(dict.fromkeys(entry.category for entry in work.s2fieldsofstudy if entry.category))
    return None if work.fieldsofstudy is None else tuple(dict.fromkeys(work.fieldsofstudy))


def field(code: str) -> TopicRecord:
    """Return a field of study as a topic; its name is its only value."""
    return TopicRecord(source=SOURCE_NAME, key=f"field/{code}", scheme=SCHEME, code=code, name=code)


def _kind(work: Paper) -> PaperKind:
    if is_preprint(work):
        return "preprint"
    types = {publicationtype.lower() for publicationtype in work.publicationtypes or ()}
    kinds: list[PaperKind] = [kind for name, kind in KINDS.items() if name in types]
    return kinds[0] if kinds else "other" if types else "article"


def _external_ids(external_ids: dict[str, object]) -> Iterator[str]:
    """Yield the external IDs; a malformed ID is yielded unchanged."""
    for name, scheme in SCHEMES.items():
        raw = external_ids.get(name)
        for value in _as_texts(raw):
            yield normalize_or_none(f"{scheme}:{value}") or f"{scheme}:{value}"


def _as_texts(value: object) -> Iterable[str]:
    if isinstance(value, list):
        return [str(item) for item in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return [str(value)] if value not in (None, "") else []


def _dates(work: Paper) -> Iterator[TypedDate]:
    """Yield the publication date, and the year unless it is that of the date. Invalid dates are yielded as written."""
    parsed_date = ""
    for raw_date in (work.publicationdate or "", f"{work.year:04}" if work.year else ""):
        if raw_date and not parsed_date.startswith(raw_date):
            parsed_date = dates.parse_date_or_none(raw_date) or ""
            yield TypedDate(value=parsed_date or raw_date)
