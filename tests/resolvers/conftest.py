"""Graphs for tests of responses: three papers, the sample, entities with similar names, and a random graph."""

from collections.abc import AsyncGenerator

import pytest

from byline.server.service import GraphCurationService
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Limits, Service
from tests.conftest import emptied
from tests.loaders.load_helpers import load_sample
from tests.resolvers import near_names
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK, fill_scholarly

PATIENT = Limits(timeout_s=60)
"""Limits for tests of results, whose first queries take long to plan on a busy machine."""


@pytest.fixture(scope="module")
async def three_papers(address: Address) -> AsyncGenerator[Graph]:
    """Yield an open graph with only the fixture of three papers."""
    async with Graph(address) as graph:
        await load_sample(graph, "three-papers")
        yield graph


@pytest.fixture
def ask(three_papers: Graph) -> Asker:
    """Return a client for the graph of three papers."""
    return Asker(Service(three_papers, PATIENT))


@pytest.fixture(scope="module")
async def asked(address: Address) -> AsyncGenerator[Asker]:
    """Yield a client for a graph of entities with similar names."""
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(near_names.FILL, near_names.filling())
        await graph.administer("CALL db.awaitIndexes(60)")
        yield Asker(Service(graph, PATIENT))
        await emptied(graph)


@pytest.fixture(scope="module")
async def ask_sample(address: Address) -> AsyncGenerator[Asker]:
    """Yield a client for the whole sample."""
    async with Graph(address) as graph:
        await load_sample(graph)
        yield Asker(Service(graph, PATIENT, identity=GraphCurationService(graph)))


@pytest.fixture(scope="module")
async def ask_scholarly(address: Address) -> AsyncGenerator[Asker]:
    """Yield a client for a random graph of researchers, papers, topics, institutions and citations."""
    async with Graph(address) as graph:
        await emptied(graph)
        await fill_scholarly(graph, SCHOLARLY_NETWORK)
        yield Asker(Service(graph, PATIENT))
        await emptied(graph)
