"""One work of DataCite as records: the work, and what it appeared in."""

import re
from collections.abc import Iterable, Iterator

from cypher.identifiers import known, normal
from loaders.dates import year_in
from loaders.markup import plain
from loaders.parts import Affiliation, Author, Dated, DateKind, Form
from loaders.places import NOWHERE, Place, Within, in_book, in_journal
from loaders.record import PaperKind, PaperRecord, Record
from loaders.relations import related
from loaders.sources.datacite.links import links, paid
from loaders.sources.datacite.parts import SOURCE_NAME
from loaders.sources.datacite.schema import Affiliation as Said
from loaders.sources.datacite.schema import Creator, Publisher, Rights, Types, Work, each

KINDS: dict[str, PaperKind] = {
    "JournalArticle": "article",
    "ConferencePaper": "article",
    "DataPaper": "article",
    "Preprint": "preprint",
    "Book": "book",
    "BookChapter": "chapter",
    "Dataset": "dataset",
    "Software": "software",
    "ComputationalNotebook": "software",
    "Dissertation": "thesis",
    "Report": "report",
    "Standard": "report",
    "PeerReview": "review",
    "Model": "model",
}
"""What each general type is here; any other is `other`, but for texts."""
TEXTS: dict[str, PaperKind] = {
    "article-journal": "article",
    "article": "article",
    "paper-conference": "article",
    "book": "book",
    "chapter": "chapter",
    "thesis": "thesis",
    "report": "report",
}
"""What a text is by the name that citation styles have for it: older deposits say no more than `Text`."""
DATES: dict[str, DateKind] = {
    "Issued": "published",
    "Available": "published",
    "Updated": "updated",
    "Withdrawn": "retracted",
}
DAY = re.compile(r"^(\d{4})(-\d{2}(-\d{2})?)?(?=$|T)")
UNKNOWN = re.compile(r"^\(:(unav|unkn|none|tba|null)\)|^:(unav|unkn)$", re.IGNORECASE)
"""What DataCite has written where nothing is known."""


def records(work: Work) -> Iterator[Record]:
    """Yield the journal and volume or book, who paid, and the work. Raises ValueError where it has no title."""
    title = next((plain(one.title) for one in each(work.titles) if one.title and not one.title_type), "")
    if not title or UNKNOWN.match(title):
        raise ValueError("it has no title.")
    kind = _kind(work.types)
    abstract = next((one.description for one in each(work.descriptions) if one.description_type == "Abstract"), None)
    place, funding, others = place_of(work), paid(work), related(links(work))
    yield from (*place.told, *funding.told)
    yield PaperRecord(
        source=SOURCE_NAME,
        key=normal(f"doi:{work.doi}").partition(":")[2],
        url=f"https://doi.org/{work.doi}",
        revised=work.updated,
        title=title,
        kind=kind,
        ids=(f"doi:{work.doi}",),
        same_work=others.same,
        abstract=plain(abstract) if abstract else None,
        language=work.language,
        dates=tuple(dict.fromkeys(_dated(work))),
        authors=tuple(filter(None, map(_author, each(work.creators)))) or None,
        appeared_in=place.use,
        pages=_pages(work),
        references=others.cited or None,
        funding=funding.funding or None,
        relations=others.relations,
        forms=(
            Form(
                url=work.url if work.url and work.url.startswith("http") else f"https://doi.org/{work.doi}",
                kind="preprint" if kind == "preprint" else "article",
                version=work.version or None,
            ),
        ),
        licence=_licence(each(work.rights_list)),
    )


def place_of(work: Work) -> Place:
    """Return the journal or book in which a work is, where it has a number of one."""
    held = work.container
    if held is None or not held.title or not held.identifier:
        return NOWHERE
    publisher = work.publisher.name if isinstance(work.publisher, Publisher) else work.publisher
    publisher = None if publisher is None or UNKNOWN.match(publisher) else publisher
    said = Within(
        source=SOURCE_NAME,
        name=plain(held.title),
        publisher=publisher,
        number=held.volume or None,
        issue=held.issue or None,
        pages=_pages(work),
        year=year_in(work.publication_year),
    )
    found = known(f"{(held.identifier_type or '').lower()}:{held.identifier}") or ""
    if found.startswith("isbn:"):
        return in_book(said, (found,))
    return in_journal(said, (found,)) if found.startswith("issn:") else NOWHERE


def _kind(types: Types) -> PaperKind:
    if types.resource_type_general == "Text":
        return TEXTS.get(types.citeproc or "", "other")
    return KINDS.get(types.resource_type_general or "", "other")


def _pages(work: Work) -> str | None:
    held = work.container
    return "-".join(filter(None, (held.first_page, held.last_page))) or None if held else None


def _dated(work: Work) -> Iterator[Dated]:
    """Yield the dates that are days, months or years, and the year of publication where no other is given."""
    told = False
    for one in each(work.dates):
        about = DATES.get(one.date_type or "")
        day = DAY.match(one.date or "")
        if about and day:
            told |= about == "published"
            yield Dated(value=day[0], kind=about)
    year = DAY.match(str(work.publication_year))
    if not told and year:
        yield Dated(value=year[0])


def _author(said: Creator) -> Author | None:
    given, family = plain(said.given_name or ""), plain(said.family_name or "")
    personal = said.name_type != "Organizational" and bool(family)
    name = " ".join(filter(None, (given, family))) if personal else plain(said.name or "")
    if not name or UNKNOWN.match(name):
        return None
    orcids = (
        known(f"orcid:{one.name_identifier}")
        for one in each(said.name_identifiers)
        if (one.name_identifier_scheme or "").upper() == "ORCID" and one.name_identifier
    )
    return Author(
        name=name,
        family=family if personal else name if said.name_type == "Organizational" else None,
        ids=tuple(dict.fromkeys(filter(None, orcids))),
        affiliations=tuple(filter(None, map(_affiliation, each(said.affiliation)))) or None,
    )


def _affiliation(said: str | Said) -> Affiliation | None:
    if isinstance(said, str):
        return Affiliation(text=plain(said)) if said.strip() else None
    ror = known(f"ror:{said.affiliation_identifier}") if said.affiliation_identifier_scheme == "ROR" else None
    return Affiliation(text=plain(said.name or ""), ror=ror) if said.name or ror else None


def _licence(said: Iterable[Rights]) -> str | None:
    """Return the first licence that is named by an address or an SPDX name; those for text mining are no licences."""
    named = (one.rights_uri or (one.rights_identifier or "").upper() for one in said)
    return next((one for one in named if one and "tdm" not in one.lower()), None)
