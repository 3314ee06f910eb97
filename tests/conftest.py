"""One shared Neo4j for the whole run, and an open graph for a test."""

import os
from collections.abc import AsyncGenerator, Generator

import anyio
import psutil
import pytest

from cypher.driver.client import Address, Graph
from cypher.migrate import clear_graph, migrate
from tests import neo4j_under_test


def pytest_report_header() -> str:
    """Say first which Neo4j the tests run on."""
    return str(neo4j_under_test.choice())


def pytest_xdist_auto_num_workers() -> int:
    """Split the files among the processors, each share with a Neo4j of its own; a given one is not shared."""
    if os.environ.get("BYLINE_TEST_NEO4J_URI"):
        return 0
    gigabytes = psutil.virtual_memory().available >> 30
    return max(0, min(psutil.cpu_count() or 1, 4, gigabytes // 3))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest file first, so that no worker ends alone with it."""
    items.sort(key=lambda item: item.path.parent.name != "reference")


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Run asynchronous tests on asyncio, as the server does."""
    return ("asyncio", {"use_uvloop": True})


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[Address]:
    """Give the shared Neo4j's address, with the migrations applied."""
    with neo4j_under_test.started(tmp_path_factory.mktemp("neo4j")) as at:
        anyio.run(_migrated, at)
        yield at


async def _migrated(at: Address) -> None:
    async with Graph(at) as graph:
        await migrate(graph)


@pytest.fixture
async def graph(address: Address) -> AsyncGenerator[Graph]:
    """Give an open graph that holds whatever the module's own fixture put there."""
    async with Graph(address) as opened:
        yield opened


async def emptied(graph: Graph) -> None:
    """Delete every node but the record of the migrations."""
    await clear_graph(graph)
    await graph.administer("MATCH (n:Lease) DELETE n")


@pytest.fixture
async def empty_graph(graph: Graph) -> Graph:
    """Give an open graph with nothing in it."""
    await emptied(graph)
    return graph
