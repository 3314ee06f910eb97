"""How works stand to one another, in the words of Crossref and DataCite, whose vocabularies are nearly one.

Sources: https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships/ and the
relationType of https://schema.datacite.org
"""

from collections.abc import Iterable
from typing import NamedTuple

from loaders.records.parts import WorkRelation, WorkRelationKind

SAME_WORK = frozenset({"ispreprintof", "haspreprint", "ismanuscriptof", "hasmanuscript", "isidenticalto"})
"""Relations to another id of the same work."""
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
"""What each relation says: how this one stands to that, and whether it is the other way round."""
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
"""What a notice does to the work that it updates."""


class Link(NamedTuple):
    """A relation in its source's word, and the other work's id."""

    word: str
    target: str


class Related(NamedTuple):
    """Other works: further ids of this one, ids of what it cites, all else."""

    same: tuple[str, ...]
    cited: tuple[str, ...]
    relations: tuple[WorkRelation, ...]


def related(links: Iterable[Link]) -> Related:
    """Tell relations apart; those whose word says nothing here are left out."""
    same: dict[str, None] = {}
    cited: dict[str, None] = {}
    found: dict[WorkRelation, None] = {}
    for link in links:
        word = plain(link.word)
        if word in SAME_WORK:
            same[link.target] = None
        elif word in CITES:
            cited[link.target] = None
        elif word in RELATIONS:
            kind, inverse = RELATIONS[word]
            found[WorkRelation(kind=kind, target=link.target, inverse=inverse)] = None
    return Related(tuple(same), tuple(cited), tuple(found))


def update(word: str) -> WorkRelationKind | None:
    """Return what a notice of this word does to the work that it updates, None where it says nothing here."""
    return UPDATES.get(plain(word))


def plain(word: str) -> str:
    """Return a word without case and punctuation: `isPreprintOf` and `is-preprint-of` are one."""
    return "".join(filter(str.isalpha, word)).lower()
