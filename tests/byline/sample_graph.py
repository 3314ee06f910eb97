"""The shared Neo4j with the sample loaded, for tests that talk to a process."""

import anyio

from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.loaders import load_helpers as loading


def sampled(address: Address, only: str | None = None) -> None:
    """Empty the graph and load the sample, or one file of it."""
    anyio.run(_load, address, only)


async def _load(address: Address, only: str | None) -> None:
    async with Graph(address) as graph:
        await loading.load_sample(graph, only)
