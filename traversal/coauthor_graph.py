"""The co-author network as compressed adjacency (CSR), built from rows.

People are numbered in the order of their sort key, so that comparing numbers compares sort keys. Each pair has two
arcs, one per direction. One million people with ten million pairs take 0.24 GB.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from traversal.arrays import Names, Numbers, Wide, Years
from traversal.components import component_labels

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
    """The network: the arcs of person `n` are at the positions `starts[n]` to `starts[n + 1]` of the other arrays."""

    ids: Names
    """Byline ID of each person, in the order of the sort key."""
    starts: Wide
    targets: Numbers
    papers: Numbers
    """Number of joint papers per arc."""
    first_year: Years
    last_year: Years
    component: Numbers
    """Connected component of each person: the lowest number of its members."""

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
        arrays = (self.ids, self.starts, self.targets, self.papers, self.first_year, self.last_year, self.component)
        return sum(part.nbytes for part in arrays) + self._by_id.nbytes + self._sorted_ids.nbytes

    @cached_property
    def _by_id(self) -> Wide:
        return np.argsort(self.ids, kind="stable")

    @cached_property
    def _sorted_ids(self) -> Names:
        return self.ids[self._by_id]

    def number(self, identifier: str) -> int | None:
        """Return the number of a person, or None if the network does not contain the ID."""
        try:
            key = np.bytes_(identifier.encode("ascii"))
        except UnicodeEncodeError:
            return None
        place = int(np.searchsorted(self._sorted_ids, key))
        if place < len(self._sorted_ids) and self._sorted_ids[place] == key:
            return int(self._by_id[place])
        return None

    def identifier(self, number: int) -> str:
        """Return the Byline ID of a person."""
        return bytes(self.ids[number]).decode("ascii")

    def component_size(self, number: int) -> int:
        """Return the number of people in a person's connected component."""
        return int(self._component_sizes[self.component[number]])

    def component_rank(self, number: int) -> int:
        """Return the rank of a person's component by size: 1 if none is larger."""
        return 1 + int((self._component_sizes > self.component_size(number)).sum())

    @cached_property
    def _component_sizes(self) -> Wide:
        return np.bincount(self.component, minlength=self.people)

    def prepare(self) -> None:
        """Compute the cached values now, so that no request waits for them."""
        _ = self._by_id, self._sorted_ids, self._component_sizes


class GraphBuilder:
    """Collects people and pairs, and builds the network."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._numbers: dict[str, int] = {}
        self._low = array("i")
        self._high = array("i")
        self._papers = array("i")
        self._first = array("h")
        self._last = array("h")

    def add_people(self, identifiers: Iterable[str]) -> None:
        """Add people by Byline ID, in the order of their sort key. Each ID must be new."""
        for identifier in identifiers:
            self._numbers[identifier] = len(self._ids)
            self._ids.append(identifier)

    def add_pairs(
        self,
        one: Sequence[str],
        other: Sequence[str],
        papers: Sequence[int],
        years: tuple[Sequence[int | None], Sequence[int | None]],
    ) -> None:
        """Add pairs as parallel columns. A pair with an unknown ID is skipped.

        Args:
            one: Byline IDs of the first people.
            other: Byline IDs of the second people.
            papers: numbers of joint papers.
            years: first and last years of joint papers, None if unknown.
        """
        low, high = [self._numbers.get(name, -1) for name in one], [self._numbers.get(name, -1) for name in other]
        if -1 in low or -1 in high:
            known = [place for place in range(len(low)) if low[place] >= 0 and high[place] >= 0]
            low, high = [low[place] for place in known], [high[place] for place in known]
            papers = [papers[place] for place in known]
            years = [years[0][place] for place in known], [years[1][place] for place in known]
        self._low.extend(low)
        self._high.extend(high)
        self._papers.extend(papers)
        self._first.extend([UNKNOWN_YEAR if year is None else year for year in years[0]])
        self._last.extend([UNKNOWN_YEAR if year is None else year for year in years[1]])

    def build(self) -> CoauthorGraph:
        """Return the network. The builder is empty afterwards."""
        ids = np.array(self._ids, dtype="S28") if self._ids else np.empty(0, "S28")
        self._ids, self._numbers = [], {}
        graph = from_arrays(
            ids,
            (np.array(self._low, np.int32), np.array(self._high, np.int32)),
            np.array(self._papers, np.int32),
            (np.array(self._first, np.int16), np.array(self._last, np.int16)),
        )
        self.__init__()
        return graph


def from_arrays(
    ids: Names, pairs: tuple[Numbers, Numbers], papers: Numbers, years: tuple[Years, Years]
) -> CoauthorGraph:
    """Return the network of pairs that are columns: numbers of both people, joint papers, first and last year."""
    count = len(pairs[0])
    sources = np.concatenate(pairs)
    order = np.argsort(sources, kind="stable")
    starts = np.zeros(len(ids) + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=len(ids)), out=starts[1:])
    del sources
    targets = np.concatenate((pairs[1], pairs[0]))[order]
    order %= max(count, 1)  # from the arc to its pair
    first_year, last_year = years[0][order], years[1][order]
    joint = papers[order]
    del order
    graph = CoauthorGraph(ids, starts, targets, joint, first_year, last_year, component_labels(starts, targets))
    graph.prepare()
    return graph
