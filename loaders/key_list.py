"""Lists of records by source and key: more than fit into memory, in one order, so that two lists can be compared."""

from collections.abc import Iterator
from contextlib import aclosing

import msgspec

from cypher.catalog import statement
from cypher.run import Graph
from loaders.records.stated import Ref
from loaders.sorted_lines import RUN, SortedLines

LISTED_S = 6 * 3600.0
"""Seconds in which a loader's records can be listed: tens of millions."""


class KeyList(SortedLines):
    """Records of one loader: taken in any order, given in that of source and key, each once."""

    def __init__(self, loader: str, run: int = RUN) -> None:
        super().__init__(run)
        self.loader = loader

    def take(self, source: str, key: str) -> None:
        """Take a record in. Raises OSError where the disk is full."""
        self.add(msgspec.json.encode((source, key)).decode())

    def missing(self, other: "KeyList") -> Iterator[Ref]:
        """Yield each record that the other list has not."""
        theirs = other.each_line()
        least = next(theirs, None)
        for line in self.each_line():
            while least is not None and least < line:
                least = next(theirs, None)
            if line != least:
                yield Ref(*_decoder.decode(line), self.loader)

    def each_line(self) -> Iterator[str]:
        """Yield each record as a line of JSON."""
        before = None
        for line in self.merged():
            if line != before:
                yield line
            before = line


_decoder = msgspec.json.Decoder(tuple[str, str])


async def list_held(graph: Graph, only: str | None, into: KeyList) -> int:
    """List the records of a loader that are in the graph, of all sources or of one; return how many."""
    count = 0
    given = {"loader": into.loader, "only": only}
    text = statement("write/records_of_loader").text
    async with aclosing(graph.stream(text, given, timeout_s=LISTED_S)) as pages:
        async for page in pages:
            count += len(page)
            for source, key in page:
                into.take(str(source), str(key))
    return count
