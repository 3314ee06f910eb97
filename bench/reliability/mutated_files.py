"""Mutated files of every source: small valid files, one of them mutated, in a folder, compressed, or in an archive.

`write_case` writes the files of a case, which depends only on a seed and a number.
"""

import bz2
import gzip
import io
import json
import re
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import zstandard

from bench.reliability.mutations import change_bytes, hostile_text, mutate
from loaders.formats.archive import open_files, strip_suffixes
from loaders.sources.base import sources
from tests.loaders.sources import (
    examples,
    openalex_documents,
    orcid_documents,
    semanticscholar_documents,
    table_documents,
    test_arxiv_forms,
    test_bibtex,
    test_ris,
    test_ror,
    test_vispubs,
)

MAX_NAME = 10_000
"""Maximum number of characters of the name of a member; the header of a .zip holds at most 65,535 bytes."""
FOREIGN = 0.03
"""Share of the cases in which the document is that of another source."""
OAI = """<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header>
<identifier>oai:arXiv.org:9901.00001</identifier><datestamp>2007-05-23</datestamp></header><metadata>{}</metadata>
</record><record><header status="deleted"><identifier>oai:arXiv.org:9901.00002</identifier></header></record>
</ListRecords></OAI-PMH>"""


class SeedFiles(NamedTuple):
    """Small valid files of a source by name: a document, and the files that the source needs with it."""

    source: str
    files: dict[str, bytes]


def _json(*documents: object) -> bytes:
    return "\n".join(map(json.dumps, documents)).encode()


def _more_seeds() -> tuple[SeedFiles, ...]:
    """Return files in the formats that the documents of `examples` do not have."""
    row = table_documents.ROW
    tables = {
        "papers.jsonl": _json(row),
        "papers.tsv": table_documents.csv_of([row], "\t"),
        "papers.parquet": table_documents.parquet_of([dict(row)]),
    }
    mapping = table_documents.WHOLE.encode()
    return (
        SeedFiles("arxiv", {"oai.xml": OAI.format(test_arxiv_forms.PARTED).encode()}),
        SeedFiles("arxiv", {"raw.xml": OAI.format(test_arxiv_forms.RAW).encode()}),
        SeedFiles("arxiv", {"snapshot.json": _json(test_arxiv_forms.LINE)}),
        SeedFiles("bibtex", {"proceedings.bib": test_bibtex.PROCEEDINGS.encode()}),
        SeedFiles("openalex", {"topics.json": _json(openalex_documents.TOPIC)}),
        SeedFiles("orcid", {"record.json": _json(orcid_documents.JSON)}),
        SeedFiles("ris", {"savedrecs.ciw": test_ris.WOS.encode()}),
        SeedFiles("ror", {"ror.json": _json([test_ror.FIRST])}),
        SeedFiles("sample", {"records.json": sources()["sample"].bundle("three-papers").read_bytes()}),
        SeedFiles("semanticscholar", {"answer.json": _json(semanticscholar_documents.ANSWER)}),
        SeedFiles("semanticscholar", {"venues.jsonl": _json(semanticscholar_documents.VENUE)}),
        SeedFiles("vispubs", {"list.csv": test_vispubs.LIST}),
        *(SeedFiles("table", {"mapping.toml": mapping, name: content}) for name, content in tables.items()),
    )


@cache
def seed_files() -> tuple[SeedFiles, ...]:
    """Return the files of every source, decompressed and unpacked."""
    with tempfile.TemporaryDirectory() as folder:
        return (*(_examples(source, Path(folder) / source) for source in sorted(examples.FILES)), *_more_seeds())


def _examples(source: str, folder: Path) -> SeedFiles:
    folder.mkdir()
    for name, write in examples.FILES[source].items():
        write(folder / name)
    contents: dict[str, bytes] = {}
    with open_files([folder / name for name in examples.FILES[source]], sources()[source].accepts) as files:
        for file in files:
            path = Path(file.given_path).relative_to(folder)
            with file.open() as stream:
                contents[str(path.parent / strip_suffixes(path.name))] = stream.read()
    return SeedFiles(source, contents)


def write_case(folder: Path, seed: int, number: int) -> tuple[str, Path]:
    """Write the files of a case; return the source and the path to load.

    Rarely, the mutated document is that of another source.
    """
    chance = Random(f"{seed}/{number}")  # noqa: S311 no secret
    source, files = chance.choice(seed_files())
    name = chance.choice(sorted(files))
    content = files[name] if chance.random() > FOREIGN else chance.choice([*chance.choice(seed_files()).files.values()])
    files = files | {name: mutate(chance, content)}
    packing = chance.choice(PACKINGS)
    if packing in COMPRESSORS:
        files[name + packing] = _damaged(chance, COMPRESSORS[packing](files.pop(name)))
    elif packing:
        files = {f"files{packing}": _damaged(chance, ARCHIVERS[packing](chance, files))}
    write_files(folder, files)
    return source, folder / f"files{packing}" if packing in ARCHIVERS else folder


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files by name."""
    for path, content in ((folder / name, content) for name, content in files.items()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _damaged(chance: Random, packed: bytes) -> bytes:
    """Return compressed data, half of the time with some changed bytes."""
    return change_bytes(chance, packed) if chance.random() < 0.5 else packed


def _member_name(chance: Random, name: str) -> str:
    """Return the name of a member of an archive, rarely one that cannot be a file within a folder."""
    if chance.random() < 0.8:
        return name
    odd = ("", "/", "./", "../", "a/../", f"{name}/", "a" * 300, "a/" * 1_900, "\udc80", hostile_text(chance))
    return (chance.choice(odd) + name)[-MAX_NAME:].lstrip("\0") or name


def _zip(chance: Random, files: dict[str, bytes]) -> bytes:
    """Return a .zip archive, half of the time with a changed field of a header."""
    stream = io.BytesIO()
    method = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in files.items():
            member = zipfile.ZipInfo(_member_name(chance, name).replace("\udc80", "\x80"))  # with a fixed time
            archive.writestr(member, content, method)
    packed = bytearray(stream.getvalue())
    if chance.random() < 0.5:
        header = chance.choice([*ZIP_HEADER.finditer(packed)])
        offset = header.start() + chance.choice(ZIP_FIELDS)
        packed[offset : offset + 2] = chance.choice((0, 1, 9, 99, 0x8000, 0xFFFF)).to_bytes(2, "little")
    return bytes(packed)


def _tar(chance: Random, files: dict[str, bytes]) -> bytes:
    """Return a .tar archive with members of any type and age."""
    stream = io.BytesIO()
    with tarfile.open(
        fileobj=stream, mode="w", format=chance.choice((tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))
    ) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(_member_name(chance, name))
            member.size = len(content)
            member.mtime = chance.choice((0, 0, 0, -1, 2**40, 2**62))
            member.type = chance.choice((*[tarfile.REGTYPE] * 9, *TAR_TYPES))
            member.linkname = chance.choice(("", name, "/etc/passwd"))
            member.pax_headers = chance.choice(({}, {}, {}, *PAX_HEADERS))
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def _tar_gz(chance: Random, files: dict[str, bytes]) -> bytes:
    return gzip.compress(_damaged(chance, _tar(chance, files)), mtime=0)


ARCHIVERS: dict[str, Callable[[Random, dict[str, bytes]], bytes]] = {".zip": _zip, ".tar": _tar, ".tar.gz": _tar_gz}
COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda content: gzip.compress(content, mtime=0),
    ".bz2": bz2.compress,
    ".zst": zstandard.compress,
}
PACKINGS = (*[""] * 9, *COMPRESSORS, ".zip", *ARCHIVERS)
"""Most files are not packed."""
ZIP_HEADER = re.compile(rb"PK\x01\x02|PK\x03\x04")
ZIP_FIELDS = (4, 6, 8, 10, 12, 16, 20, 24, 26, 28, 30, 32, 38, 42)
"""Offsets in the headers of a member: version, flags (encryption), method, time, checksum, sizes, lengths, position."""
TAR_TYPES = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.GNUTYPE_SPARSE, b"Z")
PAX_HEADERS = (
    {"mtime": "nan"},
    {"mtime": "1e400"},
    {"size": "-1"},
    {"path": "../a"},
    {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"},
    {"GNU.sparse.map": "a,b"},
)
