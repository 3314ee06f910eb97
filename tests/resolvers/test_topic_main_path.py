"""The main path of a topic: its steps, papers outside the topic, dates, and unknown IDs."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Request, Service
from tests.conftest import emptied
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph
TOPIC, EMPTY = "t_00000000000000000000000001", "t_00000000000000000000000002"
CREATE = """
CREATE (topic:Topic {id: $topic, name: 'Parsing', code: 'x', scheme: 'arxiv'})
CREATE (:Topic {id: $empty, name: 'Silence', code: 'y'})
WITH topic
UNWIND range(1, 7) AS number
CREATE (p:Paper {id: 'p_0000000000000000000000000' + number, title: 'P' + number, publishedOn: toString(2000 + number)})
SET p.ord = toString(number), p.citationCount = 1
FOREACH (_ IN CASE WHEN number < 7 THEN [1] ELSE [] END | CREATE (p)-[:ABOUT]->(topic))
"""
CITE = """
UNWIND $pairs AS pair
MATCH (citing:Paper {title: 'P' + pair[0]})
MATCH (cited:Paper {title: 'P' + pair[1]})
CREATE (citing)-[:CITES]->(cited)
"""
PAIRS = [[3, 1], [3, 2], [4, 3], [5, 3], [6, 4], [7, 3], [1, 6]]
"""P3 cites P1 and P2; P4 and P5 cite P3; P6 cites P4. P7 is not about the topic, and P1 cites the later P6."""
MAIN_PATH = """query M($by: TopicBy!) { topicMainPath(by: $by) {
  paperCount citationCount ignoredCitationCount truncated steps { share paper { title } } } }"""


@pytest.fixture(scope="module")
async def service(address: Address) -> AsyncGenerator[Service]:
    """Yield a service over seven papers, six of them about a topic."""
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(CREATE, {"topic": TOPIC, "empty": EMPTY})
        await graph.administer(CITE, {"pairs": PAIRS})
        yield Service(graph)
        await emptied(graph)


async def test_path_of_a_topic(service: Service) -> None:
    """The path has the highest sum of counts: of the four search paths, two pass P1 to P3, and two P3, P4 and P6."""
    answer: Any = await Asker(service)(MAIN_PATH, by={"id": TOPIC})
    assert await Asker(service)(MAIN_PATH, by={"code": "x"}) == answer
    assert answer["topicMainPath"] == {
        "paperCount": 6,
        "citationCount": 6,
        "ignoredCitationCount": 1,
        "truncated": False,
        "steps": [
            {"share": None, "paper": {"title": "P1"}},
            {"share": 0.5, "paper": {"title": "P3"}},
            {"share": 0.5, "paper": {"title": "P4"}},
            {"share": 0.5, "paper": {"title": "P6"}},
        ],
    }


async def test_topic_without_citations_and_unknown_topics(service: Service) -> None:
    """A topic without papers has an empty path; an unknown ID, or the ID of a paper, is an error of the argument."""
    answer: Any = await Asker(service)(MAIN_PATH, by={"id": EMPTY})
    assert (answer["topicMainPath"]["steps"], answer["topicMainPath"]["paperCount"]) == ([], 0)
    unknown = {"id": "t_00000000000000000000000009"}, {"code": "z"}
    for by, code in (*((by, "NOT_FOUND") for by in unknown), ({"id": "p_00000000000000000000000001"}, "BAD_ID")):
        reply = await service.answer(Request(MAIN_PATH, {"by": by}))
        assert reply.errors[0]["extensions"]["code"] == code
        assert reply.errors[0]["path"] == ["topicMainPath"]


@pytest.mark.parametrize("by", [{}, {"id": EMPTY, "code": "z"}, {"id": None}])
async def test_a_topic_has_exactly_one_key(service: Service, by: dict[str, str | None]) -> None:
    """No key, two keys and a key that is null are errors, in variables and in the document."""
    members = ", ".join(f"{key}: {json.dumps(value)}" for key, value in by.items())
    document = f"{{ topicMainPath(by: {{{members}}}) {{ paperCount }} }}"
    for request in (Request(MAIN_PATH, {"by": by}), Request(document)):
        reply = await service.answer(request)
        assert reply.code is not None
        assert reply.code.name in ("BAD_USER_INPUT", "BAD_VARIABLES", "VALIDATION")
