"""Types of arrays, and the arcs of many people at once."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Int32Array: TypeAlias = npt.NDArray[np.int32]
Int64Array: TypeAlias = npt.NDArray[np.int64]
Int16Array: TypeAlias = npt.NDArray[np.int16]
Int8Array: TypeAlias = npt.NDArray[np.int8]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
BytesArray: TypeAlias = npt.NDArray[np.bytes_]


class Arcs(NamedTuple):
    """Arcs that leave people, grouped by person: their positions in the adjacency, and their number per person."""

    positions: Int64Array
    counts: Int64Array


def arcs_of(offsets: Int64Array, people: Int32Array) -> Arcs:
    """Return the arcs of people, in their order.

    Args:
        offsets: position of each person's first arc, followed by the number of arcs.
        people: indexes of the people.
    """
    first = offsets[people]
    counts = offsets[people + 1] - first
    return Arcs(expand_ranges(first, counts), counts)


def expand_ranges(first: Int64Array, counts: Int64Array) -> Int64Array:
    """Return `counts[n]` consecutive numbers from `first[n]` on, for each `n` in order."""
    ends = counts.cumsum()
    numbers = (first - ends + counts).repeat(counts)
    numbers += np.arange(len(numbers))
    return numbers


def distinct(people: Int32Array) -> Int32Array:
    """Return the indexes sorted, each once."""
    if len(people) < 2:  # noqa: PLR2004 nothing to sort
        return people
    ordered = np.sort(people)
    keep = np.empty(len(ordered), np.bool_)
    keep[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=keep[1:])
    return ordered[keep]
