"""After random changes, an updated network equals a network that is built from all people and pairs."""

from dataclasses import dataclass, field
from random import Random

import numpy as np
import pytest

from tests.traversal.arcs import sorted_arcs
from traversal.coauthor_graph import GraphBuilder
from traversal.distance import distances
from traversal.network_update import NetworkChange, SortedNetwork, UnknownCoauthorError, updated_network
from traversal.sort_keys import SortKeys

NAMES = "aé李\U00020000z"
"""First letters of sort keys, and a letter beyond the basic multilingual plane."""


@dataclass
class People:
    """People with sort keys, and pairs with their joint papers and years, in plain dictionaries."""

    keys: dict[str, str] = field(default_factory=dict[str, str])
    pairs: dict[tuple[str, str], tuple[int, int | None, int | None]] = field(
        default_factory=dict[tuple[str, str], tuple[int, int | None, int | None]]
    )

    def network(self) -> SortedNetwork:
        """Return the network of the people with pairs."""
        linked = {person for pair in self.pairs for person in pair}
        ordered = sorted(linked, key=lambda person: self.keys[person].encode())
        builder = GraphBuilder()
        builder.add_people(ordered)
        values = list(self.pairs.values())
        builder.add_pairs(
            [low for low, _ in self.pairs],
            [high for _, high in self.pairs],
            [papers for papers, _, _ in values],
            ([first for _, first, _ in values], [last for _, _, last in values]),
        )
        return SortedNetwork(builder.build(), SortKeys.from_list([self.keys[person] for person in ordered]))

    def change_at_random(self, random: Random) -> NetworkChange:
        """Add, remove and rename people, add and remove pairs, and return the change."""
        before = dict(self.pairs)
        removed = random.sample(sorted(self.keys), min(len(self.keys), random.randrange(3)))
        renamed = random.sample(sorted(self.keys.keys() - set(removed)), min(len(self.keys) - len(removed), 2))
        for person in removed:
            del self.keys[person]
        for person in [*renamed, *(f"r_{random.randrange(10**9)}" for _ in range(random.randrange(4)))]:
            self.keys[person] = random.choice(NAMES) + random.choice(NAMES) + person
        self.pairs = {
            pair: values
            for pair, values in self.pairs.items()
            if set(pair) <= self.keys.keys() and random.random() < 0.9
        }
        self.add_pairs(random, random.randrange(5))
        touched = {
            person
            for pair in before.keys() | self.pairs.keys()
            if before.get(pair) != self.pairs.get(pair)
            for person in random.sample(pair, random.choice((1, 2)))
        }
        change = NetworkChange(removed)
        for person in sorted((touched | set(renamed)) & self.keys.keys()):
            mine = [(pair, values) for pair, values in self.pairs.items() if person in pair]
            change.add_person(
                person,
                self.keys[person],
                [low if high == person else high for (low, high), _ in mine],
                [papers for _, (papers, _, _) in mine],
                ([first for _, (_, first, _) in mine], [last for _, (_, _, last) in mine]),
            )
        return change

    def add_pairs(self, random: Random, number: int) -> None:
        """Add pairs of random people, or replace the values of pairs."""
        if len(self.keys) < 2:
            return
        for _ in range(number):
            low, high = sorted(random.sample(sorted(self.keys), 2))
            self.pairs[low, high] = random.randrange(1, 5), random.choice((None, 2001)), random.choice((None, 2005))


@pytest.mark.parametrize("seed", range(40))
def test_updated_network_equals_a_new_one(seed: int) -> None:
    """After each of ten changes: the same people in the same order, pairs, sort keys, components and distances."""
    random = Random(seed)  # noqa: S311 changes of a test
    people = People({f"r_{number}": f"{random.choice(NAMES)}{number}" for number in range(12)})
    people.add_pairs(random, random.randrange(20))
    network = people.network()
    for _ in range(10):
        change = people.change_at_random(random)
        try:
            network = updated_network(network, change)
        except UnknownCoauthorError:
            network = people.network()
            continue
        expected = people.network()
        assert sorted_arcs(network.graph) == sorted_arcs(expected.graph)
        assert network.graph.component.tolist() == expected.graph.component.tolist()
        assert np.array_equal(network.graph.offsets, expected.graph.offsets)
        assert [network.keys.position(key) for key in people.keys.values()] == [
            expected.keys.position(key) for key in people.keys.values()
        ]
        number = expected.graph.people
        pairs = [(random.randrange(number), random.randrange(number)) for _ in range(3)] if number else []
        assert distances(network.graph, pairs) == distances(expected.graph, pairs)


def test_unknown_coauthor_is_an_error() -> None:
    """A pair with a person unknown to the network and to the change must not be lost."""
    change = NetworkChange()
    change.add_person("r_1", "a", ["r_2"], [1], ([None], [None]))
    with pytest.raises(UnknownCoauthorError):
        updated_network(People().network(), change)
