"""Types of arrays, and the arcs of many people at once."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.int32]
Wide: TypeAlias = npt.NDArray[np.int64]
Years: TypeAlias = npt.NDArray[np.int16]
Levels: TypeAlias = npt.NDArray[np.int8]
Mask: TypeAlias = npt.NDArray[np.bool_]
Names: TypeAlias = npt.NDArray[np.bytes_]


class Arcs(NamedTuple):
    """Arcs that leave people, grouped by person: `place` is the position of the arc in the adjacency, `counts` the
    number of arcs per person.
    """

    place: Wide
    counts: Wide


def arcs_of(starts: Wide, people: Numbers) -> Arcs:
    """Return the arcs of people, in their order.

    Args:
        starts: position of each person's first arc, followed by the number of arcs.
        people: numbers of the people.
    """
    first = starts[people]
    counts = starts[people + 1] - first
    total = int(counts.sum())
    place = np.repeat(first - (np.cumsum(counts) - counts), counts)
    place += np.arange(total)
    return Arcs(place, counts)


def distinct(people: Numbers) -> Numbers:
    """Return the numbers sorted, each once."""
    if len(people) < 2:  # noqa: PLR2004 nothing to sort
        return people
    ordered = np.sort(people)
    keep = np.empty(len(ordered), np.bool_)
    keep[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=keep[1:])
    return ordered[keep]
