"""What `byline export` writes besides lists: records as their sources said them, and the graph for comparing."""

from collections.abc import AsyncIterator, Sequence
from itertools import groupby

import orjson

from cypher.catalog import statement
from cypher.run import Graph
from loaders.canonical import lines

PAGE = 2_000
"""Records read at a time."""
READ_S = 600.0


class ExportError(Exception):
    """What was asked for is not there; the message says what is."""


async def records(graph: Graph, licences: Sequence[str]) -> AsyncIterator[list[bytes]]:
    """Yield pages of records as lines of JSON, by source and key: whose, its key, licence, when seen, what it says.

    With licences those under them alone, by the whole of what is said, apart from case: what stands behind a name may
    name another licence.

    Raises ExportError for a licence that no record has.
    """
    rows = (await graph.read(statement("read/licences").text, timeout_s=READ_S)).rows
    there = sorted({str(licence) for _, licence, _ in rows if licence is not None})
    wanted: set[str] = set()
    for licence in licences:
        meant = [one for one in there if one.casefold() == licence.casefold()]
        if not meant:
            listed = "\n".join(f"  {one}" for one in there)
            known = f"The licences that there are:\n{listed}" if there else "No record has a licence."
            raise ExportError(f"No record is under {licence!r}. {known}")
        wanted.update(meant)
    for source, _ in groupby(str(row[0]) for row in rows):
        key = loader = ""
        while True:
            given = {"source": source, "key": key, "loader": loader, "licences": sorted(wanted), "limit": PAGE}
            page = (await graph.read(statement("read/records").text, given, timeout_s=READ_S)).rows
            yield [_line(row) for row in page]
            if len(page) < PAGE:
                break
            key, loader = str(page[-1][1]), str(page[-1][2])


def _line(row: Sequence[object]) -> bytes:
    source, key, loader, licence, seen, said = row
    told = {"source": source, "key": key, "loader": loader, "licence": licence, "seen": seen}
    told["statement"] = orjson.Fragment(str(said))
    return orjson.dumps(told, option=orjson.OPT_APPEND_NEWLINE)


async def canonical(graph: Graph) -> AsyncIterator[list[bytes]]:
    """Yield the graph as sorted lines that two loads can be compared by, some at a time."""
    page: list[bytes] = []
    async for line in lines(graph):
        page.append(f"{line}\n".encode())
        if len(page) >= PAGE:
            yield page
            page = []
    yield page
