"""Resolve one partition of records into entities, and list the mentions of each record.

A partition is closed: no record outside of it shares an ID or a title with one of its records.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from loaders.bulk.work_dir import PartitionStore
from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.records.record import TopicRecord
from loaders.records.serialization import THINGS, StoredRecord, decoded, natural_key
from loaders.resolution import person_name_keys as names
from loaders.resolution.constraints.model import ConstraintSet
from loaders.resolution.entities import EntityCluster
from loaders.resolution.ids.generate import new_id
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.mentions import WIDEST, can_match_by_name, institution_token, mentions_of, named_people
from loaders.writing.resolve_batch import cluster_batch
from normalization.text import compatible, family_key


class Partition(NamedTuple):
    """Records by number, sorted by key, and the entity clusters."""

    records: Mapping[int, StoredRecord]
    entities: list[EntityCluster]


def partition(store: PartitionStore, number: int) -> Partition:
    """Read a partition and cluster its records; omit classifier records for papers without any other record."""
    rows = store.partition("records", number, ("n", "source", "key", "loader", "statement"))
    records: dict[int, StoredRecord] = {}
    for n, source, key, loader, statement in rows:
        if isinstance(n, int) and isinstance(statement, bytes):
            records[n] = StoredRecord(RecordRef(str(source), str(key), str(loader)), decoded(statement))
    ordered = dict(sorted(records.items(), key=lambda pair: pair[1].ref))
    entities, lone_refs = cluster_batch(ordered.values(), ConstraintSet())
    return Partition({n: stored for n, stored in ordered.items() if stored.ref not in lone_refs}, entities)


def resolve_partition(store: PartitionStore, number: int) -> int:
    """Write the entity and the mentions of each record; return the number of records merged with another record."""
    records, entities = partition(store, number)
    entity_of: dict[RecordRef, str] = {}
    for entity in entities:
        entity_of.update(dict.fromkeys(entity.refs, new_id(THINGS[entity.kind])))
    for stored in records.values():
        if isinstance(stored.record, TopicRecord):
            entity_of[stored.ref] = natural_key(stored.record)
    works = {n: entity_of.get(stored.ref) for n, stored in records.items()}
    store.write("entities", number, {"n": list(works), "entity": list(works.values())})
    _mentions(store, number, records, works)
    return sum(len(entity.refs) - 1 for entity in entities)


def _mentions(
    store: PartitionStore, number: int, records: Mapping[int, StoredRecord], works: Mapping[int, str | None]
) -> None:
    named_by: list[tuple[int, Mention, list[str]]] = []
    for n, stored in records.items():
        for mention, places in zip(mentions_of(stored, works[n]), _places(stored), strict=True):
            named_by.append((n, mention, places))
    store.write(
        "person_mentions",
        number,
        {
            "n": [n for n, _, _ in named_by],
            "role": [mention.role for _, mention, _ in named_by],
            "position": [mention.position for _, mention, _ in named_by],
            "folded": [mention.folded for _, mention, _ in named_by],
            "name_key": [names.blocking_key(mention.folded) for _, mention, _ in named_by],
            "ids": [mention.ids for _, mention, _ in named_by],
            "places": [places for _, _, places in named_by],
            "work": [mention.work for _, mention, _ in named_by],
            "open": [can_match_by_name(mention) for _, mention, _ in named_by],
        },
    )
    by_line_names = {
        key: [mention.folded for mention in mentions]
        for key, mentions in _mentions_by_record(named_by).items()
        if len(mentions) <= WIDEST
    }
    columns = {
        "n": [n for n, _ in by_line_names],
        "role": [role for _, role in by_line_names],
        "names": list(by_line_names.values()),
    }
    store.write("coauthors", number, columns)
    pairs = sorted(_name_key_edges(mention for _, mention, _ in named_by if mention.work))
    store.write(
        "one_name",
        number,
        {"one": [left_name for left_name, _ in pairs], "other": [right_name for _, right_name in pairs]},
    )


def _mentions_by_record(named_by: Iterable[tuple[int, Mention, list[str]]]) -> dict[tuple[int, str], list[Mention]]:
    """Return the mentions of each byline, by record and role, in order."""
    return group_by_key(((n, mention.role), mention) for n, mention, _ in named_by if mention.role != "person")


def _name_key_edges(mentions: Iterable[Mention]) -> set[tuple[str, str]]:
    """Return pairs of name keys of compatible names in two records of one work, as `CandidateSet` expands them."""
    families = group_by_key(((mention.work, family_key(mention.folded)), mention) for mention in mentions)
    return {
        (names.blocking_key(left.folded), names.blocking_key(right.folded))
        for family in families.values()
        if len({mention.ref for mention in family}) > 1
        for left, right in combinations({mention.folded: mention for mention in family}.values(), 2)
        if names.blocking_key(left.folded) != names.blocking_key(right.folded) and compatible(left.folded, right.folded)
    }


def _places(stored: StoredRecord) -> Iterator[list[str]]:
    """Yield the institutions of each mention of a record."""
    for contributor in named_people(stored.record):
        yield [
            place_token for place in contributor.author.affiliations or () if (place_token := institution_token(place))
        ]
