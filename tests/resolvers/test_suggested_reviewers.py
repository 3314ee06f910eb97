"""Suggested reviewers and conflicts of interest, compared with a naive computation over papers."""

from typing import Any

import pytest

from resolvers.errors import Code
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK as NETWORK
from tests.resolvers.scholarly_network import Work, entity_id
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

QUERY = """
query R($paper: ID, $topic: ID, $first: Int, $years: Int) {
  suggestedReviewers(paper: $paper, topic: $topic, first: $first, conflictYears: $years) {
    researcher { name } score reasons { kind count score papers { title } }
  }
}
"""
WORKS = {work.number: work for work in NETWORK.works}


def has_conflict(person: int, paper: Work, years: int) -> bool:
    """Return True if a person is an author, or is close to one."""
    return person in paper.authors or any(
        NETWORK.shared_institutions(person, [author])
        or max((work.year for work in NETWORK.joint[person][author]), default=0) >= paper.year - years
        for author in paper.authors
        if author in NETWORK.joint[person] or NETWORK.shared_institutions(person, [author])
    )


def expected(paper: Work | None, topics: set[int], years: int) -> list[tuple[int, float, list[int], list[int]]]:
    """Return people with their score, cited papers and papers on the topics, in order."""
    found: list[tuple[int, float, list[int], list[int]]] = []
    for person in range(NETWORK.people):
        own = NETWORK.works_of(person)
        cited = [work.number for work in own if paper and work.number in paper.cites]
        on_topics = [work.number for work in own if topics & set(work.topics) and work is not paper]
        if (cited or on_topics) and not (paper and has_conflict(person, paper, years)):
            found.append((person, min(len(cited), 10) + 0.5 * min(len(on_topics), 10), cited, on_topics))
    return sorted(found, key=lambda row: (-row[1], row[0]))


def assert_equal(rows: list[Any], wanted: list[tuple[int, float, list[int], list[int]]]) -> None:
    """Check people, scores and evidence."""
    assert [(row["researcher"]["name"], row["score"]) for row in rows] == [
        (f"N{person}", score) for person, score, _, _ in wanted
    ]
    for row, (_, _, cited, on_topics) in zip(rows, wanted, strict=True):
        reasons = {reason["kind"]: reason for reason in row["reasons"]}
        for kind, works in (("CITED_WORK", cited), ("WORK_ON_TOPICS", on_topics)):
            assert (kind in reasons) == bool(works)
            if works:
                assert reasons[kind]["count"] == len(works)
                assert [paper["title"] for paper in reasons[kind]["papers"]] == [f"P{work}" for work in works[:5]]


@pytest.mark.parametrize("years", sampled_cases([3, 0, 100]))
async def test_reviewers_of_papers_match_naive_computation(ask_scholarly: Asker, years: int) -> None:
    """For many papers, reviewers, their order and evidence are those of a naive computation, without conflicts."""
    conflicts = found = 0
    for number in range(0, 30, 2):
        paper = WORKS[number]
        answer: Any = await ask_scholarly(QUERY, paper=entity_id("p", number), first=50, years=years)
        wanted = expected(paper, set(paper.topics), years)
        assert_equal(answer["suggestedReviewers"], wanted)
        found += len(wanted)
        conflicts += sum(has_conflict(person, paper, years) for person in range(NETWORK.people))
    assert found > 50
    assert conflicts > 50


async def test_reviewers_on_a_topic(ask_scholarly: Asker) -> None:
    """A topic alone gives its authors; together with a paper, it is added to the topics of the paper."""
    answer: Any = await ask_scholarly(QUERY, topic=entity_id("t", 3), first=50)
    assert_equal(answer["suggestedReviewers"], expected(None, {3}, 3))
    paper = next(work for work in NETWORK.works if 3 not in work.topics)
    answer = await ask_scholarly(QUERY, paper=entity_id("p", paper.number), topic=entity_id("t", 3), first=4)
    assert_equal(answer["suggestedReviewers"], expected(paper, {3, *paper.topics}, 3)[:4])


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        ({}, Code.BAD_USER_INPUT, "paper and topic are absent. Give one of them, or both."),
        ({"paper": entity_id("p", 999)}, Code.NOT_FOUND, f"No paper has the ID {entity_id('p', 999)}."),
        ({"paper": "doi:10.1000/182"}, Code.NOT_FOUND, "No paper has the ID doi:10.1000/182."),
        ({"topic": entity_id("t", 999)}, Code.NOT_FOUND, f"No topic has the ID {entity_id('t', 999)}."),
        ({"topic": entity_id("p", 1)}, Code.BAD_ID, "expected the ID of a topic."),
        ({"paper": entity_id("p", 1), "first": 0}, Code.BAD_USER_INPUT, "first is 0. Use 1 to 50."),
        ({"paper": entity_id("p", 1), "first": 51}, Code.PAGE_TOO_LARGE, "first is 51. Use 1 to 50."),
        ({"paper": entity_id("p", 1), "years": -1}, Code.BAD_USER_INPUT, "conflictYears is -1. Use 0 to 100."),
    ],
)
async def test_invalid_arguments_are_errors(
    ask_scholarly: Asker, given: dict[str, object], code: Code, message: str
) -> None:
    """Absent and unknown IDs, an ID of another kind and numbers out of bounds are errors with a path."""
    reply = await ask_scholarly.reply(QUERY, **given)
    [error] = reply.errors
    assert error["extensions"]["code"] == code.name
    assert message in error["message"]
    assert error["path"] == ["suggestedReviewers"]
