"""Introducers, compared with a naive computation over papers and author lists."""

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from resolvers.errors import Code
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK as NETWORK
from tests.resolvers.scholarly_network import ScholarlyNetwork, entity_id
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

QUERY = """
query I($from: ID!, $to: ID!, $first: Int) {
  introducers(from: $from, to: $to, first: $first) {
    researcher { name } distance score
    reasons { kind count score topics { name } institutions { name } }
    hops { paperCount lastYear from { name } to { name } papers { title } }
  }
}
"""


def chains(network: ScholarlyNetwork, start: int, end: int, first: int) -> list[tuple[int, ...]]:
    """Return the best chain of people of each introducer."""
    joint = network.joint
    direct = [(start, person, end) for person in joint[start] if person in joint[end]]
    if len(direct) >= first:
        return direct
    indirect: dict[int, tuple[int, ...]] = {}
    for person in joint[start]:
        ways = [
            (start, person, other, end)
            for other in joint[person]
            if other in joint[end] and other not in joint[start] and other != start
        ]
        if ways and person != end and person not in joint[end]:
            indirect[person] = min(ways, key=lambda way: (*strength(network, way), way[2]))
    return [*direct, *indirect.values()]


def strength(network: ScholarlyNetwork, chain: tuple[int, ...]) -> tuple[int, int]:
    """Return the sort key of a chain: its weakest step, and its joint papers, negated."""
    papers = [len(network.joint[one][other]) for one, other in pairwise(chain)]
    return -min(papers), -sum(papers)


def expected_reasons(network: ScholarlyNetwork, chain: tuple[int, ...]) -> dict[str, tuple[int, float]]:
    """Return the count and the score of each reason."""
    person, start, end = chain[1], chain[0], chain[-1]
    weakest = -strength(network, chain)[0]
    latest = [max(work.year for work in network.joint[one][other]) for one, other in pairwise(chain)]
    recent = sum(year >= datetime.now(UTC).year - 5 for year in latest)
    of_both = [network.topics_of(network.works_of(one)) for one in (person, end)]
    topics = len(of_both[0].keys() & of_both[1].keys())
    institutions = len(network.shared_institutions(person, (start, end)))
    reasons = {
        "JOINT_WORK": (weakest, 0.5 * min(weakest, 10)),
        "RECENT_JOINT_WORK": (recent, 1.0 * recent),
        "SHARED_TOPICS": (topics, 0.1 * min(topics, 10)),
        "SAME_INSTITUTION": (institutions, 0.5 * min(institutions, 2)),
    }
    return {kind: (count, round(score, 6)) for kind, (count, score) in reasons.items() if count}


def total(reasons: dict[str, tuple[int, float]]) -> float:
    """Return the sum of the scores."""
    return round(sum(score for _, score in reasons.values()), 6)


@pytest.mark.parametrize("start", sampled_cases(range(12), fast_count=2))
async def test_introducers_match_naive_computation(ask_scholarly: Asker, start: int) -> None:
    """Introducers, their order, reasons and steps are those of a naive computation, for many pairs."""
    lengths: set[int] = set()
    for end in range(12, 34, 3):
        for first in (2, 50):
            answer: Any = await ask_scholarly(QUERY, **pair(start, end), first=first)
            found = chains(NETWORK, start, end, first)
            ordered = sorted(found, key=lambda chain: (len(chain), -total(expected_reasons(NETWORK, chain)), chain[1]))
            rows = answer["introducers"]
            assert [row["researcher"]["name"] for row in rows] == [f"N{chain[1]}" for chain in ordered[:first]]
            for row, chain in zip(rows, ordered, strict=False):
                reasons = expected_reasons(NETWORK, chain)
                assert {one["kind"]: (one["count"], round(one["score"], 6)) for one in row["reasons"]} == reasons
                assert (row["distance"], round(row["score"], 6)) == (len(chain) - 1, total(reasons))
                steps = [(f"N{one}", f"N{other}") for one, other in pairwise(chain)]
                assert [(hop["from"]["name"], hop["to"]["name"]) for hop in row["hops"]] == steps
                for hop, (one, other) in zip(row["hops"], pairwise(chain), strict=True):
                    joint = {f"P{work.number}" for work in NETWORK.joint[one][other]}
                    assert hop["paperCount"] == len(joint)
                    assert {paper["title"] for paper in hop["papers"]} == joint
            lengths |= {len(chain) - 1 for chain in ordered}
    assert lengths == {2, 3}


def pair(start: int, end: int) -> dict[str, object]:
    """Return the variables of a pair."""
    return {"from": entity_id("r", start), "to": entity_id("r", end)}


async def test_no_introducer_is_an_empty_list(ask_scholarly: Asker) -> None:
    """Between a researcher and one without co-authors, there is nobody."""
    answer: Any = await ask_scholarly(QUERY, **pair(0, 39))
    assert answer["introducers"] == []


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        (pair(3, 3), Code.BAD_USER_INPUT, "from and to are the same researcher. Give two different ones."),
        (pair(0, 999), Code.NOT_FOUND, f"No researcher has the ID {entity_id('r', 999)} (to)."),
        (
            pair(0, 1) | {"from": "orcid:0000-0002-1825-0097"},
            Code.NOT_FOUND,
            "No researcher has the ID orcid:0000-0002-1825-0097 (from).",
        ),
        (pair(0, 1) | {"from": entity_id("t", 1)}, Code.BAD_ID, "expected the ID of a researcher."),
        (pair(0, 1) | {"first": 0}, Code.BAD_USER_INPUT, "first is 0. Use 1 to 50."),
        (pair(0, 1) | {"first": 51}, Code.PAGE_TOO_LARGE, "first is 51. Use 1 to 50."),
    ],
)
async def test_invalid_arguments_are_errors(
    ask_scholarly: Asker, given: dict[str, object], code: Code, message: str
) -> None:
    """The same researcher twice, an unknown ID, an ID of another kind and a size out of bounds are errors."""
    reply = await ask_scholarly.reply(QUERY, **given)
    [error] = reply.errors
    assert error["extensions"]["code"] == code.name
    assert message in error["message"]
    assert error["path"] == ["introducers"]
    assert (reply.data or {}).get("introducers") is None
