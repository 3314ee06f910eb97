"""Connected components: each person's label is the lowest index of the component's members."""

import numpy as np

from traversal.arrays import Int32Array, Int64Array, arcs_of, distinct

ROUNDS = 64
"""Maximum number of rounds; the labels of a path of 2^64 people would need as many."""


def component_labels(offsets: Int64Array, targets: Int32Array) -> Int32Array:
    """Return the component of each person.

    The component of the person with most arcs is found by breadth-first search; it usually has most people. Others are
    found by hooking and pointer jumping: each label moves to the lowest label of the neighbors, and labels of labels
    are followed, until nothing changes.
    """
    people = len(offsets) - 1
    labels = np.arange(people, dtype=np.int32)
    if not len(targets):
        return labels
    largest = _reachable(offsets, targets, int(np.argmax(np.diff(offsets))))
    labels[largest] = largest.min()
    inside = np.zeros(people, np.bool_)
    inside[largest] = True
    rest = np.flatnonzero(~inside & (np.diff(offsets) > 0)).astype(np.int32)
    if len(rest):
        positions, counts = arcs_of(offsets, rest)
        _hook(labels, np.repeat(rest, counts), targets[positions])
    return labels


def _reachable(offsets: Int64Array, targets: Int32Array, start: int) -> Int32Array:
    seen = np.zeros(len(offsets) - 1, np.bool_)
    seen[start] = True
    frontier = np.array([start], np.int32)
    while len(frontier):
        found = targets[arcs_of(offsets, frontier).positions]
        frontier = distinct(found[~seen[found]])
        seen[frontier] = True
    return np.flatnonzero(seen).astype(np.int32)


def _hook(labels: Int32Array, sources: Int32Array, targets: Int32Array) -> None:
    for _ in range(ROUNDS):
        before = labels[sources]
        np.minimum.at(labels, sources, labels[targets])
        np.minimum.at(labels, before, labels[sources])
        while True:
            jumped = labels[labels]
            if np.array_equal(jumped, labels):
                break
            labels[:] = jumped
        if np.array_equal(labels[sources], labels[targets]):
            return
