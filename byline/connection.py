"""Which Neo4j a command talks to: the one that NEO4J_URI names, or Byline's own, started if need be."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

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


@contextmanager
def reached(settings: Settings, say: Callable[[str], None] | None = None) -> Generator[Address]:
    """Give the address of the Neo4j that the settings mean, which is started where it is Byline's own and not running.

    One that this starts is stopped on the way out; one that it joins is left running. To be used in the main thread,
    outside of any event loop: starting takes seconds, the first time minutes, and a signal must be able to end it.
    Raises ServerError.
    """
    address = address_of(settings)
    if address is not None:
        yield address
        return
    managed = started(settings, say)
    try:
        yield managed_address(managed)
    finally:
        managed.stop()
