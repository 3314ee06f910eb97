"""The co-author network as compressed adjacency (CSR), built from rows, and its connected components.

The indexes of people follow their sort keys, so that comparing indexes compares sort keys. Each pair has two arcs, one
per direction. One million people with ten million pairs take 0.24 GB.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np

from traversal.arrays import BytesArray, Int8Array, Int16Array, Int32Array, Int64Array, arcs_of, distinct

ID_TYPE = "S28"
"""Type of Byline IDs in arrays."""
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
    spare_distances: list[Int8Array] = field(default_factory=list[Int8Array], compare=False, repr=False)
    """Arrays of distances for searches, in which no person is reached."""

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
        return sum(part.nbytes for part in (*arrays, self._by_id, self._sorted_ids, self.arc_ranges))

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

    def indexes_of(self, identifiers: BytesArray) -> Int64Array:
        """Return the index of each person, or -1 if the network does not contain the ID."""
        positions = np.searchsorted(self._sorted_ids, identifiers)
        positions[positions == len(self._sorted_ids)] = 0
        if not len(self._sorted_ids):
            return np.full(len(identifiers), -1, np.int64)
        return np.where(self._sorted_ids[positions] == identifiers, self._by_id[positions], -1)

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

    @cached_property
    def arc_ranges(self) -> Int64Array:
        """A row for each person: position of the first arc, and number of arcs. One read from memory gives both."""
        return np.stack((self.offsets[:-1], np.diff(self.offsets)), axis=1)

    def prepare(self) -> None:
        """Compute the cached values now, so that no request waits for them."""
        _ = self._by_id, self._sorted_ids, self._component_sizes, self.arc_ranges


class GraphBuilder:
    """Collects people and pairs, and builds the network."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)
        """Number of each ID, in the order in which IDs were first met."""
        self._people: list[str] = []
        self._from = array("i")
        self._to = array("i")
        self._papers = array("i")
        self._first = array("h")
        self._last = array("h")

    def add_people(self, identifiers: Iterable[str]) -> None:
        """Add people by Byline ID, in the order of their sort key, before or after their pairs. Each ID must be new."""
        self._people.extend(identifiers)

    def add_pairs(
        self,
        from_ids: Iterable[str],
        to_ids: Iterable[str],
        papers: Iterable[int],
        years: tuple[Iterable[int | None], Iterable[int | None]],
    ) -> None:
        """Add pairs as parallel columns. The network omits pairs with a person that is not added.

        Args:
            from_ids: Byline IDs of the first people.
            to_ids: Byline IDs of the second people.
            papers: numbers of joint papers.
            years: first and last years of joint papers, None if unknown.
        """
        number = self._numbers.__getitem__
        self._from.extend(map(number, from_ids))
        self._to.extend(map(number, to_ids))
        self._papers.extend(papers)
        self._first.extend([UNKNOWN_YEAR if year is None else year for year in years[0]])
        self._last.extend([UNKNOWN_YEAR if year is None else year for year in years[1]])

    def build(self) -> CoauthorGraph:
        """Return the network. The builder is empty afterwards."""
        ids = np.array(self._people, dtype=ID_TYPE) if self._people else np.empty(0, ID_TYPE)
        numbers = np.fromiter(map(self._numbers.__getitem__, self._people), np.int32, len(self._people))
        index_of_number = np.full(len(self._numbers), -1, np.int32)
        index_of_number[numbers] = np.arange(len(numbers), dtype=np.int32)
        low, high = (index_of_number[np.frombuffer(column, np.int32)] for column in (self._from, self._to))
        papers = np.frombuffer(self._papers, np.int32)
        first, last = (np.frombuffer(column, np.int16) for column in (self._first, self._last))
        self.__init__()
        known = (low >= 0) & (high >= 0)
        if not known.all():
            low, high, papers, first, last = low[known], high[known], papers[known], first[known], last[known]
        return from_arrays(ids, (low, high), papers, (first, last))


def from_arrays(
    ids: BytesArray, pairs: tuple[Int32Array, Int32Array], papers: Int32Array, years: tuple[Int16Array, Int16Array]
) -> CoauthorGraph:
    """Return the network of pairs that are columns: indexes of both people, joint papers, first and last year."""
    number = len(pairs[0])
    sources = np.concatenate(pairs)
    order = np.argsort(sources, kind="stable")
    offsets = np.zeros(len(ids) + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=len(ids)), out=offsets[1:])
    del sources
    targets = np.concatenate((pairs[1], pairs[0]))[order]
    order %= max(number, 1)  # from the arc to its pair
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
        join_components(labels, np.repeat(rest, counts), targets[positions])
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


def join_components(labels: Int32Array, sources: Int32Array, targets: Int32Array) -> None:
    """Give both ends of each arc the same label, the lower one. The label of a component is its lowest person."""
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
