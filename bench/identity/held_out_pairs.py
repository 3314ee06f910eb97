"""Pairs of people that the rules keep separate, with the truth from IDs that were hidden.

The person IDs of half of the papers are hidden, as in a source without IDs, and those of a fifth of the people in all
papers. The rules then cluster the mentions as in a load. Each person without an ID forms a pair with each person who
has an ID and the same or a compatible name. The true ID of a person is the hidden ID of most of the person's mentions.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from loaders.curation.match_model import Appearance, pair_features
from loaders.formats import archive
from loaders.records.dates import year
from loaders.records.errors import InvalidRecordError, RejectedItem
from loaders.records.match_features import RecordRef
from loaders.records.normalize import normalize_record
from loaders.records.parts import Author
from loaders.records.record import PaperRecord, Record, VolumeRecord
from loaders.records.serialization import StoredRecord
from loaders.resolution.mentions import with_evidence
from loaders.resolution.people import Person, cluster_people
from loaders.sources.base import Source
from normalization.text import are_compatible_names, family_key

UNKNOWN_SHARE = 0.2
"""Share of people with a hidden ID in all papers."""
HALVES = 12
"""Number of random halves of the papers."""
MAX_PAIRS = 30
"""Maximum number of pairs per person without an ID, so that very common names do not dominate."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people: a person without an ID, and a candidate.

    Attributes:
        features: features of the pair by name.
        is_match: True if both are the same person.
        is_reviewed: True if the review queue asks about the pair.
        family: blocking key of the family name.
        person: the person without an ID; at most one pair per such person is a match.
    """

    features: Mapping[str, float]
    is_match: bool
    is_reviewed: bool
    family: str
    person: str


def unit_hash(text: str) -> float:
    """Return a number from 0 to 1 that depends only on the text; it divides papers and people reproducibly."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) / 2**32


def held_out_pairs(
    source: Source, path: Path, scheme: str, name_form: Callable[[PaperRecord], PaperRecord]
) -> Iterator[Pair]:
    """Yield the pairs of a source.

    First all pairs of one half of the papers; then, of further halves, only those that the review queue asks about,
    because they are few. Their people have names that several people share. Further halves are drawn only for names in
    full.

    Args:
        source: the source.
        path: its files.
        scheme: scheme of the person IDs.
        name_form: rewrites the author names of a paper: `in_full` or `shortened`.

    Raises:
        ArchiveError, SourceError: a file cannot be read.
    """
    records = [name_form(record) if isinstance(record, PaperRecord) else record for record in _records(source, path)]
    mentions = list(_mentions(records, source, scheme))
    ids_of_name: dict[str, set[str]] = defaultdict(set)
    for known in mentions:
        if known.true_id:
            ids_of_name[known.appearance.mention.folded_name].add(known.true_id)
    shared = {family_key(name) for name, ids in ids_of_name.items() if len(ids) > 1}
    yield from _pairs(_hide_ids(mentions, scheme, 0), 0)
    mentions = [known for known in mentions if family_key(known.appearance.mention.folded_name) in shared]
    for half in range(1, HALVES if name_form is in_full else 1):
        yield from (pair for pair in _pairs(_hide_ids(mentions, scheme, half), half) if pair.is_reviewed)


def in_full(record: PaperRecord) -> PaperRecord:
    """Return the record unchanged."""
    return record


def shortened(record: PaperRecord) -> PaperRecord:
    """Return the record with initials instead of given names, as many sources write them: "M. K. Shoeybi"."""
    authors = record.authors and tuple(
        structs.replace(author, name=_initials(author), variants=()) for author in record.authors
    )
    return structs.replace(record, authors=authors)


def _initials(author: Author) -> str:
    given_names, family = author.name.split()[:-1], author.name.split()[-1:]
    if author.family and author.name.endswith(author.family):
        given_names, family = author.name.removesuffix(author.family).split(), [author.family]
    return " ".join([*(f"{name[0]}." for name in given_names), *family])


class KnownMention(NamedTuple):
    """A mention of a person, and the person's true ID."""

    appearance: Appearance
    true_id: str | None


def _mentions(records: Sequence[Record], source: Source, scheme: str) -> Iterator[KnownMention]:
    venues_of_volume = {
        f"{record.source}:{record.key}": record.venues for record in records if isinstance(record, VolumeRecord)
    }
    for record in records:
        if not isinstance(record, PaperRecord):
            continue
        ref = RecordRef(record.source, record.key, source.name)
        first_year = min((year(date.value) for date in record.dates), default=None)
        volume = record.appeared_in.volume if record.appeared_in else ""
        venues = frozenset(venues_of_volume.get(volume, ()))
        mentions = with_evidence(StoredRecord(ref, record), ref.key)
        for mention, author in zip(mentions, record.authors or (), strict=True):
            coauthor_names = frozenset(
                other.folded_name for other in mentions if other is not mention and mention.coauthor_keys
            )
            true_id = next((id_ for id_ in author.ids if id_.startswith(f"{scheme}:")), None)
            yield KnownMention(Appearance(mention, coauthor_names, first_year, record.title, venues), true_id)


def _hide_ids(mentions: Iterable[KnownMention], scheme: str, half: int) -> list[KnownMention]:
    """Return the mentions; those of half of the papers, and of a fifth of the people, have no IDs of the scheme."""
    result: list[KnownMention] = []
    for known in mentions:
        mention = known.appearance.mention
        in_half = unit_hash(f"{half} {mention.ref.key}") < 0.5
        if in_half or (known.true_id and unit_hash(f"{half} {known.true_id}") < UNKNOWN_SHARE):
            mention = replace(mention, ids=tuple(id_ for id_ in mention.ids if not id_.startswith(f"{scheme}:")))
        result.append(KnownMention(known.appearance._replace(mention=mention), known.true_id))
    return result


def _records(source: Source, path: Path) -> Sequence[Record]:
    latest: dict[tuple[type, str], Record] = {}
    with archive.open_files([path], source.accepts) as files:
        read = source.start(files)
        for file in files:
            for item in read(file):
                if isinstance(item, RejectedItem) or not isinstance(item, PaperRecord | VolumeRecord):
                    continue
                try:
                    record = normalize_record(item)
                except InvalidRecordError:
                    continue
                latest[type(record), record.key] = record
    return list(latest.values())


def _pairs(mentions: Sequence[KnownMention], half: int) -> Iterator[Pair]:
    appearances = {known.appearance.mention.mention_key: known.appearance for known in mentions}
    truth = {known.appearance.mention.mention_key: known.true_id for known in mentions if known.true_id}
    people = cluster_people(known.appearance.mention for known in mentions)
    people_of_family: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        if person.ids:
            for family in {family_key(mention.folded_name) for mention in person.mentions}:
                people_of_family[family].append(person)
    for person in people:
        true_ids = Counter(truth[mention.mention_key] for mention in person.mentions if mention.mention_key in truth)
        if person.ids or not true_ids:
            continue
        true_id, _ = min(true_ids.items(), key=lambda pair: (-pair[1], pair[0]))
        names = {mention.folded_name for mention in person.mentions}
        candidates = [
            (candidate, candidate_names)
            for candidate in people_of_family[family_key(min(names))]
            if (candidate_names := {mention.folded_name for mention in candidate.mentions})
            and any(a == b or are_compatible_names(a, b) for a in names for b in candidate_names)
        ]
        namesakes = sum(bool(names & candidate_names) for _, candidate_names in candidates)
        position = f"{person.mentions[0].ref.key} {person.mentions[0].position}"
        sample = sorted(candidates, key=lambda pair: unit_hash(f"{position} {min(pair[0].ids)}"))[:MAX_PAIRS]
        own = [appearances[mention.mention_key] for mention in person.mentions]
        for candidate, candidate_names in sample:
            others = [appearances[mention.mention_key] for mention in candidate.mentions]
            features = pair_features(own, others, max(1, namesakes))
            if features is not None:
                is_reviewed = person.ambiguous and bool(names & candidate_names)
                is_match = true_id in candidate.ids
                yield Pair(features, is_match, is_reviewed, family_key(min(names)), f"{half} {position}")
