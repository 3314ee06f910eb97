"""Rate of reading each source: parse, normalize, encode and hash, as a load does before its first query."""

import resource
import time
from pathlib import Path
from typing import NamedTuple

from bench.table import Row
from loaders.formats import archive
from loaders.formats.archive import SourceFile
from loaders.pipeline.chunk_reader import ChunkReader, ReadOptions
from loaders.sources.base import sources

DATA = {
    "acl": "acl_anthology",
    "aan": "aan_citations",
    "arxiv": "arxiv_api_fixtures",
    "crossref": "crossref_dump_oc",
    "crossref-xml": "jose_crossref_jats",
    "jats": "jose_crossref_jats",
    "opencitations-meta": "opencitations_meta_csv",
    "paperscape": "paperscape",
    "ror": "ror_v2",
    "semanticscholar": "semantic_scholar_fixtures",
    "vispubs": "vispubs",
}
"""Source -> its data set, for sources with a data set of more than a few records."""
MEBI = 1024 * 1024


class Rate(NamedTuple):
    """Figures of reading a source: records, bytes on disk, seconds, rejected records."""

    source: str
    records: int
    size: int
    seconds: float
    refused: int

    def rows(self) -> list[Row]:
        """Return the table's rows."""
        return [
            Row(f"{self.source}, {self.records:,} records", "own", self.records / self.seconds, None, "records/s"),
            Row(f"{self.source}, {self.size / MEBI:,.1f} MiB", "own", self.size / MEBI / self.seconds, None, "MiB/s"),
        ]


def rate(name: str, path: Path) -> Rate:
    """Read a data set once in this process, after a first read that fills the page cache."""
    source = sources()[name]
    with archive.open_files([path], source.accepts) as files:
        for file in files:
            file.path.read_bytes()
        begun = time.perf_counter()
        read, refused = _read(name, files)
        return Rate(name, read, sum(file.size for file in files), time.perf_counter() - begun, refused)


def _read(name: str, files: list[SourceFile]) -> tuple[int, int]:
    reading = ChunkReader(sources()[name], files, ReadOptions())
    reading.start()
    read = refused = 0
    while (chunk := reading.next()) is not None:
        read += len(chunk.entries)
        refused += len(chunk.rejects)
    return read, refused


def rates(folder: Path) -> list[Row]:
    """Return the rows of each data set in the folder, and the peak memory."""
    found = [rate(name, path) for name, where in DATA.items() if (path := folder / where).exists()]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [*(row for one in found for row in one.rows()), Row("memory at most", "own", memory, None, "MiB")]
