"""Detect that the file bundled with a source is already loaded unchanged, so that it need not be loaded again."""

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.graph_queries import run_query
from loaders.records.errors import SourceFileError
from loaders.records.serialization import RULES_VERSION
from loaders.sources.base import Source


class CompletedLoad(NamedTuple):
    """The completed load of a source's bundled file: number of records read, and end time (ISO 8601)."""

    records: int
    finished_at: str


def bundle_fingerprint(source: Source, paths: Sequence[Path]) -> str | None:
    """Return the hash of the bundled file and the rules version, or None if the paths are other files."""
    try:
        bundled = source.bundle()
    except SourceFileError:
        return None
    if list(paths) != [bundled]:
        return None
    return blake2b(bundled.read_bytes(), digest_size=12, key=RULES_VERSION).hexdigest()


async def find_completed_load(graph: Graph, source: Source) -> CompletedLoad | None:
    """Return the load of the current bundled file, or None if it is not loaded or a later load followed.

    Only the source's own loads and unloads change its records.

    Raises:
        GraphError: the query failed.
    """
    rows = await run_query(graph, lookup.NEWEST_LOAD, loaders=[source.name, f"unload {source.name}"])
    for load in rows:
        if load.finished_at and load.bundle and load.bundle == bundle_fingerprint(source, [source.bundle()]):
            return CompletedLoad(load.read or 0, load.finished_at)
    return None
