"""A graph of three papers, for what questions answer."""

from collections.abc import AsyncGenerator

import pytest

from cypher.run import Address, Graph
from loaders.run import load
from loaders.source import sources
from resolvers.execute import Reply, Request, Service
from tests.conftest import emptied


@pytest.fixture(scope="module")
async def three_papers(address: Address) -> AsyncGenerator[Graph]:
    """Give an open graph that holds the fixture of three papers and nothing else."""
    async with Graph(address) as graph:
        await emptied(graph)
        sample = sources()["sample"]
        await load(graph, sample, [sample.bundle("three-papers")])
        yield graph


class Asker:
    """Asks questions and expects answers without errors."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def __call__(self, query: str, **variables: object) -> dict[str, object]:
        """Return the data of an answer that must have no errors."""
        reply = await self.reply(query, **variables)
        assert not reply.errors, reply.errors
        assert reply.data is not None
        return reply.data

    async def reply(self, query: str, **variables: object) -> Reply:
        """Return the whole reply."""
        return await self.service.answer(Request(query, variables))


@pytest.fixture
def ask(three_papers: Graph) -> Asker:
    """Give something to ask the three papers with."""
    return Asker(Service(three_papers))
