"""Groups and years of a list, under the list's own filter."""

from typing import Any

import pytest

from resolvers.errors import Code
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph


async def test_groups_of_three_papers(ask: Asker) -> None:
    """Papers are grouped by year with counts and sums; a key that is a node has its own fields and lists."""
    found = await ask(
        """query G($keys: [PaperGroupByKey!]!) { papers {
             byYear: groupBy(keys: [YEAR], orderBy: [{field: KEY}]) {
               truncated groups {
                 keys { value node { id } } count sum(measure: AUTHOR_COUNT) mean: avg(measure: CITATION_COUNT) } }
             groupBy(keys: $keys, first: 1) {
               truncated groups { count keys {
                 node { ... on Topic { code papers(first: 1) { totalCount } } } } } } } }""",
        keys=["TOPIC"],
    )
    key = {"2019": 1, "2022": 2}
    papers: Any = found["papers"]
    groups = papers["byYear"]["groups"]
    assert [(one["keys"], one["count"], one["mean"]) for one in groups] == [
        ([{"value": year, "node": None}], count, 0.0) for year, count in key.items()
    ]
    assert [one["sum"] for one in groups] == [6.0, 20.0 + 7.0]
    [topic] = papers["groupBy"]["groups"]
    code = topic["keys"][0]["node"]["code"]
    assert (code, topic["count"]) == ("cs.CL", topic["keys"][0]["node"]["papers"]["totalCount"])
    assert papers["groupBy"]["truncated"] is True


async def test_group_keys_from_variable(ask: Asker) -> None:
    """The same document with other keys in its variables is grouped by those keys."""
    query = "query G($keys: [PaperGroupByKey!]!) { papers { groupBy(keys: $keys) { groups { keys { value } } } } }"
    answers: list[Any] = [await ask(query, keys=keys) for keys in (["KIND"], ["YEAR"], ["YEAR", "KIND"])]
    assert [len(one["papers"]["groupBy"]["groups"][0]["keys"]) for one in answers] == [1, 1, 2]
    assert answers[0] != answers[1]


async def test_years_have_no_gaps(ask: Asker) -> None:
    """Years run from the first to the last with a paper, including zeros; bounds limit them and add no year."""
    found: Any = await ask(
        "{ papers { years { year count } one: years(from: 2021) { year } no: years(to: 1900) { year } } }"
    )
    counts = [(one["year"], one["count"]) for one in found["papers"]["years"]]
    assert counts == [(2019, 1), (2020, 0), (2021, 0), (2022, 2)]
    assert (found["papers"]["one"], found["papers"]["no"]) == ([{"year": 2022}], [])


async def test_years_count_in_actual_cost(ask: Asker) -> None:
    """The values of `years` are part of the actual cost."""
    reply = await ask.reply("{ papers { years { year count } } }")
    assert reply.extensions["cost"]["actual"] >= 2 * 4  # two values for each of 2019 to 2022


async def test_groups_use_filter_of_list(ask: Asker) -> None:
    """Groups and years of a filtered list add up to its count, at any depth, if each item has one key."""
    found: Any = await ask(
        """{ topic(by: {code: "cs.CL"}) { papers(where: {year: {gte: 2020}}) {
               totalCount groupBy(keys: [YEAR, KIND]) { groups { count } } years { count } } } }"""
    )
    papers = found["topic"]["papers"]
    assert 0 < papers["totalCount"] == sum(one["count"] for one in papers["groupBy"]["groups"])
    assert papers["totalCount"] == sum(one["count"] for one in papers["years"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("keys: []", "keys has 0 keys"),
        ("keys: [YEAR, KIND, TOPIC, VENUE]", "keys has 4 keys"),
        ("keys: [YEAR], first: 0", "first is 0. Use 1 to 1,000"),
        ("keys: [YEAR], first: 1001", "first is 1,001"),
        ("keys: [YEAR], orderBy: [{field: SUM}]", "SUM requires a measure"),
        ("keys: [YEAR], orderBy: [{field: COUNT, measure: CITATION_COUNT}]", "COUNT takes no measure"),
    ],
)
async def test_invalid_groupings_are_rejected(ask: Asker, arguments: str, told: str) -> None:
    """Zero keys, too many keys, too many groups and invalid orders are rejected with a message."""
    reply = await ask.reply(f"{{ papers {{ groupBy({arguments}) {{ truncated }} }} }}")
    code = Code.PAGE_TOO_LARGE if "1001" in arguments else Code.BAD_USER_INPUT
    assert (reply.code, reply.ran) == (code, False)
    assert told in reply.errors[0]["message"]
