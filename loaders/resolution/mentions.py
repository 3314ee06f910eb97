"""Extract the person mentions of a record, which the rules for people compare, and find those that a batch affects.

A mention is closed if its source gives every person an ID and the mention has exactly one ID. All other mentions are
open: a name rule may still join them to a person.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from loaders.records.grouping import group_by_key
from loaders.records.limits import place_key
from loaders.records.match_features import RecordRef
from loaders.records.parts import Affiliation, Author, VolumeUse
from loaders.records.record import PROFILE, PaperRecord, PersonRecord, Record, VolumeRecord
from loaders.records.serialization import StoredRecord
from loaders.resolution.disjoint_set import ConstrainedDisjointSet
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.name_frequency import MIN_NAME_LETTERS
from loaders.resolution.person_name_keys import (
    MAX_NAMES_PER_KEY,
    blocking_key,
    is_rare,
    is_rare_in_venue,
    parse_name,
)
from normalization.identifiers import split_id
from normalization.text import family_key, fold

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
    """Return the mentions of a record that describes `work`, without co-authors and institutions."""
    venues = _venue_ids(stored.record)
    mentions: list[Mention] = []
    for contributor in named_people(stored.record):
        folded = stored.ref.key if stored.record.source == PROFILE else fold(contributor.author.name)
        mentions.append(
            Mention(
                stored.ref,
                contributor.role,
                contributor.position,
                folded,
                contributor.author.ids,
                work=work,
                venue_ids=venues if venues and is_rare_in_venue(folded) else (),
            )
        )
    return mentions


def _venue_ids(record: Record) -> tuple[str, ...]:
    match record:
        case PaperRecord(appeared_in=VolumeUse(venues=venues)) | VolumeRecord(venues=venues):
            return venues
        case _:
            return ()


def with_evidence(stored: StoredRecord, work: str | None) -> list[Mention]:
    """Return the mentions of a record with co-authors and institutions as evidence."""
    people = named_people(stored.record)
    mentions: list[Mention] = []
    for contributor, mention in zip(people, bare := mentions_of(stored, work), strict=True):
        isolated = contributor.role == "person" or len(people) > MAX_EVIDENCE_AUTHORS
        others = () if isolated else (other_mention.name_key for other_mention in bare if other_mention is not mention)
        places = filter(None, map(institution_token, contributor.author.affiliations or ()))
        mentions.append(replace(mention, coauthor_keys=tuple(others), institution_keys=tuple(places)))
    return mentions


def can_match_by_name(mention: Mention) -> bool:
    """Return True if a name rule may still join the mention to a person."""
    return len(mention.ids) != 1 or split_id(mention.ids[0])[0] not in CLOSED_SCHEMES


def affected_mentions(
    mentions: Iterable[Mention], earlier: Iterable[Mention], changed: Collection[Hashable]
) -> list[Mention]:
    """Return those of `mentions` that interact with a changed one, directly or over others, in their order.

    Args:
        mentions: a closed set: everything that any of the mentions could match, after the batch.
        earlier: the stored form of the mentions that the batch replaces or removes.
        changed: records whose mentions the batch writes, replaces or removes.
    """
    replaced = set(earlier)
    every = [*mentions, *replaced]
    blocks = group_by_key((mention.name_key, mention) for mention in every)
    ties_of = _ties(every)
    holders = group_by_key((tie, mention) for mention, ties in ties_of.items() for tie in ties)
    tokens_seen: dict[str, set[str]] = defaultdict(set)
    frontier = [mention for mention in every if mention.ref in changed]
    reached = set(frontier)
    while frontier:
        neighbors = [neighbor for mention in frontier for tie in ties_of[mention] for neighbor in holders.pop(tie, ())]
        for key, members in group_by_key((mention.name_key, mention) for mention in frontier).items():
            tokens = {token for mention in members for token in mention.evidence_tokens} - tokens_seen[key]
            tokens_seen[key] |= tokens
            blocks[key] = unreached = [mention for mention in blocks[key] if mention not in reached]
            neighbors += [mention for mention in unreached if not tokens.isdisjoint(mention.evidence_tokens)]
        frontier = [mention for mention in dict.fromkeys(neighbors) if mention not in reached]
        reached.update(frontier)
    return [mention for mention in every if mention in reached and mention not in replaced]


def _ties(mentions: Sequence[Mention]) -> dict[Mention, list[Hashable]]:
    """Return the keys by which each mention may interact with others, apart from its evidence tokens."""
    variant_of = _rare_variants({mention.folded_name for mention in mentions})
    record_of_work: dict[str, RecordRef] = {}
    shared_works = {
        mention.work
        for mention in mentions
        if mention.work and record_of_work.setdefault(mention.work, mention.ref) != mention.ref
    }
    ties_of: dict[Mention, list[Hashable]] = {}
    for mention in mentions:
        ties: list[Hashable] = [*mention.ids]
        if mention.person:
            ties.append(mention.person)
        if mention.work in shared_works:
            ties.append((mention.work, mention.role, family_key(mention.folded_name)))
        if mention.may_be_repeated:
            ties.append((mention.ref, mention.role, mention.folded_name))
        if mention.folded_name in variant_of:
            ties.append(("rare", mention.name_key, variant_of[mention.folded_name]))
        ties_of[mention] = ties
    return ties_of


def _rare_variants(names: Iterable[str]) -> dict[str, str]:
    """Map each rare name and its possible spelling variants to one representative."""
    representatives: dict[str, str] = {}
    for block in group_by_key((blocking_key(name), name) for name in sorted(names)).values():
        if not any(map(is_rare, block)):
            continue
        if len(block) > MAX_NAMES_PER_KEY:  # one name more or less may change all variants
            representatives.update(dict.fromkeys(block, block[0]))
            continue
        components = ConstrainedDisjointSet(block)
        for similar in group_by_key((part, name) for name in block for part in _variant_tokens(name)).values():
            for name in similar[1:]:
                components.union(similar[0], name)
        for component in components.components():
            if any(map(is_rare, component)):
                representatives.update(dict.fromkeys(component, min(component)))
    return representatives


def _variant_tokens(name: str) -> Iterator[Hashable]:
    """Yield given names in full, and all given names joined; two spelling variants share one of these tokens."""
    given_names = parse_name(name).given_names
    yield "".join(given_names)
    for given_name in given_names:
        if len(given_name) >= MIN_NAME_LETTERS:
            yield "full", given_name
