"""Connected components by union-find, with unions that may be refused."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)


class Components(Generic[Node]):
    """A partition of nodes. A union is refused where `may_join` says so of the two parts' members."""

    def __init__(self, nodes: Iterable[Node], may_join: Callable[[list[Node], list[Node]], bool] | None = None) -> None:
        self._part: dict[Node, list[Node]] = {node: [node] for node in nodes}
        self._may_join = may_join

    def join(self, one: Node, other: Node) -> bool:
        """Join two nodes' parts; return whether they are in one part now."""
        ours, theirs = self._part[one], self._part[other]
        if ours is theirs:
            return True
        if self._may_join is not None and not self._may_join(ours, theirs):
            return False
        self.force(one, other)
        return True

    def force(self, one: Node, other: Node) -> None:
        """Join two nodes' parts, whatever `may_join` says."""
        ours, theirs = self._part[one], self._part[other]
        if ours is theirs:
            return
        if len(ours) < len(theirs):
            ours, theirs = theirs, ours
        ours.extend(theirs)
        for node in theirs:
            self._part[node] = ours

    def together(self, one: Node, other: Node) -> bool:
        """Tell whether two nodes are in one part."""
        return self._part[one] is self._part[other]

    def members(self, node: Node) -> list[Node]:
        """Return the part of a node, in no order."""
        return self._part[node]

    def parts(self) -> list[list[Node]]:
        """Return every part once, in the order in which their first nodes were given."""
        seen: dict[int, list[Node]] = {}
        for part in self._part.values():
            seen.setdefault(id(part), part)
        return list(seen.values())


def grouped(pairs: Iterable[tuple[Key, Node]]) -> dict[Key, list[Node]]:
    """Group the second of each pair by the first, keeping order."""
    groups: dict[Key, list[Node]] = defaultdict(list)
    for key, node in pairs:
        groups[key].append(node)
    return groups
