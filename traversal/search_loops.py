"""The innermost loops of searches, compiled by numba when they are first called.

The loops read the arrays of the network person by person, allocate no memory, and hold no lock of the interpreter, so
that searches in several threads run at the same time. `compile_loops` compiles them before the first request.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# numba has no types.

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar, cast

import numpy as np
from numba import njit

from traversal.arrays import Int8Array, Int16Array, Int32Array, Int64Array

UNKNOWN_YEAR = -1
"""Stands for an unknown year in the arrays of years."""
NO_UNTIL = 32_767
"""`Conditions.until` without a condition."""
UNREACHED = 127
"""Distance of an unreached person."""
FARTHEST = UNREACHED - 1
"""Distance that is stored for people at this distance or farther."""
BLOCKED = -1
"""Distance of an excluded person, whom no search reaches."""
NO_PATH = -1
"""Result of a search that does not meet."""
TOO_MANY_ARCS = -2
"""Result of a search that would read more arcs than it may."""

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Let numba compile a function at its first call."""
    return cast("Callable[P, R]", njit(nogil=True)(function))


class NetworkArrays(NamedTuple):
    """The arcs of a network: those of person `n` are at the positions `offsets[n]` to `offsets[n + 1]`."""

    offsets: Int64Array
    targets: Int32Array
    papers: Int32Array
    first_year: Int16Array
    last_year: Int16Array


class Conditions(NamedTuple):
    """Conditions on the arcs of a path. `constrained` is False if every arc satisfies them."""

    constrained: bool
    min_papers: int
    since: int
    until: int


class SideArrays(NamedTuple):
    """One end of a search.

    Attributes:
        distance: distance of each person.
        queue: reached people in the order of their distance.
        state: four numbers, see `START`, `END`, `ARCS` and `RADIUS`.
    """

    distance: Int8Array
    queue: Int32Array
    state: Int64Array


START, END, ARCS, RADIUS = range(4)
"""Places in the state of a side: start and end of the frontier in the queue, the number of arcs that the next step
reads, and the radius: the distance within which all people are known.
"""


class SearchArrays(NamedTuple):
    """A search from both ends.

    Attributes:
        network: the network.
        conditions: conditions on arcs.
        from_side: one end.
        to_side: the other end.
        length_only: True if only the distance is needed; the step that meets is then not finished.
    """

    network: NetworkArrays
    conditions: Conditions
    from_side: SideArrays
    to_side: SideArrays
    length_only: bool = False


class LayerArrays(NamedTuple):
    """Where `collect_layer` writes a layer's arcs.

    Attributes:
        ends: number of arcs up to and with those of each person of the layer.
        rows: number of the next person of each arc, in the order in which next people were first met.
        positions: position of each arc in the network.
        found: the next people, in that order.
    """

    ends: Int64Array
    rows: Int32Array
    positions: Int64Array
    found: Int32Array


def new_side(people: int) -> SideArrays:
    """Return arrays in which no person is reached."""
    return SideArrays(np.full(people, UNREACHED, np.int8), np.empty(people, np.int32), np.zeros(4, np.int64))


@compiled
def _admits(network: NetworkArrays, conditions: Conditions, position: int) -> bool:
    """Return True if an arc satisfies the conditions. An arc without years fails a condition on years."""
    if not conditions.constrained:
        return True
    if network.papers[position] < conditions.min_papers or network.last_year[position] < conditions.since:
        return False
    first_year = network.first_year[position]
    return conditions.until == NO_UNTIL or (first_year != UNKNOWN_YEAR and first_year <= conditions.until)


@compiled
def start_side(network: NetworkArrays, side: SideArrays, people: Int32Array) -> None:
    """Begin a search at distinct people. The side has reached no person."""
    arcs = 0
    for place in range(len(people)):
        person = people[place]
        side.distance[person] = 0
        side.queue[place] = person
        arcs += network.offsets[person + 1] - network.offsets[person]
    side.state[START], side.state[END], side.state[ARCS], side.state[RADIUS] = 0, len(people), arcs, 0


@compiled
def reset_side(side: SideArrays) -> None:
    """Forget all reached people, so that another search can use the arrays."""
    for place in range(side.state[END]):
        side.distance[side.queue[place]] = UNREACHED


@compiled
def extend_side(network: NetworkArrays, conditions: Conditions, side: SideArrays, other: Int8Array) -> bool:
    """Search one step further. Return True if the step reaches a person whom the other side has reached.

    Args:
        network: the network.
        conditions: conditions on arcs.
        side: the side.
        other: distances of the other side.
    """
    start, end = side.state[START], side.state[END]
    radius = side.state[RADIUS] + 1
    stored = min(radius, FARTHEST)
    last, arcs, meets = end, 0, 0
    for place in range(start, end):
        person = side.queue[place]
        for position in range(network.offsets[person], network.offsets[person + 1]):
            target = network.targets[position]
            if side.distance[target] == UNREACHED and _admits(network, conditions, position):
                side.distance[target] = stored
                side.queue[last] = target
                last += 1
                arcs += network.offsets[target + 1] - network.offsets[target]
                meets += 0 <= other[target] < UNREACHED
    side.state[START], side.state[END], side.state[ARCS], side.state[RADIUS] = end, last, arcs, radius
    return bool(meets > 0)


@compiled
def _has_arc_to(network: NetworkArrays, conditions: Conditions, side: SideArrays, other: Int8Array) -> bool:
    """Return True if an arc of a side's frontier leads to a person whom the other side has reached."""
    for place in range(side.state[START], side.state[END]):
        person = side.queue[place]
        for position in range(network.offsets[person], network.offsets[person + 1]):
            if 0 <= other[network.targets[position]] < UNREACHED and _admits(network, conditions, position):
                return True
    return False


@compiled
def search_from_both(search: SearchArrays, max_length: int, max_arcs: int) -> tuple[int, int]:
    """Extend the side whose next step has fewer arcs until both meet.

    Args:
        search: the search; both sides as `start_side` leaves them.
        max_length: maximum distance.
        max_arcs: maximum number of arcs to read.

    Returns:
        The distance, `NO_PATH` or `TOO_MANY_ARCS`, and the number of arcs of all steps.
    """
    network, conditions, from_side, to_side = search.network, search.conditions, search.from_side, search.to_side
    arcs = 0
    for place in range(to_side.state[END]):
        if from_side.distance[to_side.queue[place]] == 0:
            return 0, arcs
    for step in range(1, max_length + 1):
        from_arcs, to_arcs = from_side.state[ARCS], to_side.state[ARCS]
        if from_arcs == 0 or to_arcs == 0:
            return NO_PATH, arcs
        smaller, larger = (from_side, to_side) if from_arcs <= to_arcs else (to_side, from_side)
        if arcs + smaller.state[ARCS] > max_arcs:
            return TOO_MANY_ARCS, arcs
        arcs += smaller.state[ARCS]
        if search.length_only and _has_arc_to(network, conditions, smaller, larger.distance):
            return step, arcs
        if extend_side(network, conditions, smaller, larger.distance):
            return step, arcs
    return NO_PATH, arcs


@compiled
def find_distances(
    search: SearchArrays, pairs: Int32Array, max_length: int, max_arcs: int, lengths: Int64Array
) -> bool:
    """Write the distance of each pair, or `NO_PATH`. Return False if the searches would read too many arcs.

    Args:
        search: the search; no person is reached.
        pairs: two people in each row.
        max_length: maximum distance.
        max_arcs: maximum number of arcs to read for all pairs.
        lengths: receives the distances.
    """
    for row in range(len(pairs)):
        start_side(search.network, search.from_side, pairs[row, :1])
        start_side(search.network, search.to_side, pairs[row, 1:])
        length, arcs = search_from_both(search, max_length, max_arcs)
        reset_side(search.from_side)
        reset_side(search.to_side)
        if length == TOO_MANY_ARCS:
            return False
        max_arcs -= arcs
        lengths[row] = length
    return True


@compiled
def collect_layer(
    search: SearchArrays, people: Int32Array, rest: int, row_of: Int32Array, layer: LayerArrays
) -> tuple[int, int]:
    """Write the arcs from the people of a layer to the next, and return the numbers of arcs and of next people.

    A next person is no end of either side, except in the last layer, and can reach `to_side` in `rest` steps as far as
    that side knows.

    Args:
        search: the search.
        people: people of the layer.
        rest: number of steps from a next person to the end; 0 for the last layer.
        row_of: -1 for each person, before and after.
        layer: receives the arcs; long enough for all arcs of the people.
    """
    network, conditions, from_side, to_side = search.network, search.conditions, search.from_side, search.to_side
    arcs = found = 0
    for place in range(len(people)):
        person = people[place]
        for position in range(network.offsets[person], network.offsets[person + 1]):
            target = network.targets[position]
            to_end = to_side.distance[target]
            if rest == 0:
                allowed = to_end == 0
            else:
                allowed = to_end > 0 and from_side.distance[target] > 0
                allowed = allowed and (rest > to_side.state[RADIUS] or to_end <= rest)
            if allowed and _admits(network, conditions, position):
                if row_of[target] < 0:
                    row_of[target] = found
                    layer.found[found] = target
                    found += 1
                layer.rows[arcs] = row_of[target]
                layer.positions[arcs] = position
                arcs += 1
        layer.ends[place] = arcs
    for place in range(found):
        row_of[layer.found[place]] = -1
    return arcs, found


@compiled
def label_components(offsets: Int64Array, targets: Int32Array, labels: Int32Array, queue: Int32Array) -> None:
    """Write the component of each person: the lowest index of its members.

    Args:
        offsets: position of each person's first arc, followed by the number of arcs.
        targets: person at the end of each arc.
        labels: -1 for each person; receives the components.
        queue: room for all people.
    """
    for first in range(len(labels)):
        if labels[first] >= 0:
            continue
        labels[first] = first
        queue[0] = first
        last, place = 1, 0
        while place < last:
            person = queue[place]
            place += 1
            for position in range(offsets[person], offsets[person + 1]):
                target = targets[position]
                if labels[target] < 0:
                    labels[target] = first
                    queue[last] = target
                    last += 1


def compile_loops() -> None:
    """Compile all loops, which takes some seconds, on a network of two people."""
    offsets, targets = np.array([0, 1, 2]), np.array([1, 0], np.int32)
    years = np.full(2, 2000, np.int16)
    network = NetworkArrays(offsets, targets, np.ones(2, np.int32), years, years)
    conditions = Conditions(constrained=False, min_papers=1, since=UNKNOWN_YEAR, until=NO_UNTIL)
    search = SearchArrays(network, conditions, new_side(2), new_side(2))
    first = np.zeros(1, np.int32)
    find_distances(search, np.array([[0, 1]], np.int32), 1, 2, np.empty(1, np.int64))
    start_side(network, search.from_side, first)
    extend_side(network, conditions, search.from_side, search.to_side.distance)
    search_from_both(search, 1, 2)
    layer = LayerArrays(np.empty(1, np.int64), np.empty(1, np.int32), np.empty(1, np.int64), np.empty(1, np.int32))
    collect_layer(search, first, 0, np.full(2, -1, np.int32), layer)
    label_components(offsets, targets, np.full(2, -1, np.int32), np.empty(2, np.int32))
