"""The server's copy of the co-author network: built from Neo4j in the background, and built again after every write.

The copy is dropped as soon as a finished write is noticed, at most `POLL_S` after it; until the new copy is built,
Neo4j searches. While a process writes, the copy shows the state before: co-authors are derived at the end of a load.
"""

import asyncio
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import structlog

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.queries import admin, derive, lookup
from traversal.coauthor_graph import BUILD_BYTES_PER_PAIR, BUILD_BYTES_PER_PERSON, CoauthorGraph, GraphBuilder

log = structlog.get_logger()
POLL_S = 1.0
"""Seconds between two checks whether the graph has changed."""
RETRY_S = 5.0
"""Seconds until the next attempt after an error of Neo4j."""
STREAM_TIMEOUT_S = 1_800.0
"""Maximum duration of the query that reads all pairs."""
ROWS_AT_ONCE = 500
"""Rows that are decoded before other requests have a turn."""


class CopyState(StrEnum):
    """Whether the copy answers requests."""

    OFF = "off"
    BUILDING = "building"
    READY = "ready"
    TOO_LARGE = "too large"


class Version(NamedTuple):
    """Values that change with every write."""

    feed: int
    loads: int
    newest: str | None


@dataclass(frozen=True, slots=True)
class CopyStatus:
    """State and size of the copy. `needed` is the estimated peak memory of a build in bytes."""

    state: CopyState
    people: int = 0
    pairs: int = 0
    needed: int = 0
    nbytes: int = 0
    build_s: float = 0.0


class NetworkCopy:
    """The copy of one graph's network.

    Args:
        graph: the graph.
        lease: name of the writer lease.
        max_bytes: maximum memory of a build; 0: no copy.
    """

    def __init__(self, graph: Graph, lease: str, max_bytes: int) -> None:
        self.graph = graph
        self.lease = lease
        self.max_bytes = max_bytes
        self.status = CopyStatus(CopyState.BUILDING if max_bytes else CopyState.OFF)
        self._network: CoauthorGraph | None = None
        self._version: Version | None = None

    def network(self) -> CoauthorGraph | None:
        """Return the network, or None while Neo4j must search."""
        return self._network

    async def keep_current(self) -> None:
        """Build the copy, and build it again after every write, until cancelled."""
        while self.max_bytes:
            try:
                await self.refresh()
            except GraphError as error:
                log.warning("network_copy_failed", message=str(error))
                await asyncio.sleep(RETRY_S)
            await asyncio.sleep(POLL_S)

    async def refresh(self) -> None:
        """Build the copy if the graph has changed and no process writes. Raises a GraphError."""
        version, writing = await self._read_version()
        if version == self._version or writing or await self._count_stale():
            return
        self._network = None
        [size] = await self.graph.fetch(lookup.COAUTHOR_COUNTS)
        needed = size.people * BUILD_BYTES_PER_PERSON + size.pairs * BUILD_BYTES_PER_PAIR
        if needed > self.max_bytes:
            self.status = CopyStatus(CopyState.TOO_LARGE, size.people, size.pairs, needed)
            self._version = version
            log.warning("network_copy_too_large", pairs=size.pairs, needed=needed, limit=self.max_bytes)
            return
        self.status = CopyStatus(CopyState.BUILDING, size.people, size.pairs, needed)
        started_at = time.monotonic()
        network = await self._build()
        if await self._read_version() != (version, False):
            return  # the graph changed during the build; the next check builds the copy again
        self._network, self._version = network, version
        build_s = round(time.monotonic() - started_at, 3)
        self.status = CopyStatus(CopyState.READY, network.people, network.pairs, needed, network.nbytes, build_s)
        log.info("network_copy_ready", people=network.people, pairs=network.pairs, seconds=build_s)

    async def _read_version(self) -> tuple[Version, bool]:
        """Return the version of the graph, and whether a process writes."""
        [row] = await self.graph.fetch(admin.LEASE_STATUS, {"name": self.lease})
        return Version(row.feed, row.loads, row.newest), row.holder is not None

    async def _count_stale(self) -> int:
        [row] = await self.graph.fetch(derive.COUNT_STALE, timeout_s=60)
        return row.stale

    async def _build(self) -> CoauthorGraph:
        builder = GraphBuilder()
        people = self.graph.stream(
            statement("lookup/coauthor_people").text, size=ROWS_AT_ONCE * 10, timeout_s=STREAM_TIMEOUT_S
        )
        async for rows in people:
            builder.add_people(row.id for row in lookup.COAUTHOR_PEOPLE.typed_rows(rows))
        pairs = self.graph.stream(
            statement("lookup/coauthor_pairs").text, size=ROWS_AT_ONCE, timeout_s=STREAM_TIMEOUT_S
        )
        async for rows in pairs:
            for row in lookup.COAUTHOR_PAIRS.typed_rows(rows):
                builder.add_pairs(
                    [row.id] * len(row.coauthor_ids), row.coauthor_ids, row.papers, (row.first_years, row.last_years)
                )
            await asyncio.sleep(0)
        return await asyncio.to_thread(builder.build)
