"""The work that trains the AOT cache of Neo4j's JVM: load the sample and answer the pages of the cookbook.

`python -m byline.cli.training_workload` does this with the Neo4j that NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD
name, at the lowest priority.
"""

import asyncio
import os

from byline.cli.connection import address_of, open_graph
from byline.local_neo4j.aot import NICE
from byline.server.background_tasks import plan_reads
from byline.server.service import create_service
from byline.settings import Settings, load_settings
from cypher.migrate import migrate
from loaders.pipeline.run import load
from loaders.sources.base import sources


async def train(settings: Settings) -> None:
    """Load the sample, and run the pages and searches once. Raises a GraphError."""
    address = address_of(settings)
    if address is None:
        raise SystemExit("Set NEO4J_URI to the Neo4j to train.")
    async with open_graph(address, settings) as graph:
        await migrate(graph)
        sample = sources()["sample"]
        await load(graph, sample, [sample.bundle()])
        await plan_reads(create_service(graph, settings))


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(train(load_settings()))
