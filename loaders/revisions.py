"""Which of a source's statements about one key counts: the one that the source revised last.

A statement that does not say when it was revised counts as older than one that does. Where two say the same, or
neither says anything, the one that was read last counts: nothing else tells them apart. An older statement changes
nothing, whether it comes in the same batch as the newer one, later in the same load, or in a load of another day.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from loaders.identity import Ref
from loaders.record import Record
from loaders.statement import decoded


class Told(NamedTuple):
    """A statement by what it is compared by: the hash of its content, the date of its revision (empty: unknown)."""

    hash: str
    revised: str = ""


class Entry(NamedTuple):
    """A cleaned record on its way to the graph: its JSON, its hash, the date of its revision (empty: unknown)."""

    ref: Ref
    statement: bytes
    hash: str
    revised: str = ""

    @property
    def told(self) -> Told:
        """What it is compared by."""
        return Told(self.hash, self.revised)

    @property
    def record(self) -> Record:
        """The record, which is made of its JSON each time: most entries of a second load are compared alone."""
        return decoded(self.statement)


@dataclass(slots=True)
class Sorted:
    """Entries by what they bring to what is there; `older` are among the unchanged."""

    fresh: dict[Ref, Record] = field(default_factory=dict[Ref, Record])
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0


def by_what_is_there(entries: Iterable[Entry], there: Mapping[Ref, Told]) -> Sorted:
    """Sort the entries of a batch, in the order of reading, by what the graph holds of their keys.

    Of each key one entry at most is new or changed, the one that counts; all others are unchanged.
    """
    entries = list(entries)
    counting: dict[Ref, Entry] = {}
    for entry in entries:
        before = counting.get(entry.ref)
        if before is None or entry.told.revised >= before.told.revised:
            counting[entry.ref] = entry
    found = Sorted()
    for entry in counting.values():
        held = there.get(entry.ref)
        if held is None or (entry.hash != held.hash and entry.told.revised >= held.revised):
            found.fresh[entry.ref] = entry.record
            found.new += held is None
            found.changed += held is not None
    stays = {ref: there[ref] if ref in there and ref not in found.fresh else one.told for ref, one in counting.items()}
    found.unchanged = len(entries) - len(found.fresh)
    found.older = sum(entry.told.revised < stays[entry.ref].revised for entry in entries)
    return found
