"""Which decisions of people hold, and what follows from them: what is one whatever the rules say, and what is apart.

The latest is believed: a decision that contradicts later ones is void, as long as these are not undone. To part once
more what an earlier parting left together contradicts nothing: both hold. Decisions tie
together what they speak of even where a source has taken it back: it may come again.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from loaders.components import Components

Node = TypeVar("Node", bound=Hashable)
Side: TypeAlias = tuple[str, int]
"""A decision that keeps two things apart, by its key, and which of the two: 0 or 1."""


class Verdict(NamedTuple, Generic[Node]):
    """A decision in force: its key, which sorts by time, whether it joins, and what it speaks of on both sides.

    `stays` is what a parting leaves, `other`, by what of it is one (`portions`).
    """

    key: str
    same: bool
    one: frozenset[Node]
    other: frozenset[Node]
    stays: tuple[frozenset[Node], ...]


@dataclass(slots=True)
class Rulings(Generic[Node]):
    """What the decisions come to."""

    held: set[str] = field(default_factory=set[str])
    """The keys of those that hold."""
    ties: list[set[Node]] = field(default_factory=list[set[Node]])
    """Sets of nodes that are one."""
    sides: Mapping[Node, Collection[Side]] = field(default_factory=dict[Node, Collection[Side]])
    """On which side of which partings a node stands."""

    def apart(self, ours: Iterable[Node], theirs: Iterable[Node]) -> bool:
        """Tell whether two parts stand on different sides of a parting."""
        if not self.sides:
            return False
        opposite = {(key, 1 - side) for node in ours for key, side in self.sides.get(node, ())}
        return bool(opposite) and any(side in opposite for node in theirs for side in self.sides.get(node, ()))

    def taken_out(self, node: Node) -> bool:
        """Tell whether a parting took a node out of something: what is left there keeps the ids."""
        return any(side == 0 for _, side in self.sides.get(node, ()))


def portions(
    other: frozenset[Node], merged: Iterable[tuple[Collection[Node], Collection[Node]]]
) -> tuple[frozenset[Node], ...]:
    """Return what a parting leaves by what was one before it, if merges had not been that are taken back by now.

    `merged` are these, each with its two sides: what only a mistake held together is not held by who parts it further.
    """
    found = [other]
    for ours, theirs in merged:
        torn = [part for part in found if not part.isdisjoint(ours) and not part.isdisjoint(theirs)]
        found = [part for part in found if part not in torn]
        found += [piece for part in torn for piece in (part.difference(theirs), part.intersection(theirs))]
    return tuple(found)


def rulings(verdicts: Iterable[Verdict[Node]]) -> Rulings[Node]:
    """Take verdicts in, the latest first, each where it contradicts none before it."""
    ordered = sorted(verdicts, key=lambda one: one.key, reverse=True)
    parts = Components({node for one in ordered for node in one.one | one.other})
    sides: dict[Node, set[Side]] = defaultdict(set)
    found = Rulings[Node](sides=sides)
    for verdict in ordered:
        groups = [verdict.one | verdict.other] if verdict.same else [verdict.one, verdict.other]
        tied = groups if verdict.same else [verdict.one, *verdict.stays]
        wholes = [{each for node in group for each in parts.members(node)} for group in groups]
        if verdict.same and _torn(sides[node] for node in wholes[0]):
            continue
        if not verdict.same and wholes[0] & wholes[1]:
            continue
        found.held.add(verdict.key)
        for group in tied:
            _tie(group, parts, sides)
        if not verdict.same:
            for side, group in enumerate(groups):
                for node in group:
                    sides[node].add((verdict.key, side))
    for part in parts.parts():
        stand = {side for node in part for side in sides[node]}
        sides.update(dict.fromkeys(part, stand))
    found.ties = [set(part) for part in parts.parts() if len(part) > 1]
    return found


def _tie(group: Collection[Node], parts: Components[Node], sides: Mapping[Node, Collection[Side]]) -> None:
    """Join a decision's group, but for what later ones keep apart: who parts two things says little of what is left."""
    tied: list[tuple[Node, set[Side]]] = []
    for node in sorted(group, key=repr):
        ours = {side for each in parts.members(node) for side in sides[each]}
        for one, theirs in tied:
            if not _torn((ours, theirs)):
                parts.join(one, node)
                theirs.update(ours)
                break
        else:
            tied.append((node, ours))


def _torn(sides: Iterable[Collection[Side]]) -> bool:
    """Tell whether nodes stand on both sides of a parting."""
    every = {side for each in sides for side in each}
    return any((key, 1 - side) in every for key, side in every)
