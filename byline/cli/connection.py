"""Which Neo4j a command talks to: the one that NEO4J_URI names, or Byline's own, started if need be."""

import os
import select
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from byline.local_neo4j.state import Process
from byline.server.logs import configure, silence_loggers
from byline.settings import Settings
from cypher.driver.client import Address, Graph, QueryResult
from cypher.driver.errors import GraphError, GraphUnavailableError
from cypher.driver.values import Value


def liveness_probe(process: Process) -> Callable[[], bool]:
    """Return what tells whether a process still runs: on Linux by one cheap system call.

    It holds a file descriptor for as long as this program runs.
    """
    if sys.platform == "linux":
        try:
            handle = os.pidfd_open(process.pid)
        except OSError:
            return process.alive
        if process.alive():
            seen = select.poll()
            seen.register(handle, select.POLLIN)
            return lambda: not seen.poll(0)
        os.close(handle)
    return process.alive


if TYPE_CHECKING:
    from byline.local_neo4j.process import Managed

ONLY_DATABASE = "neo4j"
"""What the managed server's one database is called."""


class GraphConnection(NamedTuple):
    """A Neo4j: how to sign in, and the managed server where it is Byline's own."""

    address: Address
    managed: "Managed | None"


class ClosableGraph(Graph):
    """A graph that, once it is closed, says that Neo4j is out of reach: what a request then under way answers."""

    closed = False

    async def close(self) -> None:
        """Close every connection."""
        self.closed = True
        await super().close()

    async def read(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> QueryResult:
        """Run one reading statement. Raises a GraphError; GraphUnavailableError where the graph was closed."""
        try:
            return await super().read(text, parameters, timeout_s=timeout_s)
        except GraphError:
            if self.closed:
                raise GraphUnavailableError("Neo4j has ended, or this server is about to.") from None
            raise


def address_of(settings: Settings) -> Address | None:
    """Return the outside Neo4j's address, or None where the managed one is meant."""
    if settings.neo4j_uri is None:
        return None
    password = settings.neo4j_password.get_secret_value()
    return Address(settings.neo4j_uri, settings.neo4j_username, password, settings.neo4j_database)


def managed_address(managed: "Managed") -> Address:
    """Return the managed server's address; its password is for that very process."""
    connection = managed.connection
    return Address(
        connection.uri, connection.username, connection.password, connection.database, still=liveness_probe(managed.jvm)
    )


def started(settings: Settings, say: Callable[[str], None] | None = None, *, http: bool = False) -> "Managed":
    """Start Byline's own Neo4j, or join the one that runs. Raises ServerError."""
    from byline.local_neo4j.process import ensure  # noqa: PLC0415 who has another Neo4j must not pay for starting one

    if say is not None and settings.neo4j_database != ONLY_DATABASE:
        say(
            f"NEO4J_DATABASE={settings.neo4j_database} is passed over: Byline's own Neo4j has one database, "
            f"{ONLY_DATABASE}. Set NEO4J_URI too to use another Neo4j."
        )
    return ensure(
        settings.home, http=http, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache, progress=say
    )


def open_graph(address: Address, settings: Settings) -> Graph:
    """Return a graph over an address, with the settings' pool and time limit. Raises GraphError."""
    silence_loggers()
    configure(settings.log_format)
    return ClosableGraph(address, pool_size=settings.neo4j_pool, read_timeout_s=settings.query_timeout_s)


@contextmanager
def connect(
    settings: Settings, say: Callable[[str], None] | None = None, *, http: bool = False
) -> Generator[GraphConnection]:
    """Give the Neo4j that the settings mean, which is started (with Neo4j Browser, if so) where it is Byline's own.

    One that this starts is stopped on the way out; one that it joins is left running. To be used in the main thread,
    outside of any event loop: starting takes seconds, the first time minutes, and a signal must be able to end it.
    Raises ServerError.
    """
    address = address_of(settings)
    if address is not None:
        yield GraphConnection(address, None)
        return
    managed = started(settings, say, http=http)
    try:
        yield GraphConnection(managed_address(managed), managed)
    finally:
        managed.stop()
