"""Connect a command to Neo4j: the server that NEO4J_URI names, or the managed one, started if necessary."""

import os
import select
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from byline.local_neo4j.state import Process
from byline.server.logs import configure, silence_loggers
from byline.settings import Settings
from cypher.driver.address import Address
from cypher.driver.client import Graph, QueryResult
from cypher.driver.errors import GraphError, GraphUnavailableError
from cypher.driver.values import Value


def liveness_probe(managed: "ManagedServer") -> Callable[[], bool]:
    """Return a function that reports whether the managed Neo4j is running, also after it was started again."""
    probes = {managed.jvm: process_probe(managed.jvm)}

    def is_running() -> bool:
        jvm = managed.jvm
        if jvm not in probes:
            probes[jvm] = process_probe(jvm)
        return probes[jvm]()

    return is_running


def process_probe(process: Process) -> Callable[[], bool]:
    """Return a function that reports whether a process is running; on Linux it costs one system call.

    It holds a file descriptor until this program ends.
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
    from byline.local_neo4j.server import ManagedServer

ONLY_DATABASE = "neo4j"
"""Name of the only database of the managed server."""


class GraphConnection(NamedTuple):
    """Address and credentials of a Neo4j; `managed` is None for an external server."""

    address: Address
    managed: "ManagedServer | None"


class ClosableGraph(Graph):
    """A graph that reports Neo4j as unavailable once it is closed, so that pending requests get a clear error."""

    closed = False

    async def close(self) -> None:
        """Close every connection."""
        self.closed = True
        await super().close()

    async def read(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> QueryResult:
        """Run one reading statement. Raises a GraphError; GraphUnavailableError if the graph was closed."""
        try:
            return await super().read(text, parameters, timeout_s=timeout_s)
        except GraphError:
            if self.closed:
                raise GraphUnavailableError("Neo4j has stopped, or this server is shutting down.") from None
            raise


def address_of(settings: Settings) -> Address | None:
    """Return the address of the external Neo4j, or None if the managed one is used."""
    if settings.neo4j_uri is None:
        return None
    password = settings.neo4j_password.get_secret_value()
    return Address(settings.neo4j_uri, settings.neo4j_username, password, settings.neo4j_database)


def managed_address(managed: "ManagedServer") -> Address:
    """Return the address of the managed server; its password belongs to the running process."""
    connection = managed.connection
    return Address(
        connection.uri,
        connection.username,
        connection.password,
        connection.database,
        is_running=liveness_probe(managed),
    )


def started(settings: Settings, say: Callable[[str], None] | None = None, *, http: bool = False) -> "ManagedServer":
    """Start the managed Neo4j, or join the running one. Raises ServerError."""
    from byline.local_neo4j.server import start_or_join  # noqa: PLC0415 not needed with an external Neo4j

    if say is not None and settings.neo4j_database != ONLY_DATABASE:
        say(
            f"NEO4J_DATABASE={settings.neo4j_database} is ignored: the managed Neo4j has one database, "
            f"{ONLY_DATABASE}. To use an external Neo4j, set NEO4J_URI too."
        )
    return start_or_join(
        settings.home,
        http=http,
        heap=settings.neo4j_heap,
        page_cache=settings.neo4j_page_cache,
        gds=settings.neo4j_gds,
        progress=say,
    )


def open_graph(address: Address, settings: Settings) -> Graph:
    """Return a graph at an address, with the pool size and timeout of the settings. Raises GraphError."""
    silence_loggers()
    configure(settings.log_format)
    return ClosableGraph(address, pool_size=settings.neo4j_pool, read_timeout_s=settings.query_timeout_s)


@contextmanager
def connect(
    settings: Settings, say: Callable[[str], None] | None = None, *, http: bool = False
) -> Generator[GraphConnection]:
    """Provide the Neo4j that the settings select; start the managed one if it is not running.

    Stops the server at the end if this call started it. Call it in the main thread, outside an event loop: a start
    takes seconds, the first one minutes, and a signal must be able to interrupt it. Raises ServerError.

    Args:
        say: Receives messages about the start.
        http: Start the managed server with HTTP and Neo4j Browser.
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
