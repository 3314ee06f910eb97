"""Sorted lists of record keys (source and key), larger than memory, so that two lists can be compared."""

from collections.abc import Iterator
from contextlib import aclosing

import msgspec

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.formats.external_sort import RUN, ExternalSorter
from loaders.records.match_features import RecordRef

LISTED_S = 6 * 3600.0
"""Timeout in seconds for listing the records of a loader; enough for tens of millions."""


class SortedKeySet(ExternalSorter):
    """Keys of a loader's records: added in any order, returned sorted by source and key, without duplicates."""

    def __init__(self, loader: str, run: int = RUN) -> None:
        super().__init__(run)
        self.loader = loader

    def add_key(self, source: str, key: str) -> None:
        """Add a record. Raises OSError if the disk is full."""
        self.add(msgspec.json.encode((source, key)).decode())

    def difference(self, other_list: "SortedKeySet") -> Iterator[RecordRef]:
        """Yield the records that the other list does not contain."""
        other_lines = other_list.each_line()
        least = next(other_lines, None)
        for line in self.each_line():
            while least is not None and least < line:
                least = next(other_lines, None)
            if line != least:
                yield RecordRef(*_decoder.decode(line), self.loader)

    def each_line(self) -> Iterator[str]:
        """Yield each record as a line of JSON, without duplicates."""
        before = None
        for line in self.merged():
            if line != before:
                yield line
            before = line


_decoder = msgspec.json.Decoder(tuple[str, str])


async def collect_graph_keys(graph: Graph, only: str | None, into: SortedKeySet) -> int:
    """List the records of a loader in the graph, and return their number.

    Args:
        only: Source of the records to list; by default, all sources.
        into: The list to fill; it names the loader.
    """
    count = 0
    parameters = {"loader": into.loader, "only": only}
    async with aclosing(graph.stream(lookup.RECORDS_OF_LOADER.text, parameters, timeout_s=LISTED_S)) as pages:
        async for page in pages:
            count += len(page)
            for row in lookup.RECORDS_OF_LOADER.typed_rows(page):
                into.add_key(row.source, row.key)
    return count
