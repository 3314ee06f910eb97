"""Pages of an export: the records of sources as lines of JSON, or the canonical graph."""

from collections.abc import AsyncIterator, Sequence
from itertools import groupby

import orjson

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.export.canonical_export import iter_canonical_lines

PAGE_ROWS = 2_000
"""Rows per page."""
QUERY_TIMEOUT_S = 600.0
"""Time limit in seconds of one query."""


class ExportError(Exception):
    """The requested data does not exist; the message lists the existing values."""


async def iter_record_pages(graph: Graph, licenses: Sequence[str]) -> AsyncIterator[list[bytes]]:
    """Yield pages of records as lines of JSON, by source and key: source, key, loader, license, time and content.

    Licenses match by their full text, ignoring case: the same name may be followed by text that refers to another
    license.

    Args:
        licenses: Only records with one of these licenses; empty for all records.

    Raises:
        ExportError: No record has one of the licenses.
    """
    rows = await graph.fetch(lookup.RECORD_LICENSES, timeout_s=QUERY_TIMEOUT_S)
    known_licenses = sorted({row.license for row in rows if row.license is not None})
    selected: set[str] = set()
    for name in licenses:
        matches = [known_license for known_license in known_licenses if known_license.casefold() == name.casefold()]
        if not matches:
            listed = "\n".join(f"  {known_license}" for known_license in known_licenses)
            existing = f"Existing licenses:\n{listed}" if known_licenses else "No record has a license."
            raise ExportError(f"No record has the license {name!r}. {existing}")
        selected.update(matches)
    for source, _ in groupby(row.source for row in rows):
        key = loader = ""
        while True:
            parameters = {
                "source": source,
                "key": key,
                "loader": loader,
                "licenses": sorted(selected),
                "limit": PAGE_ROWS,
            }
            page = await graph.fetch(lookup.EXPORTED_RECORDS, parameters, timeout_s=QUERY_TIMEOUT_S)
            yield [_line(row) for row in page]
            if len(page) < PAGE_ROWS:
                break
            key, loader = page[-1].key, page[-1].loader


def _line(row: Sequence[object]) -> bytes:
    source, key, loader, license_name, seen, content = row
    record = {"source": source, "key": key, "loader": loader, "license": license_name, "seen": seen}
    record["statement"] = orjson.Fragment(str(content))
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


async def iter_canonical_pages(graph: Graph) -> AsyncIterator[list[bytes]]:
    """Yield pages of the graph as sorted lines, which can be compared with those of another load."""
    page: list[bytes] = []
    async for line in iter_canonical_lines(graph):
        page.append(f"{line}\n".encode())
        if len(page) >= PAGE_ROWS:
            yield page
            page = []
    yield page
