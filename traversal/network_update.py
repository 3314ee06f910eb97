"""Update the co-author network in memory after a write, without reading the pairs of unchanged people.

An updated network equals one that is built from Neo4j again: the same people in the same order, and the same pairs.
Arrays of ten million pairs are updated in about a second.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from traversal.arrays import BoolArray, Int16Array, Int32Array, Int64Array
from traversal.coauthor_graph import ID_TYPE, CoauthorGraph, component_labels
from traversal.search_loops import UNKNOWN_YEAR
from traversal.sort_keys import SortKeys


class UnknownCoauthorError(Exception):
    """A changed person has an unknown co-author, neither in the network nor changed. The argument is the ID."""


class SortedNetwork(NamedTuple):
    """A network, and the sort keys of its people."""

    graph: CoauthorGraph
    keys: SortKeys


@dataclass(slots=True)
class NetworkChange:
    """The change of a write: changed people with all their current pairs, and the IDs of removed people."""

    removed_ids: list[str] = field(default_factory=list[str])
    ids: list[str] = field(default_factory=list[str])
    sort_keys: list[str] = field(default_factory=list[str])
    from_ids: list[str] = field(default_factory=list[str])
    """The pairs of the changed people as parallel columns: first person, second person, joint papers, years."""
    to_ids: list[str] = field(default_factory=list[str])
    papers: list[int] = field(default_factory=list[int])
    first_years: list[int | None] = field(default_factory=list[int | None])
    last_years: list[int | None] = field(default_factory=list[int | None])

    def add_person(
        self,
        identifier: str,
        sort_key: str,
        coauthor_ids: Sequence[str],
        papers: Sequence[int],
        years: tuple[Sequence[int | None], Sequence[int | None]],
    ) -> None:
        """Add a changed person with all pairs, in both directions of the relationship."""
        self.ids.append(identifier)
        self.sort_keys.append(sort_key)
        self.from_ids.extend([identifier] * len(coauthor_ids))
        self.to_ids.extend(coauthor_ids)
        self.papers.extend(papers)
        self.first_years.extend(years[0])
        self.last_years.extend(years[1])


class Pairs(NamedTuple):
    """Arcs by index, each pair in both directions, sorted by source."""

    sources: Int32Array
    targets: Int32Array
    papers: Int32Array
    first_year: Int16Array
    last_year: Int16Array


class People(NamedTuple):
    """The people of the updated network: kept people, and changed people inserted among them."""

    kept: Int64Array
    """Indexes of the kept people in the network before."""
    positions: Int64Array
    """Position of each inserted person among the kept."""
    inserted: Sequence[int]
    """Places of the inserted people in the change, in the order of their sort keys."""
    new_index: Int32Array
    """Index of each person of the network before; -1 for removed people."""
    index_of_changed: Mapping[str, int]
    """Index of each inserted person by Byline ID."""

    @property
    def number(self) -> int:
        """Number of people in the updated network."""
        return len(self.kept) + len(self.inserted)


def updated_network(network: SortedNetwork, change: NetworkChange) -> SortedNetwork:
    """Return the network after a change. Raises UnknownCoauthorError."""
    old = network.graph
    replaced = np.zeros(old.people, np.bool_)
    for identifiers in (change.ids, change.removed_ids):
        indexes = old.indexes_of(np.array(identifiers, ID_TYPE))
        replaced[indexes[indexes >= 0]] = True
    sources = np.repeat(np.arange(old.people, dtype=np.int32), np.diff(old.offsets))
    keep = ~(replaced[sources] | replaced[old.targets])
    people = _people(network, change, replaced, np.bincount(sources[keep], minlength=old.people))
    pairs = _pairs(old, change, people)
    offsets = np.zeros(people.number + 1, np.int64)
    np.cumsum(np.bincount(people.new_index[sources[keep]], minlength=people.number), out=offsets[1:])
    del sources
    places = offsets[pairs.sources + 1]  # new arcs follow the kept arcs of their person
    offsets[1:] += np.cumsum(np.bincount(pairs.sources, minlength=people.number))
    targets = np.insert(people.new_index[old.targets[keep]], places, pairs.targets)
    inserted_ids = np.array([change.ids[place] for place in people.inserted], ID_TYPE)
    graph = CoauthorGraph(
        np.insert(old.ids[people.kept], people.positions, inserted_ids),
        offsets,
        targets,
        np.insert(old.papers[keep], places, pairs.papers),
        np.insert(old.first_year[keep], places, pairs.first_year),
        np.insert(old.last_year[keep], places, pairs.last_year),
        component_labels(offsets, targets),
    )
    graph.prepare()
    sort_keys = [change.sort_keys[place] for place in people.inserted]
    return SortedNetwork(graph, network.keys.replaced(people.kept, people.positions, sort_keys))


def _people(network: SortedNetwork, change: NetworkChange, replaced: BoolArray, kept_arcs: Int64Array) -> People:
    """Return the people with at least one pair. The network has no people without pairs.

    Args:
        network: the network before.
        change: the change.
        replaced: True for each person with replaced or removed pairs.
        kept_arcs: number of arcs of each person that remain.
    """
    old = network.graph
    coauthors = old.indexes_of(np.array(change.to_ids, ID_TYPE))
    has_pairs = kept_arcs > 0
    has_pairs[coauthors[coauthors >= 0]] = True
    kept = np.flatnonzero(has_pairs & ~replaced)
    linked = set(change.from_ids)
    inserted = sorted(
        (place for place, identifier in enumerate(change.ids) if identifier in linked),
        key=lambda place: change.sort_keys[place].encode(),
    )
    before = np.array([network.keys.position(change.sort_keys[place]) for place in inserted], np.int64)
    positions = np.searchsorted(kept, before)
    numbers = np.arange(len(kept))
    new_index = np.full(old.people, -1, np.int32)
    new_index[kept] = numbers + np.searchsorted(positions, numbers, side="right")
    index_of_changed = {
        change.ids[place]: position + shift
        for shift, (place, position) in enumerate(zip(inserted, positions.tolist(), strict=True))
    }
    indexes = old.indexes_of(np.array(list(index_of_changed), ID_TYPE))
    known = indexes >= 0
    new_index[indexes[known]] = np.array(list(index_of_changed.values()), np.int32)[known]
    return People(kept, positions, inserted, new_index, index_of_changed)


def _pairs(old: CoauthorGraph, change: NetworkChange, people: People) -> Pairs:
    """Return the arcs of the changed people. Raises UnknownCoauthorError."""
    index_of_changed = people.index_of_changed
    # A pair of two changed people stands in the lists of both.
    once = np.array(
        [
            to_id not in index_of_changed or from_id < to_id
            for from_id, to_id in zip(change.from_ids, change.to_ids, strict=True)
        ],
        np.bool_,
    )
    from_people = np.array([index_of_changed[identifier] for identifier in change.from_ids], np.int32)
    to_people = old.indexes_of(np.array(change.to_ids, ID_TYPE))
    known = to_people >= 0
    to_people[known] = people.new_index[to_people[known]]
    for row in np.flatnonzero(to_people < 0).tolist():
        to_people[row] = index_of_changed.get(change.to_ids[row], -1)
    unknown: list[int] = np.flatnonzero(to_people < 0).tolist()
    if unknown:
        raise UnknownCoauthorError(change.to_ids[unknown[0]])
    ends = from_people[once], to_people[once].astype(np.int32)
    sources = np.concatenate(ends)
    order = np.argsort(sources, kind="stable")
    row_of_arc = np.flatnonzero(once)[order % max(len(ends[0]), 1)]
    return Pairs(
        sources[order],
        np.concatenate((ends[1], ends[0]))[order],
        np.array(change.papers, np.int32)[row_of_arc],
        _years(change.first_years)[row_of_arc],
        _years(change.last_years)[row_of_arc],
    )


def _years(years: Sequence[int | None]) -> Int16Array:
    return np.array([UNKNOWN_YEAR if year is None else year for year in years], np.int16)
