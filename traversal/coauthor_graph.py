"""The co-author network as compressed adjacency (CSR), built from rows, and its connected components.

The indexes of people follow their sort keys, so that comparing indexes compares sort keys. Each pair has two arcs, one
per direction. One million people with ten million pairs take 0.24 GB.
"""

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np

from traversal.arrays import BytesArray, Int16Array, Int32Array, Int64Array
from traversal.search_loops import UNKNOWN_YEAR, NetworkArrays, SideArrays, label_components

ID_TYPE = "S28"
"""Type of Byline IDs in arrays."""
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
    spare_sides: list[SideArrays] = field(default_factory=list[SideArrays], compare=False, repr=False)
    """Arrays for searches, in which no person is reached."""
    spare_rows: list[Int32Array] = field(default_factory=list[Int32Array], compare=False, repr=False)
    """Arrays of -1 for each person, in which searches number the people of a layer."""

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
        return sum(part.nbytes for part in (*arrays, self._by_id, self._sorted_ids))

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
        position = bisect_left(self._sorted_ids, key)  # holds the interpreter's lock, so that it waits for no search
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
    def arrays(self) -> NetworkArrays:
        """The arcs, for the compiled loops."""
        return NetworkArrays(self.offsets, self.targets, self.papers, self.first_year, self.last_year)

    def spare_row_of(self) -> Int32Array:
        """Return an array of -1 for each person. Append it to `spare_rows` afterwards, with the same values."""
        try:
            return self.spare_rows.pop()
        except IndexError:
            return np.full(self.people, -1, np.int32)

    def prepare(self) -> None:
        """Compute the cached values now, so that no request waits for them."""
        _ = self._by_id, self._sorted_ids, self._component_sizes, self.arrays


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


def component_labels(offsets: Int64Array, targets: Int32Array) -> Int32Array:
    """Return the component of each person: the lowest index of its members."""
    people = len(offsets) - 1
    labels = np.full(people, -1, np.int32)
    label_components(offsets, targets, labels, np.empty(people, np.int32))
    return labels
