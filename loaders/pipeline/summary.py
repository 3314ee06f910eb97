"""The summary of a load, and its stored form on the load's node, from which a resumed load continues."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from cypher.driver.client import Statement
from cypher.driver.values import Value
from loaders.graph_queries import write_statement
from loaders.pipeline.chunk_reader import Chunk, Reject
from loaders.pipeline.timings import TimeBreakdown
from loaders.records.serialization import encoded_kind
from loaders.records.versions import ChangeSet
from loaders.resolution.resolve_batch import BatchOutcome

COUNTS = {
    "read": "read",
    "new": "new",
    "changed": "changed",
    "unchanged": "unchanged",
    "older": "older",
    "superseded": "superseded",
    "rejected": "rejected",
    "merged": "merged",
    "authorships": "authorships",
    "authorshipEdges": "authorship_edges",
    "collaborationsTruncated": "collaborations_cut",
    "ambiguous": "ambiguous",
    "conflictCount": "conflict_count",
    "droppedValueCount": "dropped_value_count",
}
"""Property of the load's node -> count of the summary."""
LISTS = {"rejects": "rejects", "droppedValues": "dropped_values", "unreadable": "unreadable"}
MAX_LIST_LENGTH = 10_000
"""Maximum number of entries of each list in a summary and on the load's node; the counts include all."""

_reject = msgspec.json.Decoder(Reject)


@dataclass(slots=True)
class Summary:
    """Result of a load: read = new + changed + unchanged + rejected."""

    loader: str
    load: str
    files: int = 0
    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    """Unchanged records that are older than the stored version."""
    superseded: int = 0
    """Unchanged records that another record of the batch with the same key and other content replaces."""
    rejected: int = 0
    kinds: Counter[str] = field(default_factory=Counter[str])
    """Accepted records by kind, such as paper or topic."""
    merged: int = 0
    """New and changed records that joined an entity which another record describes."""
    authorships: int = 0
    """Positions in the bylines of new and changed records."""
    authorship_edges: int = 0
    """People in those bylines, counted once per byline."""
    collaborations_cut: int = 0
    """Papers with those bylines that have over 100 authors, and so add no collaborations."""
    ambiguous: int = 0
    conflict_count: int = 0
    conflicts: list[str] = field(default_factory=list[str])
    """Messages about IDs that records of different entities state (the first ones)."""
    rejects: list[Reject] = field(default_factory=list[Reject])
    """Rejected records (the first ones)."""
    dropped_value_count: int = 0
    dropped_values: list[Reject] = field(default_factory=list[Reject])
    """Values too long for an index, dropped from their record or kept as unmatched text (the first ones)."""
    unreadable: list[Reject] = field(default_factory=list[Reject])
    """Files that could not be read, or not to their end."""
    resumed: bool = False
    spent: TimeBreakdown = field(default_factory=TimeBreakdown, compare=False)
    """Time per activity, of this run only."""
    max_batch: int | None = field(default=None, compare=False)
    """Smallest number of records to which Neo4j's memory limited a transaction, in this run; None without a limit."""

    @property
    def written_count(self) -> int:
        """Number of records that the load wrote."""
        return self.new + self.changed

    def add_chunk(self, chunk: Chunk, changes: ChangeSet) -> None:
        """Add the counts of a chunk: records by effect, rejects, dropped values and unreadable files."""
        self.new += changes.new
        self.changed += changes.changed
        self.unchanged += changes.unchanged
        self.older += changes.older
        self.superseded += changes.superseded
        self.read += chunk.items
        self.rejected += len(chunk.rejects)
        self.kinds.update(encoded_kind(entry.statement) for entry in chunk.entries)
        self.dropped_value_count += len(chunk.dropped_values)
        self.rejects += chunk.rejects[: MAX_LIST_LENGTH - len(self.rejects)]
        self.dropped_values += chunk.dropped_values[: MAX_LIST_LENGTH - len(self.dropped_values)]
        self.unreadable += chunk.unreadable

    def add_outcome(self, outcome: BatchOutcome) -> list[str]:
        """Add the counts of a resolved batch; return messages about its ID conflicts."""
        self.merged += outcome.merged
        self.ambiguous += outcome.ambiguous
        self.authorships += outcome.authorships
        self.authorship_edges += outcome.authorship_edges
        self.collaborations_cut += outcome.collaborations_cut
        messages = [
            f"{ref.source}:{ref.key} states {id_}, which belongs to another record" for ref, id_ in outcome.conflicts
        ]
        self.conflict_count += len(messages)
        self.conflicts += messages[: MAX_LIST_LENGTH - len(self.conflicts)]
        return messages


def checkpoint(summary: Summary, chunk: Chunk, conflicts: Sequence[str]) -> list[Statement]:
    """Return the statements that store the position and counts after a chunk on the load's node."""
    values: dict[str, Value] = {"file": chunk.file, "offset": chunk.offset}
    values |= {name: getattr(summary, attribute) for name, attribute in COUNTS.items()}
    values["kinds"] = stored_kinds(summary)
    lists: dict[str, list[Value]] = {"conflicts": list(conflicts[: _remaining_room(summary.conflict_count, conflicts)])}
    counts = {
        "rejects": summary.rejected,
        "droppedValues": summary.dropped_value_count,
        "unreadable": len(summary.unreadable),
    }
    for name, attribute in LISTS.items():
        new_entries: list[Reject] = getattr(chunk, attribute)
        kept_entries = new_entries[: _remaining_room(counts[name], new_entries)]
        lists[name] = [msgspec.json.encode(entry).decode() for entry in kept_entries]
    statements = [set_load_properties_statement(summary.load, values)]
    if any(lists.values()):
        statements.append(write_statement("ingest/append_load_messages", id=summary.load, **lists))
    return statements


def stored_kinds(summary: Summary) -> list[Value]:
    """Return the number of records of each kind in its stored form: `paper: 12`, the most frequent first."""
    return [f"{name}: {number}" for name, number in summary.kinds.most_common()]


def stored_lists(summary: Summary) -> dict[str, Value]:
    """Return the non-empty lists of a summary in their stored form."""
    lists = {name: getattr(summary, attribute)[:MAX_LIST_LENGTH] for name, attribute in LISTS.items()}
    return {
        name: [msgspec.json.encode(reject).decode() for reject in rejects] for name, rejects in lists.items() if rejects
    }


def set_load_properties_statement(load: str, values: Mapping[str, Value]) -> Statement:
    """Return the statement that sets properties of a load's node, and creates the node if it does not exist."""
    return write_statement("ingest/set_load_properties", id=load, values=dict(values))


def _remaining_room(count: int, new_entries: Sequence[object]) -> int:
    """Return how many of the fresh entries, which `count` includes, the load's node still keeps."""
    return max(MAX_LIST_LENGTH - (count - len(new_entries)), 0)


def restore(summary: Summary, identifier: str, values: Mapping[str, Value]) -> None:
    """Restore the ID, counts and lists of an interrupted load."""
    summary.load, summary.resumed = identifier, True
    for name, attribute in COUNTS.items():
        setattr(summary, attribute, int(str(values.get(name) or 0)))
    summary.kinds = Counter(
        {name: int(number) for name, number in (text.split(": ") for text in _texts(values.get("kinds")))}
    )
    summary.conflicts = _texts(values.get("conflicts"))
    for name, attribute in LISTS.items():
        setattr(summary, attribute, [_reject.decode(text) for text in _texts(values.get(name))])
    # a load begun by an earlier version of Byline lacks these counts
    summary.conflict_count = max(summary.conflict_count, len(summary.conflicts))
    summary.dropped_value_count = max(summary.dropped_value_count, len(summary.dropped_values))


def _texts(value: Value) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
