"""A paper of arXiv's, put together alike whichever form of arXiv's metadata tells of it."""

from dataclasses import dataclass

from cypher import identifiers as ids
from loaders.records.addresses import address
from loaders.records.parts import Author, Dated, Form, TopicUse
from loaders.records.record import PaperRecord
from loaders.refused import RecordError
from loaders.sources.arxiv import categories
from loaders.works.links import resources


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version with its number, where that is told, and its date."""

    number: str | None
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a form of arXiv's metadata says. `versions` are those that it dates, oldest first.

    `named` is an id or address of arXiv's; `revised` is when arXiv last touched what it says, unless told the date of
    the newest version.
    """

    named: str | None
    title: str | None
    versions: tuple[Version, ...]
    categories: tuple[str, ...] = ()
    primary: str | None = None
    authors: tuple[Author, ...] | None = None
    abstract: str | None = None
    comment: str | None = None
    journal_ref: str | None = None
    dois: tuple[str, ...] = ()
    licence: str | None = None
    revised: str | None = None


def paper(told: Told) -> PaperRecord:
    """Return the record. Raises RecordError saying what is lacking, and IdentifierError where the id is another's."""
    if not (told.named and told.title and told.versions):
        raise RecordError("an entry needs an id, a title and the date of its first version.")
    identifier = ids.normal(f"arxiv:{told.named}")
    key = ids.split(identifier)[1]
    first, last = told.versions[0], told.versions[-1]
    return PaperRecord(
        source="arxiv",
        key=key,
        url=f"https://arxiv.org/abs/{key}",
        revised=told.revised or last.date,
        title=told.title,
        kind="preprint",
        ids=(identifier, *(f"doi:{doi}" for doi in told.dois)),
        abstract=told.abstract,
        dates=(
            Dated(value=first.date),
            *((Dated(value=last.date, kind="updated"),) if last.date != first.date else ()),
        ),
        authors=told.authors or None,
        topics=_topics(told),
        resources=resources(" ".join(filter(None, (told.abstract, told.comment)))),
        forms=tuple(
            Form(url=f"https://arxiv.org/abs/{key}v{one.number}", kind="preprint", version=one.number, date=one.date)
            for one in told.versions
            if one.number
        ),
        open_access=True,
        licence=address(told.licence),
        comment=told.comment,
        journal_ref=told.journal_ref,
    )


def _topics(told: Told) -> tuple[TopicUse, ...]:
    """Name the categories in arXiv's order, the primary one first; ACM and MSC classes among them are passed over."""
    terms = [term for term in told.categories if categories.is_category(term)]
    primary = told.primary
    return tuple(
        TopicUse(scheme="arxiv", code=term, primary=term == primary)
        for term in dict.fromkeys([primary, *terms] if primary else terms)
    )
