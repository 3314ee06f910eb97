"""One entry of arXiv's Atom feed: the paper that it speaks of, in one version.

That version's date is `updated`, the first version's is `published`. Atom names no licence, so none is given.

Source: https://info.arxiv.org/help/api/user-manual.html
"""

from cypher import identifiers as ids
from loaders.files.markup import Element, child_text, folded_text
from loaders.records.parts import Affiliation, Author
from loaders.sources.arxiv.feed import ATOM
from loaders.sources.arxiv.paper import Told, Version

ARXIV = "{http://arxiv.org/schemas/atom}"


def told(entry: Element) -> Told:
    """Return what an entry says."""
    named = child_text(entry, f"{ATOM}id")
    first = entry.find(f"{ARXIV}primary_category")
    published = child_text(entry, f"{ATOM}published")
    return Told(
        named=named,
        title=child_text(entry, f"{ATOM}title"),
        versions=_versions(named or "", published, child_text(entry, f"{ATOM}updated")) if published else (),
        categories=tuple(one.get("term", "") for one in entry.iterfind(f"{ATOM}category")),
        primary=first.get("term") if first is not None else None,
        authors=tuple(map(_author, entry.iterfind(f"{ATOM}author"))),
        abstract=child_text(entry, f"{ATOM}summary"),
        comment=child_text(entry, f"{ARXIV}comment"),
        journal_ref=child_text(entry, f"{ARXIV}journal_ref"),
        dois=tuple((child_text(entry, f"{ARXIV}doi") or "").split()),
    )


def _versions(named: str, published: str, updated: str | None) -> tuple[Version, ...]:
    """Name the first version and the one that the entry speaks of; where it tells no number, the dates alone."""
    number = (ids.arxiv_version(named) or "").removeprefix("v") or None
    first = Version(number="1" if number else None, date=published)
    last = Version(number=number if number != "1" else None, date=updated or published)
    return (first,) if last == Version(number=None, date=published) else (first, last)


def _author(author: Element) -> Author:
    places = tuple(
        Affiliation(text=text) for one in author.iterfind(f"{ARXIV}affiliation") if (text := folded_text(one))
    )
    return Author(name=child_text(author, f"{ATOM}name") or "", affiliations=places or None)
