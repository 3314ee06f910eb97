"""The content of the pages of three papers, as a reader sees it."""

from typing import Any

import pytest

from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.resolvers.graphql_client import Asker
from tests.resolvers.page_queries import LIST_PAGE, PAPER_PAGE, RESEARCHER_PAGE

pytestmark = pytest.mark.graph


async def researcher(ask: Asker, name: str) -> dict[str, Any]:
    data: Any = await ask(RESEARCHER_PAGE, name=name)
    (found,) = data["researchers"]["nodes"]
    return found


async def paper(ask: Asker, arxiv: str) -> dict[str, Any]:
    data: Any = await ask(PAPER_PAGE, arxiv=arxiv)
    return data["paper"]


async def test_page_of_patrick_legresley(ask: Asker) -> None:
    """Patrick LeGresley has 2 works, 1 topic, trust 13 UNVERIFIED, 4 close collaborators, no invented facts."""
    found = await researcher(ask, "Patrick LeGresley")
    assert (found["paperCount"], found["topicCount"]) == (2, 1)
    assert (found["trust"]["score"], found["trust"]["label"]) == (13, "UNVERIFIED")
    assert [(one["kind"], one["points"]) for one in found["trust"]["evidence"]] == [
        ("PUBLIC_AUTHOR_RECORD", 10),
        ("WORKS", 2),
        ("TOPICS", 1),
    ]
    assert (found["verificationLevel"], found["claimed"]) == ("L1", False)
    assert (found["closeCollaboratorCount"], found["followerCount"]) == (4, 0)
    assert (found["affiliations"], found["role"], found["headline"], found["orcid"]) == (None, None, None, None)
    assert found["openToCollaborate"] == {"value": False, "stated": False}
    assert [edge["node"]["year"] for edge in found["papers"]["edges"]] == [2022, 2019]
    close = [edge["node"]["name"] for edge in found["closeCollaborators"]["edges"]]
    assert sorted(close) == ["Bryan Catanzaro", "Jared Casper", "Mohammad Shoeybi", "Mostofa Patwary"]


async def test_page_of_jared_casper(ask: Asker) -> None:
    """Jared Casper has 3 works, 2 topics, trust 15, and 5 close collaborators, of which the page shows 4."""
    found = await researcher(ask, "Jared Casper")
    assert (found["paperCount"], found["topicCount"], found["trust"]["score"]) == (3, 2, 15)
    assert found["closeCollaboratorCount"] == found["closeCollaborators"]["totalCount"] == 5
    assert len(found["closeCollaborators"]["edges"]) == 4
    assert [(edge["paperCount"], edge["node"]["code"]) for edge in found["topics"]["edges"]] == [
        (3, "cs.CL"),
        (1, "cs.LG"),
    ]
    together = {
        edge["node"]["name"]: (edge["paperCount"], edge["firstYear"], edge["lastYear"])
        for edge in found["collaborators"]["edges"]
    }
    assert together["Bryan Catanzaro"] == (3, 2019, 2022)
    assert together["Sangkug Lym"] == (1, 2022, 2022)


async def test_paper_combines_three_sources(ask: Asker) -> None:
    """2201.11990 is one paper with 20 authors and three dates, each with its source, and displays the day."""
    found = await paper(ask, "2201.11990")
    assert found["authors"]["totalCount"] == 20
    assert [edge["position"] for edge in found["authors"]["edges"]] == list(range(1, 21))
    assert found["authorsComplete"] is True
    dates = {(date["value"], date["precision"], date["kind"]) for date in found["dates"]}
    assert dates == {
        ("2022-01-28", "DAY", "PUBLISHED"),
        ("2022-01-31T05:25:13Z", "SECOND", "UPDATED"),
        ("2022", "YEAR", "PUBLISHED"),
    }
    assert len({date["source"] for date in found["dates"]}) == len(found["sources"]) == 3
    assert (found["publishedOn"], found["publishedPrecision"], found["year"]) == ("2022-01-28", "DAY", 2022)
    assert "\n" not in found["title"]
    assert "  " not in found["title"]


async def test_unknown_values_are_null(ask: Asker) -> None:
    """1909.08053 has no citations, reviews, comments or saves;
    its institutions and data sets are unknown.
    """
    found = await paper(ask, "1909.08053")
    for count in ("citationCount", "reviewCount", "commentCount", "saveCount", "likeCount", "dislikeCount"):
        assert found[count] == 0
    assert found["institutions"] is found["institutionCount"] is found["hasDataset"] is None
    assert {date["value"] for date in found["dates"]} >= {"2019-09-17", "2020"}
    assert found["year"] == 2019


async def test_similar_papers_have_reasons(ask: Asker) -> None:
    """1909.08053 is similar to 2201.11990 by five of six people and cs.CL (2.75 of 3.25 points), to 2205.05198 by three
    (1.75 points).
    """
    found = await paper(ask, "1909.08053")
    shown = [
        (one["score"], {reason["kind"]: reason["count"] for reason in one["reasons"]}) for one in found["similarPapers"]
    ]
    assert shown == [
        (84.62, {"SHARED_AUTHORS": 5, "SHARED_TOPICS": 1}),
        (53.85, {"SHARED_AUTHORS": 3, "SHARED_TOPICS": 1}),
    ]


async def test_executors_give_same_answer(ask: Asker, three_papers: Graph) -> None:
    """Strawberry's own executor gives the same answer for every page as the compiled one."""
    other = Asker(Service(three_papers, executor="strawberry"))
    for query, variables in (
        (RESEARCHER_PAGE, {"name": "Jared Casper"}),
        (PAPER_PAGE, {"arxiv": "2201.11990"}),
        (LIST_PAGE, {}),
        (
            '{ search(query: "megatron") { edges { node { __typename id } } } none: paper(by: {acl: "P99-9"}) { id } }',
            {},
        ),
    ):
        assert await ask(query, **variables) == await other(query, **variables)


async def test_path_between_two_people(ask: Asker) -> None:
    """Shaden Smith reaches Sangkug Lym in two steps through a co-author of both, with a paper for each step."""
    found: Any = await ask(
        '{ a: researchers(where: {name: {eq: "Shaden Smith"}}) { nodes { id } }'
        '  b: researchers(where: {name: {eq: "Sangkug Lym"}}) { nodes { id } } }'
    )
    ends = {"from": found["a"]["nodes"][0]["id"], "to": found["b"]["nodes"][0]["id"]}
    query = (
        "query P($from: [ID!]!, $to: [ID!]!, $max: Int) { collaborationPaths(from: $from, to: $to, first: 10, "
        "maxLength: $max)"
        " { paths { length people { name } hops { from { name } to { name } paperCount papers { arxiv } } } } }"
    )
    found = await ask(query, **ends, max=2)
    paths: Any = found["collaborationPaths"]["paths"]
    between = {path["people"][1]["name"] for path in paths}
    assert between == {"Bryan Catanzaro", "Jared Casper", "Mohammad Shoeybi", "Vijay Korthikanti"}
    assert all(path["length"] == 2 for path in paths)
    assert [hop["papers"][0]["arxiv"] for hop in paths[0]["hops"]] == ["2201.11990", "2205.05198"]
    assert (await ask(query, **ends, max=1))["collaborationPaths"] == {"paths": []}


async def test_map_around_topic(ask: Asker) -> None:
    """The map around cs.LG has its paper and 7 people, only edges between displayed nodes,
    and reports truncation.
    """
    topic: Any = await ask('{ topic(by: {code: "cs.LG"}) { id } }')
    query = (
        "query M($id: ID!, $n: Int) { researchMap(around: [$id], first: $n) { truncated centers { id }"
        " nodes { __typename id } edges { from to kind weight } } }"
    )
    whole: Any = (await ask(query, id=topic["topic"]["id"], n=10))["researchMap"]
    kinds = [node["__typename"] for node in whole["nodes"]]
    assert (kinds.count("Paper"), kinds.count("Researcher"), kinds.count("Topic")) == (1, 7, 1)
    assert whole["truncated"] is False
    ids = {node["id"] for node in whole["nodes"]}
    assert all({edge["from"], edge["to"]} <= ids for edge in whole["edges"])
    assert {edge["kind"] for edge in whole["edges"]} == {"AUTHORED", "ABOUT", "COLLABORATED_WITH", "WROTE_ON"}
    wrote = [edge for edge in whole["edges"] if edge["kind"] == "WROTE_ON"]
    assert [(edge["to"], edge["weight"]) for edge in wrote] == [(topic["topic"]["id"], 1)] * 7
    cut: Any = (await ask(query, id=topic["topic"]["id"], n=3))["researchMap"]
    assert cut["truncated"] is True
    assert len(cut["nodes"]) == 1 + 1 + 3


@pytest.mark.parametrize(
    "typed", ["2201.11990", "arXiv:2201.11990v2", "https://arxiv.org/abs/2201.11990", "megatron turing"]
)
async def test_search_finds_ids_in_any_form(ask: Asker, typed: str) -> None:
    """An arXiv ID in any form, and words of the title, find the paper first."""
    found: Any = await ask("query S($q: String!) { search(query: $q) { nodes { ... on Paper { arxiv } } } }", q=typed)
    assert found["search"]["nodes"][0] == {"arxiv": "2201.11990"}


async def test_list_is_paginated_both_ways(ask: Asker) -> None:
    """Pages of five researchers, forwards and backwards, give the whole list once and in order."""
    query = (
        "query L($after: String, $before: String, $first: Int, $last: Int) {"
        " researchers(after: $after, before: $before, first: $first, last: $last) {"
        " totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }"
    )
    whole: Any = (await ask(query, first=100))["researchers"]
    names = [node["name"] for node in whole["nodes"]]
    assert len(names) == whole["totalCount"] == len(set(names))
    forwards: list[str] = []
    after = None
    while True:
        page: Any = (await ask(query, first=5, after=after))["researchers"]
        forwards += [node["name"] for node in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert forwards == names
    backwards: list[str] = []
    before = None
    while True:
        page = (await ask(query, last=5, before=before))["researchers"]
        backwards = [node["name"] for node in page["nodes"]] + backwards
        before = page["pageInfo"]["startCursor"]
        if not page["pageInfo"]["hasPreviousPage"]:
            break
    assert backwards == names


async def test_orders_work_both_ways(ask: Asker) -> None:
    """A researcher's papers can be newest or oldest first, and a byline can be reversed with DEFAULT."""
    query = (
        'query O($d: OrderDirection!) { researchers(where: {name: {eq: "Jared Casper"}}) { nodes { papers(orderBy:'
        " [{field: PUBLISHED_ON, direction: $d}]) { nodes { arxiv } } } }"
        ' paper(by: {arxiv: "1909.08053"}) { authors(orderBy: [{field: DEFAULT, direction: $d}]) { nodes { name } } } }'
    )
    down: Any = await ask(query, d="DESC")
    up: Any = await ask(query, d="ASC")

    def papers(data: Any) -> list[str]:  # noqa: ANN401 JSON
        return [node["arxiv"] for node in data["researchers"]["nodes"][0]["papers"]["nodes"]]

    assert papers(down) == papers(up)[::-1] == ["2205.05198", "2201.11990", "1909.08053"]
    names = [node["name"] for node in up["paper"]["authors"]["nodes"]]
    assert names[0] == "Mohammad Shoeybi"
    assert [node["name"] for node in down["paper"]["authors"]["nodes"]] == names[::-1]


async def test_meta_counts_entities_and_loads(ask: Asker) -> None:
    """`meta` counts three papers and names the load that the data comes from."""
    found: Any = (await ask("{ meta { version dataVersion counts { name count } loads { id loader read written } } }"))[
        "meta"
    ]
    assert {count["name"]: count["count"] for count in found["counts"]}["Paper"] == 3
    assert found["dataVersion"] == found["loads"][0]["id"]
    assert found["loads"][0]["loader"] == "sample"
    assert found["loads"][0]["written"] == found["loads"][0]["read"] > 0
