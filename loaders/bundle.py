"""Whether a file that comes with Byline is loaded already, just as it is: then nobody need load it again."""

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from cypher.run import Graph
from loaders.asking import ask
from loaders.records.statement import RULES
from loaders.refused import SourceError
from loaders.source import Source


class Loaded(NamedTuple):
    """The load that left a source's bundled file as it is: how many records it read, when it was done (ISO 8601)."""

    records: int
    finished_at: str


def content(source: Source, paths: Sequence[Path]) -> str | None:
    """Return the hash of the bundled file and the rules by which it is settled; None where other files are meant."""
    try:
        bundled = source.bundle()
    except SourceError:
        return None
    return blake2b(bundled.read_bytes(), digest_size=12, key=RULES).hexdigest() if list(paths) == [bundled] else None


async def loaded(graph: Graph, source: Source) -> Loaded | None:
    """Return the load after which the bundled file stands in the graph, None where there is none or another followed.

    Only the source's own loads change its records, and an unload takes them out. Raises a GraphError.
    """
    rows = await ask(graph, "write/newest_load", loaders=[source.name, f"unload {source.name}"])
    for finished, bundle, read in rows:
        if finished is not None and bundle is not None and bundle == content(source, [source.bundle()]):
            return Loaded(int(str(read)), str(finished))
    return None
