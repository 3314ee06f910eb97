"""A shared Neo4j for the whole run, and an open graph for each test."""

import os
from collections.abc import AsyncGenerator, Generator
from typing import Any

import anyio
import psutil
import pytest
from xdist.scheduler import LoadScopeScheduling  # pyright: ignore[reportMissingTypeStubs] xdist has no stubs

from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import clear_graph, migrate
from tests import neo4j_under_test

WHOLE_PACKAGES = ("tests/resolvers", "tests/accounts", "tests/reference")
"""Packages whose files send the same statements: one worker runs them, so that its Neo4j plans each once."""
os.environ["BYLINE_WARM_UP"] = "false"  # the warm-up plans statements that no test sends
os.environ["NUMBA_BOUNDSCHECK"] = "1"  # compiled loops raise IndexError instead of writing outside an array


def pytest_report_header() -> str:
    """Name the Neo4j of the tests in the first line of the report."""
    return str(neo4j_under_test.choice())


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers; each has its own Neo4j, and an external Neo4j is not shared."""
    if os.environ.get("BYLINE_TEST_NEO4J_URI"):
        return 0
    gigabytes = psutil.virtual_memory().available >> 30
    return max(0, min(psutil.cpu_count() or 1, 4, gigabytes // 3))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest packages first, so that they do not delay the end of the run."""
    places = {package: place for place, package in enumerate(WHOLE_PACKAGES)}
    items.sort(key=lambda item: places.get(scope_of(item.nodeid), len(places)))


def scope_of(test_id: str) -> str:
    """Return the group of tests with which a test is scheduled: its package or its file."""
    file = test_id.partition("::")[0]
    return next((package for package in WHOLE_PACKAGES if file.startswith(f"{package}/")), file)


class PackageScheduling(LoadScopeScheduling):
    """Distributes packages and files of tests to the workers (xdist's extension point)."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> PackageScheduling:  # noqa: ANN401 xdist's logger
    """Return the scheduler of a run with workers."""
    return PackageScheduling(config, log)


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Run asynchronous tests on asyncio, as the server does."""
    return ("asyncio", {"use_uvloop": True})


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[Address]:
    """Yield the address of the shared Neo4j, with the migrations applied."""
    with neo4j_under_test.started(tmp_path_factory.mktemp("neo4j")) as at:
        anyio.run(_migrate, at)
        yield at


async def _migrate(at: Address) -> None:
    async with Graph(at) as graph:
        await migrate(graph)


@pytest.fixture
async def graph(address: Address) -> AsyncGenerator[Graph]:
    """Yield an open graph with the data of the module's own fixture."""
    async with Graph(address) as opened:
        yield opened


async def emptied(graph: Graph) -> None:
    """Delete every node except the migration nodes."""
    await clear_graph(graph)
    await graph.administer("MATCH (n:Lease) DELETE n")


@pytest.fixture
async def empty_graph(graph: Graph) -> Graph:
    """Return an open graph without data."""
    await emptied(graph)
    return graph
