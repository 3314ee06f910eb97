"""Researchers: bylines with hidden person IDs, clustered by the rules, compared with the IDs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from msgspec import structs

from bench.identity.pairs import Score, score
from bench.identity.reading import papers
from loaders.records.match_features import RecordRef
from loaders.records.parts import Author
from loaders.records.record import PaperRecord
from loaders.records.serialization import StoredRecord
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.mentions import with_evidence
from loaders.resolution.people import cluster_people
from loaders.sources.base import Source

MentionKey: TypeAlias = tuple[RecordRef, str, int]


@dataclass(slots=True)
class Outcome:
    """The figures, and the found and the true person of each author position."""

    score: Score
    truth: dict[MentionKey, str]
    found: dict[MentionKey, int]
    names: dict[MentionKey, str]


def measure(source: Source, path: Path, scheme: str) -> Outcome:
    """Hide the IDs of one scheme in a source's bylines, resolve the people, and compare.

    Compared are the places that have such an id; the others are there too, as evidence and as chances of a mistake.
    Raises ArchiveError and SourceError where the source cannot be read.
    """
    truth: dict[MentionKey, str] = {}
    mentions: list[Mention] = []
    for held in papers(source, path):
        authors = held.record.authors if isinstance(held.record, PaperRecord) else ()
        bare = structs.replace(held.record, authors=tuple(hidden(one, scheme) for one in authors or ()))
        mine = with_evidence(StoredRecord(held.ref, bare), held.ref.key)
        mentions += mine
        for mention, author in zip(mine, authors or (), strict=True):
            known = [one for one in author.ids if one.startswith(f"{scheme}:")]
            if known:
                truth[mention.mention_key] = known[0]
    found = {
        one.mention_key: number for number, person in enumerate(cluster_people(mentions)) for one in person.mentions
    }
    names = {mention.mention_key: mention.folded_name for mention in mentions}
    return Outcome(score(truth, found), truth, found, names)


def hidden(author: Author, scheme: str) -> Author:
    """Return an author without the ids of a scheme."""
    return structs.replace(author, ids=tuple(one for one in author.ids if not one.startswith(f"{scheme}:")))


def examples(outcome: Outcome, most: int = 5) -> tuple[list[str], list[str]]:
    """Return examples of people whom the rules split and of people whom they merged: IDs and names as written."""
    apart = _mixed(outcome.truth, outcome.found)
    joined = _mixed(outcome.found, outcome.truth)
    return [_told(outcome, places) for places in apart[:most]], [_told(outcome, places) for places in joined[:most]]


def _mixed(groups: Mapping[MentionKey, object], others: Mapping[MentionKey, object]) -> list[list[MentionKey]]:
    """Return the clusters that the other clustering divides, the largest first."""
    members: dict[object, list[MentionKey]] = {}
    for place in _known(groups, others):
        members.setdefault(groups[place], []).append(place)
    mixed = [places for places in members.values() if len({others[place] for place in places}) > 1]
    return sorted(mixed, key=lambda places: (-len(places), places[0]))


def _known(groups: Mapping[MentionKey, object], others: Mapping[MentionKey, object]) -> Iterable[MentionKey]:
    return (place for place in groups if place in others)


def _told(outcome: Outcome, places: list[MentionKey]) -> str:
    ids = sorted({outcome.truth[place] for place in places})
    names = sorted({outcome.names[place] for place in places})
    groups = len({outcome.found[place] for place in places})
    return f"{', '.join(ids[:3])} as {', '.join(names[:3])}: {len(places)} places in {groups} groups"
