"""Connected components by union-find, with a predicate that can reject unions."""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)


class ConstrainedDisjointSet(Generic[Node]):
    """A partition of nodes. A union is rejected if `may_join` returns False for the members of the two components."""

    def __init__(self, nodes: Iterable[Node], may_join: Callable[[list[Node], list[Node]], bool] | None = None) -> None:
        self._part: dict[Node, list[Node]] = {node: [node] for node in nodes}
        self._may_join = may_join

    def union(self, left: Node, right: Node) -> bool:
        """Join the components of two nodes unless `may_join` rejects it; return True if they are in one component
        now.
        """
        left_members, right_members = self._part[left], self._part[right]
        if left_members is right_members:
            return True
        if self._may_join is not None and not self._may_join(left_members, right_members):
            return False
        self.force_union(left, right)
        return True

    def force_union(self, left: Node, right: Node) -> None:
        """Join the components of two nodes without calling `may_join`."""
        left_members, right_members = self._part[left], self._part[right]
        if left_members is right_members:
            return
        if len(left_members) < len(right_members):
            left_members, right_members = right_members, left_members
        left_members.extend(right_members)
        for node in right_members:
            self._part[node] = left_members

    def connected(self, left: Node, right: Node) -> bool:
        """Return True if two nodes are in one component."""
        return self._part[left] is self._part[right]

    def members(self, node: Node) -> list[Node]:
        """Return the component of a node, in no particular order."""
        return self._part[node]

    def components(self) -> list[list[Node]]:
        """Return each component once, ordered by its first node in the input."""
        seen: dict[int, list[Node]] = {}
        for members in self._part.values():
            seen.setdefault(id(members), members)
        return list(seen.values())
