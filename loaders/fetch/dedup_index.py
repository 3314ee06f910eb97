"""A compact index of the keys of records that were fetched before: 8 bytes per record, on disk and in memory."""

import hashlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from heapq import merge

FOLDED = 250_000
"""Number of new keys that are held in a set before they are merged into the sorted array."""


def hash_key(key: str) -> int:
    """Return a 64-bit hash of a key. The probability of any collision among ten million keys is 1 in 300,000."""
    return int.from_bytes(hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class KeyHashSet:
    """A set of key hashes."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._old = array("Q", sorted(numbers))
        self._new: set[int] = set()

    def holds(self, key_hash: int) -> bool:
        """Return True if the hash is in the set."""
        if key_hash in self._new:
            return True
        place = bisect_left(self._old, key_hash)
        return place < len(self._old) and self._old[place] == key_hash

    def add(self, key_hash: int) -> None:
        """Add a hash."""
        self._new.add(key_hash)
        if len(self._new) >= FOLDED:
            self._old = array("Q", merge(self._old, sorted(self._new)))
            self._new.clear()
