"""A resolved batch: the clusters of its records, before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loaders.records.match_features import RecordRef
from loaders.records.record import TopicRecord
from loaders.records.serialization import StoredRecord, kind
from loaders.resolution.entities import EntityCluster
from loaders.resolution.ids.restore import RestoredIds
from loaders.resolution.person_assignment import PersonAssignments


@dataclass(slots=True)
class Batch:
    """A batch after resolution: its records, the entity of each, and the person of each mention."""

    records: Mapping[RecordRef, StoredRecord]
    fresh: set[RecordRef]
    earlier: Mapping[RecordRef, StoredRecord]
    removed: frozenset[RecordRef]
    standalone: bool = False
    """True if the graph holds nothing else."""
    clusters: list[tuple[str, EntityCluster]] = field(default_factory=list[tuple[str, EntityCluster]])
    entity_of: dict[RecordRef, str] = field(default_factory=dict[RecordRef, str])
    retired: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    given_back: RestoredIds = field(default_factory=RestoredIds)
    topics: dict[tuple[str, str], list[TopicRecord]] = field(default_factory=dict[tuple[str, str], list[TopicRecord]])
    place_names: set[str] = field(default_factory=set[str])
    place_rors: set[str] = field(default_factory=set[str])
    assignments: PersonAssignments = field(default_factory=PersonAssignments)

    def removed_entity_ids(self) -> list[str]:
        """Return the Byline IDs of entities without any remaining record."""
        before = {stored.entity for stored in self.earlier.values() if stored.entity and kind(stored.record) != "topic"}
        return sorted(before - {identifier for identifier, _ in self.clusters} - self.retired.keys())
