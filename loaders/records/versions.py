"""Choose the current version among several records of one source and key: the one that the source revised last.

A version without a revision date is older than one with a date. If the dates are equal or both are missing, the version
read last is current. An older version changes nothing, whether it comes in the same batch, later in the same load, or
in another load.

Partial records are used only if there is no full record, and are merged (`loaders.records.partial`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from loaders.records.match_features import RecordRef
from loaders.records.partial import merge_all
from loaders.records.record import Record
from loaders.records.serialization import content_hash, decoded, encoded


class VersionInfo(NamedTuple):
    """The values by which versions are compared: the content hash and the revision date ("" if unknown).

    `in_passing` is the record itself if it is partial.
    """

    hash: str
    revised: str = ""
    in_passing: bytes | None = None

    @property
    def precedence(self) -> tuple[bool, str]:
        """Sort key of versions of one key: full records before partial ones, later before earlier."""
        return (self.in_passing is None, self.revised)


class IncomingRecord(NamedTuple):
    """A normalized record on its way to the graph: its JSON, its hash, the revision date ("" if unknown)."""

    ref: RecordRef
    statement: bytes
    hash: str
    revised: str = ""
    in_passing: bool = False

    @property
    def version(self) -> VersionInfo:
        """The values by which it is compared."""
        return VersionInfo(self.hash, self.revised, self.statement if self.in_passing else None)

    def merge_partial(self, stored: VersionInfo) -> "IncomingRecord":
        """Return the merge with the stored version if both are partial, else this record."""
        if not self.in_passing or stored.in_passing is None or stored.hash == self.hash:
            return self
        statement = encoded(merge_all((stored.in_passing, self.statement)))
        return self._replace(statement=statement, hash=content_hash(statement))

    @property
    def record(self) -> Record:
        """The record, decoded on each access, because most records of a repeated load are only compared."""
        return decoded(self.statement)


@dataclass(slots=True)
class ChangeSet:
    """The entries of a batch by their effect on the graph.

    Attributes:
        new_or_changed: the records to write.
        new: number of records that the graph does not store.
        changed: number of records that differ from the stored version.
        unchanged: number of all other entries, including the older and superseded ones.
        older: number of entries with an earlier date than the stored version.
        superseded: number of entries that another entry of the batch replaces: it has the same key and date, and
            different content.
    """

    new_or_changed: dict[RecordRef, Record] = field(default_factory=dict[RecordRef, Record])
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    superseded: int = 0


def classify_changes(entries: Iterable[IncomingRecord], stored_versions: Mapping[RecordRef, VersionInfo]) -> ChangeSet:
    """Classify the entries of a batch, in reading order, by the stored version of each key.

    At most one entry per key is new or changed; all others are unchanged.
    """
    entries = list(entries)
    current: dict[RecordRef, IncomingRecord] = {}
    for entry in entries:
        before = current.get(entry.ref)
        if before is None or entry.version.precedence >= before.version.precedence:
            current[entry.ref] = entry.merge_partial(before.version) if before else entry
    result = ChangeSet()
    for ref, candidate in current.items():
        stored = stored_versions.get(ref)
        entry = candidate.merge_partial(stored) if stored else candidate
        if stored is None or (entry.hash != stored.hash and entry.version.precedence >= stored.precedence):
            result.new_or_changed[ref] = entry.record
            result.new += stored is None
            result.changed += stored is not None
    resulting = {
        ref: stored_versions[ref] if ref in stored_versions and ref not in result.new_or_changed else candidate.version
        for ref, candidate in current.items()
    }
    result.unchanged = len(entries) - len(result.new_or_changed)
    result.older = sum(entry.version.precedence < resulting[entry.ref].precedence for entry in entries)
    result.superseded = sum(
        entry.hash != current[entry.ref].hash and entry.version.precedence == resulting[entry.ref].precedence
        for entry in entries
        if not entry.in_passing
    )
    return result
