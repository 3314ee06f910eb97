"""One paper of Semantic Scholar as a record."""

import re
from collections.abc import Iterable, Iterator

from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.records import dates
from loaders.records.addresses import address
from loaders.records.licences import licence_of
from loaders.records.parts import COLOURS, Dated, Form, TopicUse
from loaders.records.record import PaperKind, PaperRecord, TopicRecord
from loaders.sources.semanticscholar.aside import Found
from loaders.sources.semanticscholar.person import author
from loaders.sources.semanticscholar.schema import OpenAccess, Paper
from loaders.sources.semanticscholar.venue import SOURCE_NAME, is_preprint
from loaders.works.places import Place

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
"""What each outside id is here."""
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
"""What each type is here, the telling ones first: a paper may have several. A review is an article about articles."""


def sha_of(said: Paper) -> str | None:
    """Return the paperId, which datasets have in the address alone."""
    found = SHA.search(said.paperid or said.url or "")
    return found[0] if found else None


def corpus_of(said: Paper) -> int | None:
    """Return the corpus id."""
    listed = (said.externalids or {}).get("corpusid")
    return said.corpusid if said.corpusid is not None else int(str(listed)) if str(listed).isdigit() else None


def identity(said: Paper) -> str | None:
    """Return the id by which a paper is cited, None where Semantic Scholar has none for it."""
    sha, corpus = sha_of(said), corpus_of(said)
    return f"s2:{sha}" if sha else None if corpus is None else f"s2-corpus:{corpus}"


def paper(said: Paper, source: str, place: Place, found: Found, references: tuple[str, ...] | None) -> PaperRecord:
    """Return a paper as a record of a source's. Raises ValueError where it has no id of its own or no title."""
    sha, corpus = sha_of(said), corpus_of(said)
    if not sha and corpus is None:
        raise ValueError("it has neither a paperId nor a corpus id.")
    if not (said.title or "").strip():
        raise ValueError("it has no title.")
    kind = _kind(said)
    access = said.openaccesspdf or found.access or OpenAccess()
    copy = address(access.url)
    own = (f"s2:{one}" for one in dict.fromkeys((sha, *found.shas)) if one)
    return PaperRecord(
        source=source,
        key=sha or f"corpus/{corpus}",
        url=f"{SITE}/paper/{sha}" if sha else f"{SITE}/p/{corpus}",
        title=plain(said.title or ""),
        kind=kind,
        ids=(*own, *([] if corpus is None else [f"s2-corpus:{corpus}"]), *_outside(said.externalids or {})),
        abstract=plain(said.abstract or found.abstract or "") or None,
        tldr=(said.tldr.text if said.tldr else None) or found.tldr,
        dates=tuple(_dated(said)),
        authors=tuple(filter(None, map(author, said.authors or ()))) or None,
        topics=None if (codes := fields(said)) is None else tuple(TopicUse(scheme=SCHEME, code=one) for one in codes),
        appeared_in=place.use,
        pages=place.use.pages if place.use else None,
        references=references,
        forms=(Form(url=copy, kind="preprint" if kind == "preprint" or "arxiv.org/" in copy else "article"),)
        if copy
        else (),
        open_access=said.isopenaccess,
        open_access_colour=COLOURS.get((access.status or "").lower()),
        best_location=copy,
        licence=licence_of(access.license),
    )


def fields(said: Paper) -> tuple[str, ...] | None:
    """Return the fields of study, each once; None where they were not asked for."""
    if said.s2fieldsofstudy is not None:
        return tuple(dict.fromkeys(one.category for one in said.s2fieldsofstudy if one.category))
    return None if said.fieldsofstudy is None else tuple(dict.fromkeys(said.fieldsofstudy))


def field(code: str) -> TopicRecord:
    """Return a field of study: its name is all there is of it."""
    return TopicRecord(source=SOURCE_NAME, key=f"field/{code}", scheme=SCHEME, code=code, name=code)


def _kind(said: Paper) -> PaperKind:
    if is_preprint(said):
        return "preprint"
    types = {one.lower() for one in said.publicationtypes or ()}
    found: list[PaperKind] = [kind for name, kind in KINDS.items() if name in types]
    return found[0] if found else "other" if types else "article"


def _outside(said: dict[str, object]) -> Iterator[str]:
    """Yield the outside ids; one that is out of form too, for it is kept as it was said."""
    for name, scheme in SCHEMES.items():
        one = said.get(name)
        for value in _each(one):
            yield known(f"{scheme}:{value}") or f"{scheme}:{value}"


def _each(value: object) -> Iterable[str]:
    if isinstance(value, list):
        return [str(one) for one in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return [str(value)] if value not in (None, "") else []


def _dated(said: Paper) -> Iterator[Dated]:
    """Yield the day of publication, and the year where it is another or stands alone; what is no date as it is said."""
    told = ""
    for one in (said.publicationdate or "", f"{said.year:04}" if said.year else ""):
        if one and not told.startswith(one):
            told = dates.known(one) or ""
            yield Dated(value=told or one)
