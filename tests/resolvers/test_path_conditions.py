"""Conditions of collaboration paths on papers, compared with a search over the joint papers that satisfy them."""

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from resolvers.conditional_path_search import ConditionalPathSearch
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK as NETWORK
from tests.resolvers.scholarly_network import Work, entity_id
from tests.tiers import sampled_cases
from tests.traversal.naive_paths import NaiveQuery, Network, Pair, naive_answer
from traversal import time_order

pytestmark = pytest.mark.graph

QUERY = """
query P($from: [ID!]!, $to: [ID!]!, $first: Int, $max: Int, $where: CollaborationPathFilter, $by: PathRanking) {
  collaborationPaths(from: $from, to: $to, first: $first, maxLength: $max, where: $where, rankBy: $by) {
    degreesOfSeparation computedBy
    paths { people { name } hops { paperCount papers { title } } }
  }
}
"""


@dataclass(frozen=True)
class Conditions:
    """Conditions on the joint papers of a step."""

    topics: tuple[int, ...]
    venues: tuple[int, ...]
    excluded: tuple[int, ...]
    years: tuple[int | None, int | None]
    min_papers: int

    def admits(self, work: Work) -> bool:
        """Return True if a paper satisfies the conditions."""
        since, until = self.years
        return (
            (not self.topics or bool(set(self.topics) & set(work.topics)))
            and (not self.venues or work.venue in self.venues)
            and work.number not in self.excluded
            and (since is None or work.year >= since)
            and (until is None or work.year <= until)
        )

    def variables(self) -> dict[str, object]:
        """Return the filter."""
        return {
            "topics": [entity_id("t", topic) for topic in self.topics],
            "venues": [entity_id("v", venue) for venue in self.venues],
            "excludePapers": [entity_id("p", paper) for paper in self.excluded],
            "years": {"from": self.years[0], "to": self.years[1]},
            "minSharedPapers": self.min_papers,
        }


def random_conditions(chance: random.Random) -> Conditions:
    """Return conditions of which at least one depends on papers."""
    kinds = chance.sample(["topics", "venues", "excluded", "years"], chance.choice([1, 1, 2, 3]))
    since = chance.randint(2005, 2018)
    return Conditions(
        tuple(chance.sample(range(8), 3)) if "topics" in kinds else (),
        tuple(chance.sample(range(3), chance.choice([1, 2]))) if "venues" in kinds else (),
        tuple(chance.sample(range(70), 12)) if "excluded" in kinds else (),
        (since, since + chance.randint(2, 8)) if "years" in kinds else (None, None),
        chance.choice([1, 1, 1, 2]),
    )


def admitted(conditions: Conditions) -> Network:
    """Return the pairs with a joint paper that satisfies the conditions; counts and years are those of all papers."""
    pairs: dict[tuple[int, int], Pair] = {}
    for one, others in NETWORK.joint.items():
        for other, works in others.items():
            if one < other and len(works) >= conditions.min_papers and any(map(conditions.admits, works)):
                years = [work.year for work in works]
                pairs[one, other] = Pair(len(works), min(years), max(years))
    return Network(NETWORK.people, pairs)


ANY = Conditions((), (), (), (None, None), 1)
"""Conditions that every paper satisfies."""


@pytest.mark.parametrize("seed", sampled_cases(range(20)))
async def test_conditions_on_papers_match_exhaustive_search(ask_scholarly: Asker, seed: int) -> None:
    """Paths and their papers under topics, venues, excluded papers and years equal those of an exhaustive search."""
    chance = random.Random(seed)  # noqa: S311 no secret
    found = 0
    for _ in range(20):
        conditions = random_conditions(chance)
        sizes = chance.choice([(1, 1), (1, 1), (2, 3)])
        starts, ends = (chance.sample(range(38), size) for size in sizes)
        ranking = chance.choice(["LENGTH", "STRENGTH", "BOTTLENECK", "RELIABILITY"])
        query = NaiveQuery(starts, ends, chance.choice([1, 3, 20]), chance.randint(2, 6), ranking)
        answer: Any = await ask_scholarly(
            QUERY,
            **{"from": [entity_id("r", one) for one in starts], "to": [entity_id("r", one) for one in ends]},
            first=query.first,
            max=query.max_length,
            where=conditions.variables(),
            by=ranking,
        )
        reply = answer["collaborationPaths"]
        network = admitted(conditions)
        paths = [tuple(int(person["name"][1:]) for person in path["people"]) for path in reply["paths"]]
        assert (reply["degreesOfSeparation"], paths) == naive_answer(network, query), (conditions, query)
        assert reply["computedBy"] == "NEO4J"
        for path, people in zip(reply["paths"], paths, strict=True):
            for hop, (one, other) in zip(path["hops"], pairwise(people), strict=True):
                proof = {f"P{work.number}" for work in NETWORK.joint[one][other] if conditions.admits(work)}
                assert {paper["title"] for paper in hop["papers"]} == proof
                assert hop["paperCount"] == len(NETWORK.joint[one][other])
        found += bool(paths)
    assert found > 1


@pytest.mark.parametrize(
    ("end", "distance", "reason"),
    [
        (0, 0, "A researcher is on both sides."),
        (
            999,
            None,
            "`to` has no researchers: each ID is unknown, excluded, or that of an entity without researchers.",
        ),
        (39, None, "There is no path of at most 6 steps that satisfies the conditions."),
    ],
)
async def test_empty_answers_state_their_reason(
    ask_scholarly: Asker, end: int, distance: int | None, reason: str
) -> None:
    """With a condition on papers, the same researcher, an unknown ID and a missing path give the reason."""
    answer: Any = await ask_scholarly(
        """query P($from: [ID!]!, $to: [ID!]!) {
          collaborationPaths(from: $from, to: $to, where: {years: {from: 0, to: 9999}}) {
            degreesOfSeparation reason truncated paths { length } } }""",
        **{"from": [entity_id("r", 0)], "to": [entity_id("r", end)]},
    )
    assert answer["collaborationPaths"] == {
        "degreesOfSeparation": distance,
        "reason": reason,
        "truncated": False,
        "paths": [],
    }


async def test_search_stops_at_its_limit_of_pairs(ask_scholarly: Asker) -> None:
    """A search that would read more pairs than it may is stopped and says so; a limit that suffices changes nothing."""
    far = next(
        person for person in range(1, 38)
        if (naive_answer(admitted(ANY), NaiveQuery([0], [person], 1, 6))[0] or 0) > 2
    )  # fmt: skip
    key = {name: [["byline", entity_id("r", person)]] for name, person in (("from", 0), ("to", far))}
    parameters = ANY.variables() | key | {"first": 1, "maxLength": 6, "rankBy": "LENGTH", "year": 2024}
    parameters |= {"since": None, "until": None, "excludePeople": [], "timeOrdered": False}
    graph = ask_scholarly.service.graph
    stopped = await ConditionalPathSearch(graph, parameters, 10, max_pairs=1).find()
    assert (stopped.truncated, list(stopped.paths)) == (True, [])
    whole = await ConditionalPathSearch(graph, parameters, 10).find()
    assert (whole.truncated, len(whole.paths)) == (False, 1)


def timed_paths(conditions: Conditions, start: int, end: int, max_length: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return each simple path in time order with minus the sum of its joint papers, by depth-first search."""
    found: list[tuple[int, tuple[int, ...]]] = []

    def extend(people: tuple[int, ...], year: int, papers: int) -> None:
        if people[-1] == end:
            found.append((-papers, people))
            return
        if len(people) > max_length:
            return
        for other, works in NETWORK.joint[people[-1]].items():
            years = [work.year for work in works if conditions.admits(work) and work.year >= year]
            if other not in people and years and len(works) >= conditions.min_papers:
                extend((*people, other), min(years), papers + len(works))

    extend((start,), 0, 0)
    return sorted(found, key=lambda path: (len(path[1]), *path))


def weakest_step(people: tuple[int, ...]) -> int:
    """Return the number of joint papers of the step that has the fewest."""
    return min(len(NETWORK.joint[one][other]) for one, other in pairwise(people))


@pytest.mark.parametrize("seed", sampled_cases(range(12)))
async def test_paths_in_time_order_match_exhaustive_search(ask_scholarly: Asker, seed: int) -> None:
    """Paths with `timeOrdered`, with and without other conditions, equal those of an exhaustive search; each step has
    papers of its year, and no year is before that of the step before.
    """
    chance = random.Random(seed)  # noqa: S311 no secret
    found = 0
    for number in range(12):
        conditions = random_conditions(chance) if number % 3 == 0 else ANY
        start, end = chance.sample(range(38), 2)
        first, max_length = chance.choice([1, 3, 20]), chance.randint(2, 6)
        ranking = chance.choice(["LENGTH", "BOTTLENECK"])
        answer: Any = await ask_scholarly(
            QUERY.replace("paperCount", "paperCount year"),
            **{"from": [entity_id("r", start)], "to": [entity_id("r", end)]},
            first=first,
            max=max_length,
            where=conditions.variables() | {"timeOrdered": True},
            by=ranking,
        )
        reply = answer["collaborationPaths"]
        paths = [tuple(int(person["name"][1:]) for person in path["people"]) for path in reply["paths"]]
        expected = timed_paths(conditions, start, end, max_length)
        shortest = len(expected[0][1]) if expected else 0
        near = [people for _, people in expected if len(people) <= shortest + 2]
        if ranking == "BOTTLENECK":
            near.sort(key=lambda people: (-weakest_step(people), len(people), people))
        assert paths == near[:first]
        assert reply["degreesOfSeparation"] == (shortest - 1 if expected else None)
        for path, people in zip(reply["paths"], paths, strict=True):
            years = [hop["year"] for hop in path["hops"]]
            assert years == sorted(years)
            for hop, (one, other) in zip(path["hops"], pairwise(people), strict=True):
                works = [work for work in NETWORK.joint[one][other] if conditions.admits(work)]
                assert {paper["title"] for paper in hop["papers"]} == {
                    f"P{work.number}" for work in works if work.year == hop["year"]
                }
        found += bool(paths)
    assert found > 1


async def test_a_path_may_exist_only_against_time(ask_scholarly: Asker) -> None:
    """Paths in time order from one researcher to another differ from those back."""
    different = 0
    for end in range(1, 20):
        there, back = (timed_paths(ANY, *ends, 6)[:1] for ends in ((0, end), (end, 0)))
        different += bool(there) and bool(back) and len(there[0][1]) != len(back[0][1])
        answer: Any = await ask_scholarly(
            QUERY,
            **{"from": [entity_id("r", end)], "to": [entity_id("r", 0)]},
            where={"timeOrdered": True},
        )
        expected = len(back[0][1]) - 1 if back else None
        assert answer["collaborationPaths"]["degreesOfSeparation"] == expected
    assert different


async def test_search_in_time_order_is_bounded(ask_scholarly: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search in time order that would look at more steps than it may is stopped, and says so."""
    monkeypatch.setattr(time_order, "MAX_STEPS", 5)
    answer: Any = await ask_scholarly(
        """query P($from: [ID!]!, $to: [ID!]!) {
          collaborationPaths(from: $from, to: $to, where: {timeOrdered: true}) {
            reason truncated paths { length } } }""",
        **{"from": [entity_id("r", 0)], "to": [entity_id("r", 30)]},
    )
    found = answer["collaborationPaths"]
    assert (found["truncated"], found["paths"]) == (True, [])
    assert found["reason"].startswith("The search stopped")
