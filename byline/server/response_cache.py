"""Cache the responses to queries of anonymous clients until the graph changes (`BYLINE_RESPONSE_CACHE`).

Neo4j's bookmarks identify the latest transaction: a response is current if the bookmarks are the same as before its
query. Every read and write of this process updates them; a check per second notices the transactions of other
processes. A cached response is therefore at most `MAX_UNCHECKED_S` seconds behind the graph.
"""

import asyncio
import hashlib
import time
from dataclasses import dataclass, replace

import orjson
import structlog
from starlette.responses import Response

from byline.server.responses import entity_tag
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.queries import admin
from resolvers.execute import Request
from resolvers.plan_cache import WeightedLRUCache
from resolvers.reply import Reply

log = structlog.get_logger()
CHECK_INTERVAL_S = 1.0
MAX_UNCHECKED_S = 2.0
"""Cached responses are not used if the last check of the bookmarks is longer ago, as while Neo4j does not respond."""
MAX_ENTRIES = 100_000
OVERHEAD_BYTES = 400
"""Memory of an entry without its body: key, tag, bookmarks and the place in the cache."""


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """The body of a response, its entity tag, and the bookmarks before its query."""

    body: bytes
    tag: str
    bookmarks: frozenset[str]


class ResponseCache:
    """The most recently used responses, bounded by their size in bytes."""

    def __init__(self, graph: Graph, max_bytes: int) -> None:
        self._graph = graph
        self._max_bytes = max_bytes
        self._responses = WeightedLRUCache[bytes, CachedResponse](MAX_ENTRIES, max_bytes)
        self._checked_at = float("-inf")

    async def keep_current(self, interval_s: float = CHECK_INTERVAL_S) -> None:
        """Check the bookmarks again and again, until the task is cancelled."""
        while True:
            started_at = time.monotonic()
            try:
                await self._graph.fetch(admin.LATEST_TRANSACTION)
                self._checked_at = started_at
            except GraphError as error:
                log.warning("response_cache_check_failed", message=str(error))
            await asyncio.sleep(interval_s)

    async def find(self, key: bytes) -> CachedResponse | None:
        """Return the cached response to a request if the graph has not changed since."""
        if time.monotonic() - self._checked_at > MAX_UNCHECKED_S:
            return None
        cached = self._responses.get(key)
        if cached is None or cached.bookmarks != await self._graph.latest_bookmarks():
            return None
        return cached

    async def latest_bookmarks(self) -> frozenset[str]:
        """Return the bookmarks to store with a response; the caller reads them before its query."""
        return await self._graph.latest_bookmarks()

    def store(self, key: bytes, bookmarks: frozenset[str], reply: Reply) -> bool:
        """Store a response that follows from data of Neo4j alone and has no errors; return True if it is stored.

        The stored response has no timing.
        """
        if reply.errors or not reply.ran or not reply.reads_only_neo4j or not bookmarks:
            return False
        if reply.depends_only_on_schema:  # `PreparedResponses` keeps it
            return False
        body = orjson.dumps(replace(reply, timing_s={}).body())
        weight = len(body) + OVERHEAD_BYTES
        if weight > self._max_bytes:
            return False
        self._responses.put(key, CachedResponse(body, entity_tag(reply), bookmarks), weight)
        return True

    def status(self) -> str:
        """Return the header `Cache-Status` of a cached response: how long ago the bookmarks were checked."""
        return f"byline; hit; detail=checked-{1000 * (time.monotonic() - self._checked_at):.0f}ms-ago"


def cache_key(request: Request) -> bytes | None:
    """Return the key of a request; None if its response may depend on the viewer, or if JSON cannot hold it."""
    if request.viewer is not None or request.token_error:
        return None
    try:
        text = orjson.dumps([request.query, request.operation, request.variables], option=orjson.OPT_SORT_KEYS)
    except TypeError:  # half of a surrogate pair, an integer of over 64 bits, or more than 254 levels
        return None
    return hashlib.blake2b(text, digest_size=16).digest()


def to_response(cached: CachedResponse, media_type: str, status: str) -> Response:
    """Return the HTTP response with a cached body."""
    return Response(cached.body, 200, {"cache-status": status}, f"{media_type}; charset=utf-8")
