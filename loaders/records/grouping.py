"""Group records by key, and skip recently seen keys, so that a reader yields a journal once, not with each article."""

from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Node = TypeVar("Node", bound=Hashable)

MOST = 50_000
"""Maximum number of keys to remember. A file with more yields some partial records twice, which changes nothing."""


class RecentKeys:
    """Bounded LRU set of keys, one for each file that is read: the least recently used key is dropped first."""

    def __init__(self, most: int = MOST) -> None:
        self._met: OrderedDict[Hashable, None] = OrderedDict()
        self._most = most

    def add_if_new(self, key: Hashable) -> bool:
        """Return True and remember the key if it is not in the set."""
        if key in self._met:
            self._met.move_to_end(key)
            return False
        self._met[key] = None
        if len(self._met) > self._most:
            self._met.popitem(last=False)
        return True


def group_by_key(pairs: Iterable[tuple[Key, Node]]) -> dict[Key, list[Node]]:
    """Group the second of each pair by the first, keeping order."""
    groups: dict[Key, list[Node]] = defaultdict(list)
    for key, node in pairs:
        groups[key].append(node)
    return groups
