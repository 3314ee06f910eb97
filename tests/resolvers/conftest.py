"""A graph of three papers, for what questions answer."""

from collections.abc import AsyncGenerator

import pytest

from cypher.driver.client import Address, Graph
from resolvers.execute import Service
from tests.conftest import emptied
from tests.loaders.loading import sampled
from tests.resolvers import near_names
from tests.resolvers.asker import Asker


@pytest.fixture(scope="module")
async def three_papers(address: Address) -> AsyncGenerator[Graph]:
    """Give an open graph that holds the fixture of three papers and nothing else."""
    async with Graph(address) as graph:
        await sampled(graph, "three-papers")
        yield graph


@pytest.fixture
def ask(three_papers: Graph) -> Asker:
    """Give something to ask the three papers with."""
    return Asker(Service(three_papers))


@pytest.fixture(scope="module")
async def asked(address: Address) -> AsyncGenerator[Asker]:
    """Give something to ask a few things with names that are near to one another with."""
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(near_names.FILL, near_names.filling())
        await graph.administer("CALL db.awaitIndexes(60)")
        yield Asker(Service(graph))
        await emptied(graph)
