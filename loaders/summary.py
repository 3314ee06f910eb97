"""What a load came to, and how its node in the graph keeps that: a load that was broken off goes on counting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from cypher.catalog import statement
from cypher.run import Statement
from cypher.values import Value
from loaders.records.revisions import Sorted
from loaders.streaming.reading import Chunk, Reject
from loaders.streaming.spent import Spent
from loaders.writing.settle import Outcome

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
    "collaborationsCut": "collaborations_cut",
    "ambiguous": "ambiguous",
    "conflictCount": "conflict_count",
    "setAsideCount": "set_aside_count",
}
"""Counts by their names in the graph."""
LISTS = {"rejects": "rejects", "setAside": "set_aside", "unreadable": "unreadable"}
KEPT = 10_000
"""A load and its node keep so many of each list; the counts go on."""

_reject = msgspec.json.Decoder(Reject)


@dataclass(slots=True)
class Summary:
    """What a load came to: read = new + changed + unchanged + rejected."""

    loader: str
    load: str
    files: int = 0
    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    """Of the unchanged: statements that are older than what is there."""
    superseded: int = 0
    """Of the unchanged: statements in whose place another of the batch counts, which says otherwise of their key."""
    rejected: int = 0
    merged: int = 0
    """Of the new and changed: records that joined a thing which another record describes."""
    authorships: int = 0
    """Places in the by-lines of new and changed records."""
    authorship_edges: int = 0
    """People in those by-lines: one whom a by-line names twice counts once."""
    collaborations_cut: int = 0
    """Papers of those by-lines that have over 100 authors, and so add no collaborations."""
    ambiguous: int = 0
    conflict_count: int = 0
    conflicts: list[str] = field(default_factory=list[str])
    """Ids that several records state which are not one, in words: the first of them."""
    rejects: list[Reject] = field(default_factory=list[Reject])
    """Records that were refused: the first of them."""
    set_aside_count: int = 0
    set_aside: list[Reject] = field(default_factory=list[Reject])
    """Values too long for an index, left out of records that are there or kept as mere text: the first of them."""
    unreadable: list[Reject] = field(default_factory=list[Reject])
    """Files that could not be read, or not to their end."""
    resumed: bool = False
    spent: Spent = field(default_factory=Spent, compare=False)
    """Where the time went, of this run alone."""

    @property
    def written(self) -> int:
        """How many records a load wrote."""
        return self.new + self.changed

    def take(self, chunk: Chunk, brought: Sorted) -> None:
        """Count what was read, what it brought, and what could not be read."""
        self.new += brought.new
        self.changed += brought.changed
        self.unchanged += brought.unchanged
        self.older += brought.older
        self.superseded += brought.superseded
        self.read += chunk.items
        self.rejected += len(chunk.rejects)
        self.set_aside_count += len(chunk.set_aside)
        self.rejects += chunk.rejects[: KEPT - len(self.rejects)]
        self.set_aside += chunk.set_aside[: KEPT - len(self.set_aside)]
        self.unreadable += chunk.unreadable

    def settle(self, outcome: Outcome) -> list[str]:
        """Count what a batch came to; return its conflicts in words."""
        self.merged += outcome.merged
        self.ambiguous += outcome.ambiguous
        self.authorships += outcome.authorships
        self.authorship_edges += outcome.authorship_edges
        self.collaborations_cut += outcome.collaborations_cut
        said = [f"{ref.source}:{ref.key} states {one}, which another record holds" for ref, one in outcome.conflicts]
        self.conflict_count += len(said)
        self.conflicts += said[: KEPT - len(self.conflicts)]
        return said


def checkpoint(summary: Summary, chunk: Chunk, conflicts: Sequence[str]) -> list[Statement]:
    """Return what sets a load's node to where it is after a chunk, its counts with it."""
    values: dict[str, Value] = {"file": chunk.file, "offset": chunk.offset}
    values |= {name: getattr(summary, own) for name, own in COUNTS.items()}
    told: dict[str, list[Value]] = {"conflicts": list(conflicts[: _room(summary.conflict_count, conflicts)])}
    counts = {"rejects": summary.rejected, "setAside": summary.set_aside_count, "unreadable": len(summary.unreadable)}
    for name, own in LISTS.items():
        fresh: list[Reject] = getattr(chunk, own)
        fitting = fresh[: _room(counts[name], fresh)]
        told[name] = [msgspec.json.encode(one).decode() for one in fitting]
    steps = [noted(summary.load, values)]
    if any(told.values()):
        steps.append(Statement(statement("write/load_told").text, {"id": summary.load, **told}))
    return steps


def kept(summary: Summary) -> dict[str, Value]:
    """Return the lists of a summary as a load's node keeps them, those that are not empty."""
    lists = {name: getattr(summary, own)[:KEPT] for name, own in LISTS.items()}
    return {name: [msgspec.json.encode(one).decode() for one in rejects] for name, rejects in lists.items() if rejects}


def noted(load: str, values: Mapping[str, Value]) -> Statement:
    """Return what sets properties of a load's node, which is made where it is not there."""
    return Statement(statement("write/load").text, {"id": load, "values": dict(values)})


def _room(count: int, fresh: Sequence[object]) -> int:
    """Return how many of the fresh a load's node still keeps; they are the last of the count."""
    return max(KEPT - (count - len(fresh)), 0)


def restore(summary: Summary, identifier: str, values: Mapping[str, Value]) -> None:
    """Take up the id, the counts and the lists of a load that was broken off."""
    summary.load, summary.resumed = identifier, True
    for name, own in COUNTS.items():
        setattr(summary, own, int(str(values.get(name) or 0)))
    summary.conflicts = _texts(values.get("conflicts"))
    for name, own in LISTS.items():
        setattr(summary, own, [_reject.decode(one) for one in _texts(values.get(name))])
    # a load that an earlier Byline began has no counts of these
    summary.conflict_count = max(summary.conflict_count, len(summary.conflicts))
    summary.set_aside_count = max(summary.set_aside_count, len(summary.set_aside))


def _texts(value: Value) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []
