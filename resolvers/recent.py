"""A cache of what was used last, bounded in number and in weight."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """A cache of the most recently used entries, bounded by their number and by the sum of their weights.

    Threads may share it: long documents are prepared beside the event loop.
    """

    def __init__(self, most: int, heaviest: int) -> None:
        self._most = most
        self._heaviest = heaviest
        self._weight = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return an entry, and remember that it was used."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, weight: int) -> V:
        """Keep an entry; those unused for longest go where there are too many, or too heavy ones.

        One that is too heavy by itself is not kept.
        """
        if weight > self._heaviest:
            return value
        with self._lock:
            self._weight += weight - self._entries.get(key, (None, 0))[1]
            self._entries[key] = value, weight
            while len(self._entries) > self._most or self._weight > self._heaviest:
                self._weight -= self._entries.popitem(last=False)[1][1]
        return value

    def __len__(self) -> int:
        return len(self._entries)
