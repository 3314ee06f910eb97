"""The k shortest co-author paths, compared with a search of every simple path in Python."""

import random
from collections.abc import AsyncGenerator, Iterator
from itertools import pairwise
from typing import Any

import pytest

from cypher.driver.client import Address, Graph
from resolvers.execute import Service
from tests.conftest import emptied
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph

PEOPLE = 60
FILL = """
UNWIND range(0, $people - 1) AS i
CREATE (:Researcher {id: 'r_' + right('0000000000000000000000000' + i, 26), ord: right('00' + i, 3), name: 'N' + i})
WITH count(*) AS _
UNWIND $pairs AS pair
MATCH (a:Researcher {name: 'N' + pair[0]}), (b:Researcher {name: 'N' + pair[1]})
CREATE (a)-[:COLLABORATED_WITH {papers: pair[2], firstYear: 2000, lastYear: 2000}]->(b)
"""
PATHS = """
query P($a: ID!, $b: ID!, $k: Int!, $max: Int!) {
  collaborationPaths(from: $a, to: $b, first: $k, maxLength: $max) { length people { name } hops { paperCount } }
}
"""


def joint_papers() -> dict[tuple[int, int], int]:
    """Return the joint papers of each pair: a sparse network, 20 people who know only N0,
    and N1 with a single step to N0.
    """
    chance = random.Random(6)  # noqa: S311 a drawing, no secret
    pairs = {(person, chance.randrange(2, person)): chance.randint(1, 9) for person in range(3, 40)}
    while len(pairs) < 60:
        one, other = sorted(chance.sample(range(2, 40), 2), reverse=True)
        pairs.setdefault((one, other), chance.randint(1, 9))
    pairs |= {(person, 0): 1 for person in range(40, PEOPLE)}
    return pairs | {(1, 0): 1, (9, 0): 3, (17, 0): 2, (30, 1): 4, (23, 1): 1}


WEB = joint_papers()


@pytest.fixture(scope="module")
async def web(address: Address) -> AsyncGenerator[Asker]:
    """Yield a client for the network."""
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(FILL, {"people": PEOPLE, "pairs": [[*pair, papers] for pair, papers in WEB.items()]})
        yield Asker(Service(graph))
        await emptied(graph)


def simple_chains(start: int, end: int, longest: int) -> Iterator[tuple[int, ...]]:
    """Yield every path in which each person appears once."""
    near: dict[int, list[int]] = {}
    for one, other in WEB:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    waiting: list[tuple[int, ...]] = [(start,)]
    while waiting:
        chain = waiting.pop()
        if chain[-1] == end:
            yield chain
        elif len(chain) <= longest:
            waiting += [(*chain, person) for person in near[chain[-1]] if person not in chain]


def papers(chain: tuple[int, ...]) -> list[int]:
    return [WEB[max(step), min(step)] for step in pairwise(chain)]


@pytest.mark.parametrize(("start", "end"), [(0, 1), (1, 0), (0, 9), (2, 39), (12, 31), (40, 25), (41, 42), (5, 5)])
@pytest.mark.parametrize(("k", "longest"), [(5, 4), (20, 5), (20, 6), (3, 6)])
async def test_shortest_paths_match_full_search(web: Asker, start: int, end: int, k: int, longest: int) -> None:
    """The k shortest simple paths are complete and ordered by length, then joint papers, then names."""
    every = list(simple_chains(start, end, longest)) if start != end else []
    every.sort(key=lambda chain: (len(chain), -sum(papers(chain)), [f"{person:03}" for person in chain]))
    ids = {"a": f"r_{start:026}", "b": f"r_{end:026}"}
    found: Any = (await web(PATHS, **ids, k=k, max=longest))["collaborationPaths"]
    shown = [tuple(int(person["name"][1:]) for person in chain["people"]) for chain in found]
    assert shown == every[:k]
    assert [chain["length"] for chain in found] == [len(chain) - 1 for chain in shown]
    assert [[hop["paperCount"] for hop in chain["hops"]] for chain in found] == [papers(chain) for chain in shown]


def test_network_contains_misleading_walks() -> None:
    """N0 and N1 are one step apart; many walks of four steps return to N0, and other paths have 4 to 6 steps."""
    lengths = [len(chain) - 1 for chain in simple_chains(0, 1, 6)]
    assert lengths.count(1) == 1
    assert {2, 3}.isdisjoint(lengths)
    assert {4, 5, 6} <= set(lengths)
