"""Extract the person mentions of a record, which the rules for people compare.

A mention is closed if its source gives every person an ID and the mention has exactly one ID. All other mentions are
open: a name rule may still join them to a person.
"""

from typing import NamedTuple

from loaders.records.limits import place_key
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PROFILE, PaperRecord, PersonRecord, Record, VolumeRecord
from loaders.records.serialization import StoredRecord
from loaders.resolution.mention_evidence import Mention
from normalization.identifiers import split
from normalization.text import fold

CLOSED_SCHEMES = frozenset({"acl-person", PROFILE})
"""Schemes of sources that give every person an ID."""
MAX_EVIDENCE_AUTHORS = 100
"""Maximum length of a byline that yields co-authors as evidence; in a longer one, co-authorship means little."""


class NamedPerson(NamedTuple):
    """A person named in a record: the role, the position (from 1), and the author entry."""

    role: str
    position: int
    author: Author


def named_people(record: Record) -> list[NamedPerson]:
    """Return the people that a record names, in order."""
    match record:
        case PaperRecord():
            return [NamedPerson("author", position, author) for position, author in enumerate(record.authors or (), 1)]
        case VolumeRecord():
            return [NamedPerson("editor", position, author) for position, author in enumerate(record.editors, 1)]
        case PersonRecord():
            return [
                NamedPerson("person", position, Author(name=name, ids=record.ids, affiliations=record.affiliations))
                for position, name in enumerate(record.names, 1)
            ]
        case _:
            return []


def institution_token(affiliation: Affiliation) -> str:
    """Return the token that two mentions of one institution share: the ROR ID, else the folded text, or "" without
    either.
    """
    return affiliation.ror or place_key(affiliation.text)


def mentions_of(stored: StoredRecord, work: str | None) -> list[Mention]:
    """Return the mentions of a record that describes `work`, without the evidence that only name rules use."""
    return [
        Mention(
            stored.ref,
            contributor.role,
            contributor.position,
            stored.ref.key if stored.record.source == PROFILE else fold(contributor.author.name),
            contributor.author.ids,
            work=work,
        )
        for contributor in named_people(stored.record)
    ]


def with_evidence(stored: StoredRecord, work: str | None) -> list[Mention]:
    """Return the mentions of a record with the names of co-authors and the institutions as evidence."""
    people = named_people(stored.record)
    mentions: list[Mention] = []
    for contributor, mention in zip(people, bare := mentions_of(stored, work), strict=True):
        isolated = contributor.role == "person" or len(people) > MAX_EVIDENCE_AUTHORS
        others = () if isolated else (other_mention.folded for other_mention in bare if other_mention is not mention)
        places = filter(None, map(institution_token, contributor.author.affiliations or ()))
        mentions.append(mention._replace(others=frozenset(others), places=frozenset(places)))
    return mentions


def can_match_by_name(mention: Mention) -> bool:
    """Return True if a name rule may still join the mention to a person."""
    return len(mention.ids) != 1 or split(mention.ids[0])[0] not in CLOSED_SCHEMES
