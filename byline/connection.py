"""Which Neo4j a command talks to: the one that NEO4J_URI names, or Byline's own, started if need be."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import anyio.to_thread

from byline.neo4j_server.process import ensure
from byline.settings import Settings
from cypher.run import Address, Graph


def address_of(settings: Settings) -> Address | None:
    """Return the outside Neo4j's address, or None where the managed one is meant."""
    if settings.neo4j_uri is None:
        return None
    password = settings.neo4j_password.get_secret_value()
    return Address(settings.neo4j_uri, settings.neo4j_username, password, settings.neo4j_database)


@asynccontextmanager
async def connect(settings: Settings | None = None, say: Callable[[str], None] | None = None) -> AsyncGenerator[Graph]:
    """Open the graph that the settings mean, and check that it answers.

    A managed Neo4j that this starts is stopped on the way out; one that it joins is left running.
    Raises a GraphError, or the managed server's own error.
    """
    settings = settings or Settings()
    address = address_of(settings)
    managed = None
    if address is None:
        managed = await anyio.to_thread.run_sync(
            lambda: ensure(settings.home, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache, progress=say)
        )
        connection = managed.connection
        address = Address(connection.uri, connection.username, connection.password, connection.database)
    try:
        async with Graph(address, pool_size=settings.neo4j_pool, read_timeout_s=settings.query_timeout_s) as graph:
            await graph.verify()
            yield graph
    finally:
        if managed is not None:
            await anyio.to_thread.run_sync(managed.stop)
