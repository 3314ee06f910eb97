"""Conventions of the API: IDs in any form, null as absent, paired group keys, default page sizes, located errors."""

from typing import Any

import pytest

from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph

RETIRED = "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"


@pytest.mark.full
async def test_retired_author_id_matches_inside_a_filter(ask: Asker, three_papers: Graph) -> None:
    """A filter on related entities accepts a retired ID and an external ID, and `nodes` accepts the same."""
    await three_papers.administer(
        "MATCH (r:Researcher {name: 'Jared Casper'}) "
        "CREATE (:Identifier {scheme: 'byline', value: $id})-[:IDENTIFIES]->(r)",
        {"id": RETIRED},
    )
    try:
        query = "query Q($id: ID!) { papers(where: {authors: {some: {node: {id: {eq: $id}}}}}) { nodes { arxiv } } }"
        found: Any = await ask(query, id=RETIRED)
        assert {node["arxiv"] for node in found["papers"]["nodes"]} == {"2201.11990", "1909.08053", "2205.05198"}
        without: Any = await ask(query.replace("eq:", "ne:"), id=RETIRED)
        assert len(without["papers"]["nodes"]) == 3
    finally:
        await three_papers.administer(
            "MATCH (i:Identifier {scheme: 'byline', value: $id}) DETACH DELETE i", {"id": RETIRED}
        )


@pytest.mark.parametrize(
    "id_", ["arxiv:1909.08053", "https://arxiv.org/abs/1909.08053v4", "doi:10.48550/arXiv.1909.08053"]
)
async def test_any_id_of_a_paper_is_accepted(ask: Asker, id_: str) -> None:
    """`node`, `paper(by: {id})`, filters by `id` and the map's centers accept every form of an ID."""
    found: Any = await ask(
        """query Q($id: ID!) { node(id: $id) { name url } paper(by: {id: $id}) { name }
             papers(where: {id: {in: [$id]}}) { missing nodes { name } }
             researchMap(around: [$id]) { centers { name } } }""",
        id=id_,
    )
    name = found["node"]["name"]
    assert name.startswith("Megatron-LM")
    assert found["node"]["url"] == "https://doi.org/10.48550/arxiv.1909.08053"
    assert found["paper"]["name"] == found["researchMap"]["centers"][0]["name"] == name
    assert found["papers"] == {"missing": [], "nodes": [{"name": name}]}


async def test_null_in_a_filter_is_no_condition(ask: Asker) -> None:
    """A null member of a filter, at any depth and from a variable, has the effect of leaving it out."""
    query = """query Q($where: PaperFilter, $year: Int) {
      given: papers(where: $where) { totalCount } all: papers { totalCount }
      literal: papers(where: {year: {eq: $year}, title: null}) { totalCount } }"""
    where = {"year": None, "title": {"eq": None}, "authors": {"some": {"node": {"name": None}}}, "and": None}
    found: Any = await ask(query, where=where, year=None)
    assert found["given"] == found["literal"] == found["all"]


@pytest.mark.parametrize(
    ("query", "path", "location"),
    [
        ("{\n  all: papers(first: 5000) { totalCount } }", ["all"], (2, 3)),
        ('{ paper(by: {arxiv: "1909.08053"}) {\n authors(last: -1) { nodes { id } } } }', ["paper", "authors"], (2, 2)),
        ('{ papers { nodes { ...P } } } fragment P on Paper { citedBy(after: "x") { nodes { id } } }', None, (1, 53)),
        ('{ ok: meta { version }\n bad: node(id: "x") { id } }', ["bad"], (2, 2)),
        ("{ papers {\n groupBy(keys: [YEAR], first: 0) { groups { count } } } }", ["papers", "groupBy"], (2, 2)),
        ("{ papers {\n groupBy(keys: []) { groups { count } } } }", ["papers", "groupBy"], (2, 2)),
        ("{ meta { version }\n reviewQueue(kind: PEOPLE, first: -1) { nodes { id } } }", ["reviewQueue"], (2, 2)),
        ('{ decisionLog(after: "zz") { nodes { id } } }', ["decisionLog"], (1, 3)),
        (
            "{ papers(first: 1000) { nodes { authors(first: 1000) { nodes { id } } } } }",
            ["papers", "nodes", "authors", "nodes"],
            None,
        ),
    ],
)
async def test_error_has_path_and_location(ask: Asker, query: str, path: list[str] | None, location: Any) -> None:  # noqa: ANN401
    """An error in an argument leads to its field, by response path and by line and column of the document sent."""
    for spaces in ("", " \n"):  # the second document has the shape of the first, and other locations
        reply = await ask.reply(query + spaces)
        (error,) = reply.errors
        assert error["path"] == (path or ["papers", "nodes", "citedBy"])
        if location:
            assert [tuple(place.values()) for place in error["locations"]] == [location]


async def test_first_and_last_together_are_an_error(ask: Asker) -> None:
    """The default of `first` does not apply with `last`; giving both is an error."""
    found: Any = await ask("{ papers(last: 1) { nodes { arxiv } } }")
    assert len(found["papers"]["nodes"]) == 1
    reply = await ask.reply("{ papers(first: 1, last: 1) { nodes { arxiv } } }")
    assert reply.errors[0]["message"] == "Both first and last are given. Give one of them."


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["COUNTRY", "INSTITUTION"], [["France", "A"], ["Japan", "B"]]),
        (["AUTHOR", "INSTITUTION"], [["Ann", "A"], ["Bo", "B"], ["Cy", None]]),
        (["INSTITUTION", "AUTHOR"], [["A", "Ann"], ["B", "Bo"], [None, "Cy"]]),
        (["COUNTRY_CODE", "AUTHOR", "INSTITUTION"], [["FR", "Ann", "A"], ["JP", "Bo", "B"], [None, "Cy", None]]),
    ],
)
async def test_keys_of_one_author_are_grouped_in_pairs(
    empty_graph: Graph, keys: list[str], expected: list[list[str | None]]
) -> None:
    """Authors, institutions and countries form groups only if one author has them, not in every combination."""
    await empty_graph.administer(
        "CREATE (p:Paper {id: 'p_1', title: 'T', ord: '1'}) "
        "CREATE (p)-[:WRITTEN_AT {position: 1}]->"
        "(:Institution {id: 'i_1', name: 'A', ord: 'a', country: 'France', countryCode: 'FR'}) "
        "CREATE (p)-[:WRITTEN_AT {position: 2}]->"
        "(:Institution {id: 'i_2', name: 'B', ord: 'b', country: 'Japan', countryCode: 'JP'}) "
        "CREATE (p)<-[:AUTHORED {position: 1}]-(:Researcher {id: 'r_1', name: 'Ann', ord: 'ann'}) "
        "CREATE (p)<-[:AUTHORED {position: 2}]-(:Researcher {id: 'r_2', name: 'Bo', ord: 'bo'}) "
        "CREATE (p)<-[:AUTHORED {position: 3}]-(:Researcher {id: 'r_3', name: 'Cy', ord: 'cy'})"
    )
    ask = Asker(Service(empty_graph))
    query = (
        "query G($keys: [PaperGroupByKey!]!) { papers { groupBy(keys: $keys) { groups { keys { value } count } } } }"
    )
    groups: Any = await ask(query, keys=keys)
    assert [[key["value"] for key in group["keys"]] for group in groups["papers"]["groupBy"]["groups"]] == expected


async def test_group_values_are_values_of_filters(ask: Asker) -> None:
    """A number or a boolean of a group goes back into a filter, which then finds as many papers as the group has."""
    found: Any = await ask(
        "{ papers { groupBy(keys: [YEAR, OPEN_ACCESS]) { groups { count keys { intValue booleanValue value } } } } }"
    )
    query = "query P($where: PaperFilter) { papers(where: $where) { totalCount } }"
    for group in found["papers"]["groupBy"]["groups"]:
        (year, open_access) = group["keys"]
        assert (open_access["intValue"], year["booleanValue"]) == (None, None)
        values = {"year": year["intValue"], "openAccess": open_access["booleanValue"]}
        where = {name: {"isNull": True} if value is None else {"eq": value} for name, value in values.items()}
        assert (await ask(query, where=where)) == {"papers": {"totalCount": group["count"]}}


async def test_urls_of_entities(empty_graph: Graph) -> None:
    """`url` is the page of the best external ID: an ORCID iD before an ID of the ACL Anthology; null without one."""
    await empty_graph.administer(
        "CREATE (:Researcher {id: 'r_1', name: 'A', ord: 'a', orcid: '0000-0002-1825-0097'}) "
        "CREATE (b:Researcher {id: 'r_2', name: 'B', ord: 'b'}) "
        "CREATE (:Identifier {scheme: 'dblp-person', value: '22/3948'})-[:IDENTIFIES]->(b) "
        "CREATE (:Identifier {scheme: 'acl-person', value: 'b-b'})-[:IDENTIFIES]->(b) "
        "CREATE (:Researcher {id: 'r_3', name: 'C', ord: 'c'}) "
        "CREATE (:Venue {id: 'v_1', name: 'V', ord: 'v', acl: 'acl'}) "
        "CREATE (:Volume {id: 'w_1', title: 'W', ord: 'w'})"
        "<-[:IDENTIFIES]-(:Identifier {scheme: 'volume', value: 'acl:2020.acl-main'})"
    )
    found: Any = await Asker(Service(empty_graph))(
        "{ researchers { nodes { url } } venues { nodes { url } } volumes { nodes { url } } }"
    )
    urls = {name: [node["url"] for node in found[name]["nodes"]] for name in found}
    assert urls == {
        "researchers": ["https://orcid.org/0000-0002-1825-0097", "https://aclanthology.org/people/b-b", None],
        "venues": ["https://aclanthology.org/venues/acl"],
        "volumes": ["https://aclanthology.org/volumes/2020.acl-main"],
    }
