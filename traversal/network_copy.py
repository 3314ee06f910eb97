"""The server's copy of the co-author network: built from Neo4j in the background, and updated after every write.

After a write, the server reads the changed people and updates the copy; the copy before answers requests meanwhile. If
many people changed, or the graph was emptied, the server drops the copy and builds a new one, and Neo4j searches
meanwhile.
While a process writes, the copy shows the state before: co-authors are derived at the end of a load.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, repeat
from typing import NamedTuple

import structlog

from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.driver.values import Value
from cypher.queries import admin, derive, lookup
from traversal.coauthor_graph import BUILD_BYTES_PER_PAIR, BUILD_BYTES_PER_PERSON, CoauthorGraph, GraphBuilder
from traversal.network_update import NetworkChange, SortedNetwork, UnknownCoauthorError, updated_network
from traversal.search_loops import compile_loops
from traversal.sort_keys import SortKeys

log = structlog.get_logger()
POLL_S = 0.5
"""Seconds between two checks whether the graph has changed."""
RETRY_S = 5.0
"""Seconds until the next attempt after an error of Neo4j."""
READ_TIMEOUT_S = 60.0
"""Maximum duration of a query that reads some of the people."""
PEOPLE_AT_ONCE = 2_000
"""Maximum number of people per query; other requests run between the queries."""
MAX_CHANGED = 1_000
"""Number of changed people up to which the copy is always updated; above it, up to one in `PEOPLE_PER_CHANGED`."""
PEOPLE_PER_CHANGED = 5


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
    oldest: str | None
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
        self._network: SortedNetwork | None = None
        self._version: Version | None = None

    def network(self) -> CoauthorGraph | None:
        """Return the network, or None while Neo4j must search."""
        return self._network.graph if self._network else None

    async def keep_current(self) -> None:
        """Compile the loops of searches, build the copy, and update it after every write, until cancelled."""
        await asyncio.to_thread(compile_loops)
        while self.max_bytes:
            try:
                await self.refresh()
            except GraphError as error:
                log.warning("network_copy_failed", message=str(error))
                await asyncio.sleep(RETRY_S)
            await asyncio.sleep(POLL_S)

    async def refresh(self) -> None:
        """Update or build the copy if the graph has changed and no process writes. Raises a GraphError."""
        version, writing = await self._read_version()
        if version == self._version or writing or await self._count_stale():
            return
        [size] = await self.graph.fetch(lookup.COAUTHOR_COUNTS)
        needed = size.people * BUILD_BYTES_PER_PERSON + size.pairs * BUILD_BYTES_PER_PAIR
        if needed > self.max_bytes:
            self._network, self._version = None, version
            self.status = CopyStatus(CopyState.TOO_LARGE, size.people, size.pairs, needed)
            log.warning("network_copy_too_large", pairs=size.pairs, needed=needed, limit=self.max_bytes)
            return
        started_at = time.monotonic()
        network = await self._update(version)
        if network and network.graph.pairs != size.pairs:
            log.warning("network_copy_differs", pairs=network.graph.pairs, expected=size.pairs)
            network = None
        updated = network is not None
        if network is None:
            self._network = None
            self.status = CopyStatus(CopyState.BUILDING, size.people, size.pairs, needed)
            network = await self._build()
        if await self._read_version() != (version, False):
            return  # the graph changed meanwhile; the next check begins again
        self._network, self._version = network, version
        took_s = round(time.monotonic() - started_at, 3)
        graph = network.graph
        nbytes = graph.nbytes + network.keys.nbytes
        build_s = self.status.build_s if updated else took_s
        self.status = CopyStatus(CopyState.READY, graph.people, graph.pairs, needed, nbytes, build_s)
        event = "network_copy_updated" if updated else "network_copy_ready"
        log.info(event, people=graph.people, pairs=graph.pairs, seconds=took_s)

    async def _read_version(self) -> tuple[Version, bool]:
        """Return the version of the graph, and whether a process writes."""
        [row] = await self.graph.fetch(admin.LEASE_STATUS, {"name": self.lease})
        return Version(row.feed, row.loads, row.oldest, row.newest), row.holder is not None

    async def _count_stale(self) -> int:
        [row] = await self.graph.fetch(derive.COUNT_STALE, timeout_s=60)
        return row.stale

    async def _update(self, version: Version) -> SortedNetwork | None:
        """Return the network after the latest writes; None if it must be built again."""
        before, known = self._network, self._version
        if before is None or known is None or version.feed < known.feed or version.oldest != known.oldest:
            return None
        change = await self._read_change(known.feed, max(MAX_CHANGED, before.graph.people // PEOPLE_PER_CHANGED))
        if change is None or not (change.ids or change.removed_ids):
            return change and before
        try:
            return await asyncio.to_thread(updated_network, before, change)
        except UnknownCoauthorError as error:
            log.warning("network_copy_differs", unknown=str(error))
            return None

    async def _read_change(self, number: int, maximum: int) -> NetworkChange | None:
        """Return the changes after a change number; None if they change more than `maximum` people."""
        [size] = await self.graph.fetch(lookup.CHANGED_COAUTHOR_COUNTS, {"number": number, "first": maximum + 1})
        if size.changed + len(size.removed_ids) > maximum:
            return None
        change = NetworkChange(list(size.removed_ids))
        if size.changed:
            for row in await self.graph.fetch(
                lookup.CHANGED_COAUTHOR_PAIRS, {"number": number}, timeout_s=READ_TIMEOUT_S
            ):
                change.add_person(row.id, row.sort_key, row.coauthor_ids, row.papers, (row.first_years, row.last_years))
        return change

    async def _build(self) -> SortedNetwork:
        """Read the whole network."""
        builder = GraphBuilder()
        sort_keys: list[str] = []
        async for rows in self._people():
            builder.add_people(row.id for row in rows)
            sort_keys += (row.sort_key for row in rows)
            builder.add_pairs(
                chain.from_iterable(repeat(row.id, len(row.coauthor_ids)) for row in rows),
                chain.from_iterable(row.coauthor_ids for row in rows),
                chain.from_iterable(row.papers for row in rows),
                (
                    chain.from_iterable(row.first_years for row in rows),
                    chain.from_iterable(row.last_years for row in rows),
                ),
            )
        keys = SortKeys.from_list(sort_keys)
        del sort_keys
        return SortedNetwork(await asyncio.to_thread(builder.build), keys)

    async def _people(self) -> AsyncIterator[Sequence[lookup.CoauthorPairsRow]]:
        """Yield the people in the order of their sort keys, with their co-authors.

        Neo4j reads the next people while the caller works on some.
        """
        page = asyncio.create_task(self._people_after(""))
        try:
            while True:
                rows = await page
                if len(rows) < PEOPLE_AT_ONCE:
                    yield rows
                    return
                page = asyncio.create_task(self._people_after(rows[-1].sort_key))
                await asyncio.sleep(0)  # sends the query
                yield rows
        finally:
            page.cancel()

    async def _people_after(self, sort_key: str) -> Sequence[lookup.CoauthorPairsRow]:
        parameters: dict[str, Value] = {"after": sort_key, "first": PEOPLE_AT_ONCE}
        return await self.graph.fetch(lookup.COAUTHOR_PAIRS, parameters, timeout_s=READ_TIMEOUT_S)
