"""The co-author network as compressed adjacency (CSR), built from rows, and its connected components.

The indexes of people follow their sort keys, so that comparing indexes compares sort keys. Each pair has two arcs, one
per direction. One million people with ten million pairs take 0.24 GB.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from traversal.arrays import BytesArray, Int16Array, Int32Array, Int64Array, arcs_of, distinct

UNKNOWN_YEAR = -1
"""Stands for an unknown year in the arrays of years."""
MAX_PAPERS = 65_535
"""Maximum number of joint papers that a pair counts; more count as this many."""
BUILD_BYTES_PER_PAIR = 60
"""Peak memory of a build per pair: rows, keys, their order and the result."""
BUILD_BYTES_PER_PERSON = 240
"""Peak memory of a build per person, most of it in the dictionary of IDs, which ends with the build."""


@dataclass(frozen=True)
class CoauthorGraph:
    """The network: the arcs of person `n` are at the positions `offsets[n]` to `offsets[n + 1]` of the other arrays."""

    ids: BytesArray
    """Byline ID of each person, in the order of the sort key."""
    offsets: Int64Array
    targets: Int32Array
    papers: Int32Array
    """Number of joint papers per arc."""
    first_year: Int16Array
    last_year: Int16Array
    component: Int32Array
    """Connected component of each person: the lowest index of its members."""

    @property
    def people(self) -> int:
        """Number of people."""
        return len(self.ids)

    @property
    def pairs(self) -> int:
        """Number of pairs of co-authors."""
        return len(self.targets) // 2

    @property
    def nbytes(self) -> int:
        """Memory of the arrays in bytes."""
        arrays = (self.ids, self.offsets, self.targets, self.papers, self.first_year, self.last_year, self.component)
        return sum(part.nbytes for part in arrays) + self._by_id.nbytes + self._sorted_ids.nbytes

    @cached_property
    def _by_id(self) -> Int64Array:
        return np.argsort(self.ids, kind="stable")

    @cached_property
    def _sorted_ids(self) -> BytesArray:
        return self.ids[self._by_id]

    def index_of(self, identifier: str) -> int | None:
        """Return the index of a person, or None if the network does not contain the ID."""
        try:
            key = np.bytes_(identifier.encode("ascii"))
        except UnicodeEncodeError:
            return None
        position = int(np.searchsorted(self._sorted_ids, key))
        if position < len(self._sorted_ids) and self._sorted_ids[position] == key:
            return int(self._by_id[position])
        return None

    def id_of(self, person: int) -> str:
        """Return the Byline ID of a person."""
        return bytes(self.ids[person]).decode("ascii")

    def component_size(self, person: int) -> int:
        """Return the number of people in a person's connected component."""
        return int(self._component_sizes[self.component[person]])

    def component_rank(self, person: int) -> int:
        """Return the rank of a person's component by size: 1 if none is larger."""
        return 1 + int((self._component_sizes > self.component_size(person)).sum())

    @cached_property
    def _component_sizes(self) -> Int64Array:
        return np.bincount(self.component, minlength=self.people)

    def prepare(self) -> None:
        """Compute the cached values now, so that no request waits for them."""
        _ = self._by_id, self._sorted_ids, self._component_sizes


class GraphBuilder:
    """Collects people and pairs, and builds the network."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._indexes: dict[str, int] = {}
        self._low = array("i")
        self._high = array("i")
        self._papers = array("i")
        self._first = array("h")
        self._last = array("h")

    def add_people(self, identifiers: Iterable[str]) -> None:
        """Add people by Byline ID, in the order of their sort key. Each ID must be new."""
        for identifier in identifiers:
            self._indexes[identifier] = len(self._ids)
            self._ids.append(identifier)

    def add_pairs(
        self,
        from_ids: Sequence[str],
        to_ids: Sequence[str],
        papers: Sequence[int],
        years: tuple[Sequence[int | None], Sequence[int | None]],
    ) -> None:
        """Add pairs as parallel columns. A pair with an unknown ID is skipped.

        Args:
            from_ids: Byline IDs of the first people.
            to_ids: Byline IDs of the second people.
            papers: numbers of joint papers.
            years: first and last years of joint papers, None if unknown.
        """
        low, high = [self._indexes.get(name, -1) for name in from_ids], [self._indexes.get(name, -1) for name in to_ids]
        if -1 in low or -1 in high:
            known = [row for row in range(len(low)) if low[row] >= 0 and high[row] >= 0]
            low, high = [low[row] for row in known], [high[row] for row in known]
            papers = [papers[row] for row in known]
            years = [years[0][row] for row in known], [years[1][row] for row in known]
        self._low.extend(low)
        self._high.extend(high)
        self._papers.extend(papers)
        self._first.extend([UNKNOWN_YEAR if year is None else year for year in years[0]])
        self._last.extend([UNKNOWN_YEAR if year is None else year for year in years[1]])

    def build(self) -> CoauthorGraph:
        """Return the network. The builder is empty afterwards."""
        ids = np.array(self._ids, dtype="S28") if self._ids else np.empty(0, "S28")
        self._ids, self._indexes = [], {}
        graph = from_arrays(
            ids,
            (np.array(self._low, np.int32), np.array(self._high, np.int32)),
            np.array(self._papers, np.int32),
            (np.array(self._first, np.int16), np.array(self._last, np.int16)),
        )
        self.__init__()
        return graph


def from_arrays(
    ids: BytesArray, pairs: tuple[Int32Array, Int32Array], papers: Int32Array, years: tuple[Int16Array, Int16Array]
) -> CoauthorGraph:
    """Return the network of pairs that are columns: indexes of both people, joint papers, first and last year."""
    count = len(pairs[0])
    sources = np.concatenate(pairs)
    order = np.argsort(sources, kind="stable")
    offsets = np.zeros(len(ids) + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=len(ids)), out=offsets[1:])
    del sources
    targets = np.concatenate((pairs[1], pairs[0]))[order]
    order %= max(count, 1)  # from the arc to its pair
    first_year, last_year = years[0][order], years[1][order]
    joint = papers[order]
    del order
    graph = CoauthorGraph(ids, offsets, targets, joint, first_year, last_year, component_labels(offsets, targets))
    graph.prepare()
    return graph


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
