"""Paths, distances and components of the network in memory, compared with an exhaustive search."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.traversal.naive_paths import (
    NaiveQuery,
    Network,
    Pair,
    identifier,
    naive_answer,
    naive_components,
    random_network,
)
from traversal.coauthor_graph import CoauthorGraph, GraphBuilder
from traversal.distance import Budget, distance_histogram, distances
from traversal.paths import PathAnswer, PathQuery, find_paths
from traversal.ranking import Constraints, Ranking

RANKINGS = [ranking.value for ranking in Ranking]


def engine_answer(graph: CoauthorGraph, query: NaiveQuery) -> PathAnswer:
    constraints = Constraints(query.min_papers, query.since, query.until, frozenset(query.excluded))
    return find_paths(
        graph,
        PathQuery(
            list(query.starts),
            list(query.ends),
            query.first,
            query.max_length,
            constraints,
            Ranking(query.ranking),
            query.year,
        ),
    )


def random_query(chance: random.Random, people: int) -> NaiveQuery:
    """Return a question with random ends, sizes, ranking and conditions."""
    sizes = chance.choice([(1, 1), (1, 1), (2, 3), (4, 1)])
    starts, ends = (chance.sample(range(people), size) for size in sizes)
    return NaiveQuery(
        starts,
        ends,
        chance.choice([1, 3, 20]),
        chance.randint(1, 7),
        chance.choice(RANKINGS),
        chance.choice([1, 1, 1, 2]),
        chance.choice([None, None, 2000, 2010]),
        chance.choice([None, None, 2005, 2015]),
        chance.choice([(), (), chance.sample(range(people), 3)]),
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_questions_match_exhaustive_search(seed: int) -> None:
    """Distance, paths and their order are those of an exhaustive search, for every ranking, condition and set."""
    chance = random.Random(seed)  # noqa: S311 no secret
    network = random_network(seed)
    graph = network.graph()
    found = 0
    for _ in range(125):
        query = random_query(chance, network.people)
        answer = engine_answer(graph, query)
        assert (answer.distance, [path.people for path in answer.paths]) == naive_answer(network, query), query
        assert not answer.truncated
        found += bool(answer.paths)
    assert found > 20


def test_questions_without_a_path() -> None:
    """The same person twice, disconnected people, excluded ends and zero paths give a stated empty answer."""
    network = random_network(3)
    graph = network.graph()
    query = NaiveQuery([0], [1], 3, 6)
    assert engine_answer(graph, replace(query, ends=[0])) == PathAnswer([], 0, 0, 0)
    assert engine_answer(graph, replace(query, ends=[25])) == PathAnswer([], None, 0, 0)
    assert engine_answer(graph, replace(query, excluded=[0])).distance is None
    assert engine_answer(graph, replace(query, first=0)).paths == []
    assert engine_answer(graph, replace(query, since=2999)) == PathAnswer([], None, 0, 0)
    too_short = engine_answer(graph, replace(query, max_length=0))
    assert (too_short.distance, too_short.paths) == (None, [])


def test_answer_states_how_far_each_side_was_searched() -> None:
    """A path of people 0 to 9: at most four steps are searched, two from either end, and each reaches two people."""
    chain = Network(10, {(person, person + 1): Pair(1, None, None) for person in range(9)})
    answer = engine_answer(chain.graph(), NaiveQuery([0], [9], 3, 4))
    assert (answer.distance, answer.from_count + answer.to_count, answer.truncated) == (None, 4, False)


def test_search_stops_at_its_budget() -> None:
    """A search that would read more arcs than the budget returns what it has, and says that it was stopped."""
    network = random_network(1)
    graph = network.graph()
    query = PathQuery([0], [1], 20)
    assert not find_paths(graph, query).truncated
    stopped = find_paths(graph, query, Budget(5))
    assert (stopped.truncated, stopped.paths) == (True, [])


def test_walks_that_return_count_for_the_budget() -> None:
    """Many cheap walks to co-authors and back, which are no paths, stop the search; it keeps the paths found before."""
    width, leaves, layers = 5, 20, 5
    inner = [[2 + layer * width + place for place in range(width)] for layer in range(layers)]
    weak = [(0, person) for person in inner[0]] + [(1, person) for person in inner[-1]]
    weak += [(one, other) for near, far in pairwise(inner) for one in near for other in far]
    first_leaf = 2 + width * layers
    strong = [
        (person, first_leaf + place * leaves + leaf)
        for place, person in enumerate(person for layer in inner for person in layer)
        for leaf in range(leaves)
    ]
    pairs = dict.fromkeys(weak, Pair(1, None, None)) | dict.fromkeys(strong, Pair(50, None, None))
    graph = Network(first_leaf + width * layers * leaves, pairs).graph()
    query = PathQuery([0], [1], 20, 10, ranking=Ranking.STRENGTH)
    answer = find_paths(graph, query, Budget(1_000_000))
    assert (answer.truncated, answer.distance, len(answer.paths)) == (True, layers + 1, 20)
    assert not find_paths(graph, replace(query, ranking=Ranking.LENGTH), Budget(1_000_000)).truncated


@pytest.mark.parametrize("seed", range(4))
def test_distances_and_components_match_exhaustive_search(seed: int) -> None:
    """Distances of all pairs, the distance histogram, and components with their sizes equal a naive computation."""
    network = random_network(seed, pairs=45)
    graph = network.graph()
    components = naive_components(network)
    assert graph.component.tolist() == components
    assert [graph.component_size(person) for person in range(40)] == [components.count(one) for one in components]
    pairs = [(one, other) for one in range(0, 40, 3) for other in range(40)]
    expected = [naive_answer(network, NaiveQuery([one], [other], 1, 99))[0] for one, other in pairs]
    assert distances(graph, pairs) == expected
    of_hub = [naive_answer(network, NaiveQuery([0], [other], 1, 99))[0] for other in range(40)]
    assert distance_histogram(graph, 0) == [of_hub.count(step) for step in range(len(distance_histogram(graph, 0)))]


def test_histogram_of_a_long_chain_ends() -> None:
    """Distances above the largest number of the array of distances are counted, too."""
    people = 400
    pairs = {(person, person + 1): Pair(1, None, None) for person in range(people - 1)}
    assert distance_histogram(Network(people, pairs).graph(), 0) == [1] * people


def test_people_are_found_by_id() -> None:
    """People are found by Byline ID; texts that are no ID of the network are not, and pairs with them are skipped."""
    builder = GraphBuilder()
    builder.add_people(map(identifier, [5, 3, 9]))
    builder.add_pairs([identifier(5), identifier(3)], [identifier(3), identifier(7)], [2, 4], ([2000, 1], [None, 2]))
    graph = builder.build()
    assert [graph.index_of(identifier(person)) for person in (5, 3, 9)] == [0, 1, 2]
    assert graph.id_of(1) == identifier(3)
    assert [graph.index_of(text) for text in (identifier(7), "", "ü", "r_" + "9" * 60)] == [None] * 4
    assert (graph.people, graph.pairs, graph.papers.tolist()) == (3, 1, [2, 2])
    empty = GraphBuilder().build()
    assert (empty.people, empty.index_of(identifier(1)), empty.nbytes >= 0) == (0, None, True)
