"""Relations between works in the vocabularies of Crossref and DataCite, which are nearly the same.

Sources: https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships/ and the
relationType of https://schema.datacite.org
"""

from collections.abc import Iterable
from typing import NamedTuple

from loaders.records.parts import WorkRelation, WorkRelationKind

SAME_WORK = frozenset({"ispreprintof", "haspreprint", "ismanuscriptof", "hasmanuscript", "isidenticalto"})
"""Relations to another ID of the same work."""
CITES = frozenset({"references", "cites"})
RELATIONS: dict[str, tuple[WorkRelationKind, bool]] = {
    "describes": ("documents", False),
    "documents": ("documents", False),
    "hascomment": ("comments_on", True),
    "hasderivation": ("derived_from", True),
    "hasdocumentation": ("documents", True),
    "hasformat": ("version_of", True),
    "haspart": ("part_of", True),
    "hasreply": ("replies_to", True),
    "hasreview": ("reviews", True),
    "hastranslation": ("translates", True),
    "hasversion": ("version_of", True),
    "isbasedon": ("derived_from", False),
    "isbasisfor": ("derived_from", True),
    "iscommenton": ("comments_on", False),
    "isdatabasisfor": ("derived_from", True),
    "isderivedfrom": ("derived_from", False),
    "isdescribedby": ("documents", True),
    "isdocumentationfor": ("documents", False),
    "isdocumentedby": ("documents", True),
    "isformatof": ("version_of", False),
    "isnewversionof": ("replaces", False),
    "isobsoletedby": ("replaces", True),
    "isoriginalformof": ("version_of", True),
    "ispartof": ("part_of", False),
    "ispreviousversionof": ("replaces", True),
    "isreplacedby": ("replaces", True),
    "isreplyto": ("replies_to", False),
    "isrequiredby": ("requires", True),
    "isreviewedby": ("reviews", True),
    "isreviewof": ("reviews", False),
    "issourceof": ("derived_from", True),
    "issupplementedby": ("supplements", True),
    "issupplementto": ("supplements", False),
    "istranslationof": ("translates", False),
    "isvariantformof": ("version_of", False),
    "isversionof": ("version_of", False),
    "obsoletes": ("replaces", False),
    "replaces": ("replaces", False),
    "requires": ("requires", False),
    "reviews": ("reviews", False),
}
"""Normalized term -> relation of this work to the other, and whether it is inverse."""
UPDATES: dict[str, WorkRelationKind] = {
    "addendum": "supplements",
    "clarification": "comments_on",
    "correction": "corrects",
    "corrigendum": "corrects",
    "erratum": "corrects",
    "expressionofconcern": "comments_on",
    "newedition": "replaces",
    "newversion": "replaces",
    "partialretraction": "corrects",
    "removal": "retracts",
    "retraction": "retracts",
    "withdrawal": "retracts",
}
"""Normalized type of a notice -> its relation to the work that it updates."""


class Link(NamedTuple):
    """A relation in the source's term, and the other work's ID."""

    word: str
    target: str


class Related(NamedTuple):
    """Related works: further IDs of this work, IDs of cited works, and all other relations."""

    same: tuple[str, ...]
    cited: tuple[str, ...]
    relations: tuple[WorkRelation, ...]


def related(links: Iterable[Link]) -> Related:
    """Classify relations; those with unknown terms are omitted."""
    same: dict[str, None] = {}
    cited: dict[str, None] = {}
    relations: dict[WorkRelation, None] = {}
    for link in links:
        term = normalize_term(link.word)
        if term in SAME_WORK:
            same[link.target] = None
        elif term in CITES:
            cited[link.target] = None
        elif term in RELATIONS:
            kind, inverse = RELATIONS[term]
            relations[WorkRelation(kind=kind, target=link.target, inverse=inverse)] = None
    return Related(tuple(same), tuple(cited), tuple(relations))


def update(word: str) -> WorkRelationKind | None:
    """Return the relation of a notice to the work that it updates, or None for an unknown type."""
    return UPDATES.get(normalize_term(word))


def normalize_term(word: str) -> str:
    """Return a term without case and punctuation: `isPreprintOf` and `is-preprint-of` are equal."""
    return "".join(filter(str.isalpha, word)).lower()
