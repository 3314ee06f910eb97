"""The people whom a record names, as mentions: what the rules for people look at.

A mention is closed where its source tells all its people apart and its one id says who it is; the others are open: a
rule of names may still join them to somebody.
"""

from typing import NamedTuple

from cypher.folding import fold
from cypher.identifiers import split
from loaders.matching.evidence import Mention
from loaders.records.limits import place_key
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PaperRecord, PersonRecord, Record, VolumeRecord
from loaders.records.statement import Held

CLOSED = frozenset({"acl-person"})
"""Schemes of sources that give every person whom they name an id."""
WIDEST = 100
"""A by-line that is longer gives no co-author as evidence: to stand in it together says little."""


class Named(NamedTuple):
    """One name in a record: the role, the place from 1, and what is said there."""

    role: str
    position: int
    author: Author


def named(record: Record) -> list[Named]:
    """Return the people whom a record names, in order."""
    match record:
        case PaperRecord():
            return [Named("author", place, author) for place, author in enumerate(record.authors or (), 1)]
        case VolumeRecord():
            return [Named("editor", place, author) for place, author in enumerate(record.editors, 1)]
        case PersonRecord():
            return [
                Named("person", place, Author(name=name, ids=record.ids, affiliations=record.affiliations))
                for place, name in enumerate(record.names, 1)
            ]
        case _:
            return []


def token(affiliation: Affiliation) -> str:
    """Return what two mentions of one place have in common: the ROR id, or the folded text; empty where it has none."""
    return affiliation.ror or place_key(affiliation.text)


def mentions_of(held: Held, work: str | None) -> list[Mention]:
    """Return the mentions of a record that describes `work`, without what only the rules of names look at."""
    return [
        Mention(held.ref, one.role, one.position, fold(one.author.name), one.author.ids, work=work)
        for one in named(held.record)
    ]


def with_evidence(held: Held, work: str | None) -> list[Mention]:
    """Return the mentions of a record with the names beside them and the places that they wrote from."""
    people = named(held.record)
    found: list[Mention] = []
    for one, mention in zip(people, bare := mentions_of(held, work), strict=True):
        alone = one.role == "person" or len(people) > WIDEST
        others = () if alone else (other.folded for other in bare if other is not mention)
        places = filter(None, map(token, one.author.affiliations or ()))
        found.append(mention._replace(others=frozenset(others), places=frozenset(places)))
    return found


def is_open(mention: Mention) -> bool:
    """Tell whether a rule of names may still join the mention to somebody."""
    return len(mention.ids) != 1 or split(mention.ids[0])[0] not in CLOSED
