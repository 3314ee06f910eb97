"""Connected components: each person's label is the lowest number of the component's members."""

import numpy as np

from traversal.arrays import Numbers, Wide, arcs_of, distinct

ROUNDS = 64
"""Maximum number of rounds; the labels of a path of 2^64 people would need as many."""


def component_labels(starts: Wide, targets: Numbers) -> Numbers:
    """Return the component of each person.

    The component of the person with most arcs is found by breadth-first search; it usually has most people. Others are
    found by hooking and pointer jumping: each label moves to the lowest label of the neighbors, and labels of labels
    are followed, until nothing changes.
    """
    people = len(starts) - 1
    labels = np.arange(people, dtype=np.int32)
    if not len(targets):
        return labels
    largest = _reachable(starts, targets, int(np.argmax(np.diff(starts))))
    labels[largest] = largest.min()
    inside = np.zeros(people, np.bool_)
    inside[largest] = True
    rest = np.flatnonzero(~inside & (np.diff(starts) > 0)).astype(np.int32)
    if len(rest):
        place, counts = arcs_of(starts, rest)
        _hook(labels, np.repeat(rest, counts), targets[place])
    return labels


def _reachable(starts: Wide, targets: Numbers, start: int) -> Numbers:
    seen = np.zeros(len(starts) - 1, np.bool_)
    seen[start] = True
    frontier = np.array([start], np.int32)
    while len(frontier):
        found = targets[arcs_of(starts, frontier).place]
        frontier = distinct(found[~seen[found]])
        seen[frontier] = True
    return np.flatnonzero(seen).astype(np.int32)


def _hook(labels: Numbers, sources: Numbers, targets: Numbers) -> None:
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
