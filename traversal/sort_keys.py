"""Sort keys of people: UTF-8 in one buffer, without a Python string per person."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from traversal.arrays import Int32Array, Int64Array


@dataclass(frozen=True, slots=True)
class SortKeys:
    """The sort keys of the people of a network, in ascending order."""

    text: bytes
    """All sort keys in sequence. Unused keys remain until the network is built from Neo4j again."""
    starts: Int64Array
    """Position of each person's key in the text."""
    lengths: Int32Array
    """Length of each person's key in bytes."""

    @classmethod
    def from_list(cls, keys: Sequence[str]) -> "SortKeys":
        """Return sort keys that are in ascending order."""
        encoded = [key.encode() for key in keys]
        lengths = np.fromiter(map(len, encoded), np.int32, len(encoded))
        return cls(b"".join(encoded), np.cumsum(lengths, dtype=np.int64) - lengths, lengths)

    @property
    def nbytes(self) -> int:
        """Memory in bytes."""
        return len(self.text) + self.starts.nbytes + self.lengths.nbytes

    def position(self, key: str) -> int:
        """Return the number of people with a lower key."""
        return bisect_left(range(len(self.starts)), key.encode(), key=self._key)

    def _key(self, person: int) -> bytes:
        start = int(self.starts[person])
        return self.text[start : start + int(self.lengths[person])]

    def replaced(self, kept: Int64Array, positions: Int64Array, keys: Sequence[str]) -> "SortKeys":
        """Return the keys of the kept people, with further keys inserted.

        Args:
            kept: indexes of the people to keep, ascending.
            positions: position of each further key among the kept people.
            keys: the further keys, in ascending order.
        """
        added = SortKeys.from_list(keys)
        return SortKeys(
            self.text + added.text,
            np.insert(self.starts[kept], positions, added.starts + len(self.text)),
            np.insert(self.lengths[kept], positions, added.lengths),
        )
