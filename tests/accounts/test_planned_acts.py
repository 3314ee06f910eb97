"""The server lets Neo4j plan the statements of acts after its start."""

import pytest

from byline.server.background_tasks import plan_acts
from cypher.driver.client import Graph
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
