"""One entry of arXiv's Atom feed: the paper that it speaks of, in one version.

That version's date is `updated`, the first version's is `published`. Atom names no licence, so none is given.

Source: https://info.arxiv.org/help/api/user-manual.html
"""

from cypher import identifiers as ids
from loaders.links import resources
from loaders.markup import Element, child_text, folded_text, refuse_entities
from loaders.parts import Affiliation, Author, Dated, Form, TopicUse
from loaders.record import PaperRecord
from loaders.source import RecordError
from loaders.sources.arxiv import categories
from loaders.sources.arxiv.feed import ATOM

ARXIV = "{http://arxiv.org/schemas/atom}"


def paper_of(entry: Element) -> PaperRecord:
    """Read a paper. Raises RecordError saying what it lacks, and IdentifierError where its id is another's."""
    refuse_entities(entry)
    named = child_text(entry, f"{ATOM}id")
    title = child_text(entry, f"{ATOM}title")
    published, updated = child_text(entry, f"{ATOM}published"), child_text(entry, f"{ATOM}updated")
    if not (named and title and published):
        raise RecordError("an entry needs an id, a title and the date of its first version.")
    identifier = ids.normal(f"arxiv:{named}")
    key = ids.split(identifier)[1]
    comment, abstract = child_text(entry, f"{ARXIV}comment"), child_text(entry, f"{ATOM}summary")
    authors = tuple(map(_author, entry.iterfind(f"{ATOM}author")))
    version = (ids.arxiv_version(named) or "").removeprefix("v") or None
    return PaperRecord(
        source="arxiv",
        key=key,
        url=f"https://arxiv.org/abs/{key}",
        revised=updated or published,
        title=title,
        kind="preprint",
        ids=(identifier, *(f"doi:{doi}" for doi in (child_text(entry, f"{ARXIV}doi") or "").split())),
        abstract=abstract,
        dates=_dates(published, updated),
        authors=authors or None,
        topics=_topics(entry),
        resources=resources(" ".join(filter(None, (abstract, comment)))),
        forms=_forms(key, version, published, updated),
        open_access=True,
        comment=comment,
        journal_ref=child_text(entry, f"{ARXIV}journal_ref"),
    )


def _author(author: Element) -> Author:
    places = tuple(
        Affiliation(text=text) for one in author.iterfind(f"{ARXIV}affiliation") if (text := folded_text(one))
    )
    return Author(name=child_text(author, f"{ATOM}name") or "", affiliations=places or None)


def _dates(published: str, updated: str | None) -> tuple[Dated, ...]:
    """Give the first version's date, and this version's where it is a later one."""
    first = Dated(value=published)
    return (first,) if updated in (None, published) else (first, Dated(value=updated, kind="updated"))


def _topics(entry: Element) -> tuple[TopicUse, ...]:
    """Name the categories in arXiv's order, the primary one first; ACM and MSC classes among them are passed over."""
    terms = [term for one in entry.iterfind(f"{ATOM}category") if categories.is_category(term := one.get("term", ""))]
    first = entry.find(f"{ARXIV}primary_category")
    primary = first.get("term", "") if first is not None else ""
    return tuple(
        TopicUse(scheme="arxiv", code=term, primary=term == primary)
        for term in dict.fromkeys([primary, *terms] if primary else terms)
    )


def _forms(key: str, version: str | None, published: str, updated: str | None) -> tuple[Form, ...]:
    """Name the version that the entry speaks of, and the first, whose date it gives."""
    if version is None:
        return ()
    dated = {"1": published, version: updated or published}
    return tuple(
        Form(url=f"https://arxiv.org/abs/{key}v{one}", kind="preprint", version=one, date=date)
        for one, date in dated.items()
    )
