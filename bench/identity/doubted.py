"""Pairs of people that the rules keep apart, with their ground truth: half of the papers have hidden IDs.

In the papers whose key's hash says so all person ids are hidden, as in a source that knows none; of a fifth of the
people the id is hidden everywhere, as of those who have none. The rules then group the by-lines as in a load; whoever
is left without an id is set beside each person who has one and bears the name, or a name that fits. What is true is the
hidden id of most of the places.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from normalization.text import compatible, family_key

UNKNOWN = 0.2
"""Share of people with a hidden ID in all papers."""
HALVES = 12
"""Number of random halves of the papers."""
MOST = 30
"""Maximum number of pairs per person without an ID, so that very common names do not dominate."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Features of two people, whether they are the same person, whether the review queue has them, and their IDs."""

    figures: Mapping[str, float]
    one: bool
    asked: bool
    family: str
    question: str
    """The person without an ID; at most one pair per such person is a true match."""


def chance(text: str) -> float:
    """Return a number from 0 to 1 that depends only on the text; it divides papers and people reproducibly."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) / 2**32


def pairs(source: Source, path: Path, scheme: str, written: Callable[[PaperRecord], PaperRecord]) -> Iterator[Pair]:
    """Yield the pairs of a source. Raises ArchiveError or SourceError if it cannot be read.

    All of them once; then, with other halves hidden, those alone that `review` asks about, for they are few. These bear
    a name that is several people's. `written` says how by-lines are written: as they are (`in_full`), or `shortened`;
    other halves are drawn only of the former.
    """
    whole = [written(one) if isinstance(one, PaperRecord) else one for one in _records(source, path)]
    places = list(_places(whole, source, scheme))
    sharing: dict[str, set[str]] = defaultdict(set)
    for one in places:
        if one.true:
            sharing[one.seen.mention.folded].add(one.true)
    several = {family_key(name) for name, ids in sharing.items() if len(ids) > 1}
    yield from _paired(_halved(places, scheme, 0), 0)
    places = [one for one in places if family_key(one.seen.mention.folded) in several]
    for half in range(1, HALVES if written is in_full else 1):
        yield from (one for one in _paired(_halved(places, scheme, half), half) if one.asked)


def in_full(record: PaperRecord) -> PaperRecord:
    """Return the record unchanged."""
    return record


def shortened(record: PaperRecord) -> PaperRecord:
    """Return the record with initials instead of given names, as many sources write them: "M. K. Shoeybi"."""
    authors = record.authors and tuple(structs.replace(one, name=_initials(one), variants=()) for one in record.authors)
    return structs.replace(record, authors=authors)


def _initials(author: Author) -> str:
    given, family = author.name.split()[:-1], author.name.split()[-1:]
    if author.family and author.name.endswith(author.family):
        given, family = author.name.removesuffix(author.family).split(), [author.family]
    return " ".join([*(f"{one[0]}." for one in given), *family])


class Placed(NamedTuple):
    """An author position and its true ID."""

    seen: Appearance
    true: str | None


def _places(records: Sequence[Record], source: Source, scheme: str) -> Iterator[Placed]:
    venues = {f"{one.source}:{one.key}": one.venues for one in records if isinstance(one, VolumeRecord)}
    for record in records:
        if not isinstance(record, PaperRecord):
            continue
        ref = RecordRef(record.source, record.key, source.name)
        said = min((year(one.value) for one in record.dates), default=None)
        at = frozenset(venues.get(record.appeared_in.volume if record.appeared_in else "", ()))
        for mention, author in zip(
            with_evidence(StoredRecord(ref, record), ref.key), record.authors or (), strict=True
        ):
            true = next((one for one in author.ids if one.startswith(f"{scheme}:")), None)
            yield Placed(Appearance(mention, said, record.title, at), true)


def _halved(places: Iterable[Placed], scheme: str, half: int) -> list[Placed]:
    """Return the author positions; those of half of the papers have no IDs of the scheme."""
    found: list[Placed] = []
    for one in places:
        mention = one.seen.mention
        if chance(f"{half} {mention.ref.key}") < 0.5 or (one.true and chance(f"{half} {one.true}") < UNKNOWN):
            mention = mention._replace(ids=tuple(each for each in mention.ids if not each.startswith(f"{scheme}:")))
        found.append(Placed(one.seen._replace(mention=mention), one.true))
    return found


def _records(source: Source, path: Path) -> Sequence[Record]:
    kept: dict[tuple[type, str], Record] = {}
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
                kept[type(record), record.key] = record
    return list(kept.values())


def _paired(places: Sequence[Placed], half: int) -> Iterator[Pair]:
    seen = {one.seen.mention.mention_key: one.seen for one in places}
    truth = {one.seen.mention.mention_key: one.true for one in places if one.true}
    found = cluster_people(one.seen.mention for one in places)
    named: dict[str, list[Person]] = defaultdict(list)
    for person in found:
        if person.ids:
            for family in {family_key(one.folded) for one in person.mentions}:
                named[family].append(person)
    for person in found:
        known = Counter(truth[one.mention_key] for one in person.mentions if one.mention_key in truth)
        if person.ids or not known:
            continue
        true, _ = min(known.items(), key=lambda one: (-one[1], one[0]))
        names = {one.folded for one in person.mentions}
        others = [
            (other, theirs)
            for other in named[family_key(min(names))]
            if (theirs := {one.folded for one in other.mentions})
            and any(a == b or compatible(a, b) for a in names for b in theirs)
        ]
        bearing = sum(bool(names & theirs) for _, theirs in others)
        place = f"{person.mentions[0].ref.key} {person.mentions[0].position}"
        drawn = sorted(others, key=lambda one: chance(f"{place} {min(one[0].ids)}"))[:MOST]
        ours = [seen[one.mention_key] for one in person.mentions]
        for other, theirs in drawn:
            figures = pair_features(ours, [seen[one.mention_key] for one in other.mentions], max(1, bearing))
            if figures is not None:
                asked = person.ambiguous and bool(names & theirs)
                yield Pair(figures, true in other.ids, asked, family_key(min(names)), f"{half} {place}")
