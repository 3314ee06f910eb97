"""The server lets Neo4j plan the statements of acts, and searches, after its start."""

import pytest

from byline.server.background_tasks import plan_acts, plan_searches
from cypher.catalog import PARAMETER_MAP
from cypher.driver.client import Graph
from resolvers.computed_parameters import SEARCH_COLUMNS, search_query
from tests.conftest import emptied

pytestmark = pytest.mark.graph
COUNTS = "MATCH (n) RETURN count(n), sum(COUNT { (n)-->() })"


@pytest.mark.usefixtures("ids")
async def test_acts_are_planned_without_writing(graph: Graph) -> None:
    """Each statement of an act is planned, and the graph stays as it is."""
    before = (await graph.read(COUNTS)).rows
    assert await plan_acts(graph, 0) >= 20
    assert (await graph.read(COUNTS)).rows == before


async def test_graph_without_users_needs_no_plans(empty_graph: Graph) -> None:
    """A server for readers alone plans no acts."""
    await emptied(empty_graph)
    assert await plan_acts(empty_graph, 0) == 0


async def test_searches_are_planned(empty_graph: Graph) -> None:
    """Each search is planned although it has no values, and its Cypher is valid."""
    assert await plan_searches(empty_graph, 0) == len(SEARCH_COLUMNS)
    for file in SEARCH_COLUMNS:
        assert (await empty_graph.read(f"EXPLAIN {search_query(file)}", {PARAMETER_MAP: {}})).rows == []
