"""Which Neo4j a command talks to: the one that NEO4J_URI names, or Byline's own, started if need be."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from byline.neo4j_server.process import Managed, ensure
from byline.settings import Settings
from cypher.run import Address, Graph


def address_of(settings: Settings) -> Address | None:
    """Return the outside Neo4j's address, or None where the managed one is meant."""
    if settings.neo4j_uri is None:
        return None
    password = settings.neo4j_password.get_secret_value()
    return Address(settings.neo4j_uri, settings.neo4j_username, password, settings.neo4j_database)


def managed_address(managed: Managed) -> Address:
    """Return the managed server's address."""
    at = managed.connection
    return Address(at.uri, at.username, at.password, at.database)


def started(settings: Settings, say: Callable[[str], None] | None = None, *, http: bool = False) -> Managed:
    """Start Byline's own Neo4j, or join the one that runs. Raises ServerError."""
    return ensure(
        settings.home, http=http, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache, progress=say
    )


def graph_at(address: Address, settings: Settings) -> Graph:
    """Return a graph over an address, with the settings' pool and time limit. Raises GraphError."""
    return Graph(address, pool_size=settings.neo4j_pool, read_timeout_s=settings.query_timeout_s)


@asynccontextmanager
async def connect(settings: Settings | None = None, say: Callable[[str], None] | None = None) -> AsyncGenerator[Graph]:
    """Open the graph that the settings mean, and check that it answers.

    A managed Neo4j that this starts is stopped on the way out; one that it joins is left running.
    Raises a GraphError, or the managed server's own error.
    """
    settings = settings or Settings()
    address = address_of(settings)
    managed = started(settings, say) if address is None else None
    try:
        async with graph_at(address or managed_address(_there(managed)), settings) as graph:
            await graph.verify()
            yield graph
    finally:
        if managed is not None:
            managed.stop()  # without await: this runs on cancellation too


def _there(managed: Managed | None) -> Managed:
    if managed is None:
        raise TypeError("There is neither an address nor a managed server.")
    return managed
