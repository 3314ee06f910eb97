"""Choose the decisions in force, and derive must-link and cannot-link constraints from them.

The latest decision takes precedence: a decision that contradicts later ones is void until these are revoked. Splitting
again the part that an earlier split left together is not a contradiction: both hold. Decisions also apply to records
that a source has removed, because the source may add them again.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from loaders.resolution.disjoint_set import ConstrainedDisjointSet

Node = TypeVar("Node", bound=Hashable)
Side: TypeAlias = tuple[str, int]
"""The key of a keep-apart decision, and the side: 0 or 1."""


class Constraint(NamedTuple, Generic[Node]):
    """A decision in force: its key, which sorts by time, True if it merges, and its nodes on both sides.

    `stays` is the remaining part of a split (`right`), in the groups that stay together (`split_groups`).
    """

    key: str
    same: bool
    left: frozenset[Node]
    right: frozenset[Node]
    remaining_groups: tuple[frozenset[Node], ...]


@dataclass(slots=True)
class ConstraintSet(Generic[Node]):
    """The constraints that follow from all decisions."""

    upheld_keys: set[str] = field(default_factory=set[str])
    """Keys of the decisions that are in force."""
    must_link: list[set[Node]] = field(default_factory=list[set[Node]])
    """Sets of nodes that must be one entity."""
    sides: Mapping[Node, Collection[Side]] = field(default_factory=dict[Node, Collection[Side]])
    """Node -> its sides in keep-apart decisions."""

    def cannot_link(self, left: Iterable[Node], right: Iterable[Node]) -> bool:
        """Return True if two components are on opposite sides of a keep-apart decision."""
        if not self.sides:
            return False
        opposite = {(key, 1 - side) for node in left for key, side in self.sides.get(node, ())}
        return bool(opposite) and any(side in opposite for node in right for side in self.sides.get(node, ()))

    def was_split_off(self, node: Node) -> bool:
        """Return True if a decision split the node off; the remaining part keeps the IDs."""
        return any(side == 0 for _, side in self.sides.get(node, ()))


def split_groups(
    right: frozenset[Node], merged: Iterable[tuple[Collection[Node], Collection[Node]]]
) -> tuple[frozenset[Node], ...]:
    """Return the remaining part of a split in the groups that would exist without the merges revoked since.

    Nodes that only a mistaken merge connected are not tied by the split.

    Args:
        right: the remaining nodes.
        merged: the revoked merges, each with its two sides.
    """
    pieces = [right]
    for left_nodes, right_nodes in merged:
        divided = [part for part in pieces if not part.isdisjoint(left_nodes) and not part.isdisjoint(right_nodes)]
        pieces = [part for part in pieces if part not in divided]
        pieces += [
            piece for part in divided for piece in (part.difference(right_nodes), part.intersection(right_nodes))
        ]
    return tuple(pieces)


def resolve_constraints(constraints: Iterable[Constraint[Node]]) -> ConstraintSet[Node]:
    """Apply constraints, the latest first, and skip those that contradict later ones."""
    ordered = sorted(constraints, key=lambda constraint: constraint.key, reverse=True)
    components = ConstrainedDisjointSet({node for constraint in ordered for node in constraint.left | constraint.right})
    sides: dict[Node, set[Side]] = defaultdict(set)
    outcome = ConstraintSet[Node](sides=sides)
    for constraint in ordered:
        groups = [constraint.left | constraint.right] if constraint.same else [constraint.left, constraint.right]
        linked = groups if constraint.same else [constraint.left, *constraint.remaining_groups]
        component_nodes = [{member for node in group for member in components.members(node)} for group in groups]
        if constraint.same and _has_opposite_sides(sides[node] for node in component_nodes[0]):
            continue
        if not constraint.same and component_nodes[0] & component_nodes[1]:
            continue
        outcome.upheld_keys.add(constraint.key)
        for group in linked:
            _link(group, components, sides)
        if not constraint.same:
            for side, group in enumerate(groups):
                for node in group:
                    sides[node].add((constraint.key, side))
    for part in components.components():
        component_sides = {side for node in part for side in sides[node]}
        sides.update(dict.fromkeys(part, component_sides))
    outcome.must_link = [set(part) for part in components.components() if len(part) > 1]
    return outcome


def _link(group: Collection[Node], parts: ConstrainedDisjointSet[Node], sides: Mapping[Node, Collection[Side]]) -> None:
    """Join the nodes of a decision's group, except those that later decisions keep apart."""
    linked: list[tuple[Node, set[Side]]] = []
    for node in sorted(group, key=repr):
        own_sides = {side for member in parts.members(node) for side in sides[member]}
        for linked_node, linked_sides in linked:
            if not _has_opposite_sides((own_sides, linked_sides)):
                parts.union(linked_node, node)
                linked_sides.update(own_sides)
                break
        else:
            linked.append((node, own_sides))


def _has_opposite_sides(sides: Iterable[Collection[Side]]) -> bool:
    """Return True if nodes are on both sides of a keep-apart decision."""
    all_sides = {side for node_sides in sides for side in node_sides}
    return any((key, 1 - side) in all_sides for key, side in all_sides)
