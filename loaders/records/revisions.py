"""Which of a source's statements about one key counts: the one that the source revised last.

A statement that does not say when it was revised counts as older than one that does. Where two say the same, or
neither says anything, the one that was read last counts: nothing else tells them apart. An older statement changes
nothing, whether it comes in the same batch as the newer one, later in the same load, or in a load of another day.

What a source says in passing counts only where it says nothing else, and is taken together
(`loaders.records.in_passing`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from loaders.records.in_passing import together
from loaders.records.record import Record
from loaders.records.stated import Ref
from loaders.records.statement import content_hash, decoded, encoded


class Told(NamedTuple):
    """A statement by what it is compared by: the hash of its content, the date of its revision (empty: unknown).

    `in_passing` is the statement itself, where it was made in passing.
    """

    hash: str
    revised: str = ""
    in_passing: bytes | None = None

    @property
    def weight(self) -> tuple[bool, str]:
        """What counts before others of its key: what is said for its own sake, the later one."""
        return (self.in_passing is None, self.revised)


class Entry(NamedTuple):
    """A cleaned record on its way to the graph: its JSON, its hash, the date of its revision (empty: unknown)."""

    ref: Ref
    statement: bytes
    hash: str
    revised: str = ""
    in_passing: bool = False

    @property
    def told(self) -> Told:
        """What it is compared by."""
        return Told(self.hash, self.revised, self.statement if self.in_passing else None)

    def beside(self, told: Told) -> "Entry":
        """Return what is said here and there, where both are said in passing; else this."""
        if not self.in_passing or told.in_passing is None or told.hash == self.hash:
            return self
        said = encoded(together((told.in_passing, self.statement)))
        return self._replace(statement=said, hash=content_hash(said))

    @property
    def record(self) -> Record:
        """The record, which is made of its JSON each time: most entries of a second load are compared alone."""
        return decoded(self.statement)


@dataclass(slots=True)
class Sorted:
    """Entries by what they bring to what is there; `older` and `superseded` are among the unchanged, each once.

    Superseded are those in whose place another of the batch counts, of the same key and as new, that says otherwise.
    """

    fresh: dict[Ref, Record] = field(default_factory=dict[Ref, Record])
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    superseded: int = 0


def by_what_is_there(entries: Iterable[Entry], there: Mapping[Ref, Told]) -> Sorted:
    """Sort the entries of a batch, in the order of reading, by what the graph holds of their keys.

    Of each key one entry at most is new or changed, the one that counts; all others are unchanged.
    """
    entries = list(entries)
    counting: dict[Ref, Entry] = {}
    for entry in entries:
        before = counting.get(entry.ref)
        if before is None or entry.told.weight >= before.told.weight:
            counting[entry.ref] = entry.beside(before.told) if before else entry
    found = Sorted()
    for ref, one in counting.items():
        held = there.get(ref)
        entry = one.beside(held) if held else one
        if held is None or (entry.hash != held.hash and entry.told.weight >= held.weight):
            found.fresh[ref] = entry.record
            found.new += held is None
            found.changed += held is not None
    stays = {ref: there[ref] if ref in there and ref not in found.fresh else one.told for ref, one in counting.items()}
    found.unchanged = len(entries) - len(found.fresh)
    found.older = sum(entry.told.weight < stays[entry.ref].weight for entry in entries)
    found.superseded = sum(
        entry.hash != counting[entry.ref].hash and entry.told.weight == stays[entry.ref].weight
        for entry in entries
        if not entry.in_passing
    )
    return found
