"""Detect the compression and archive format of a file, by its name or its first bytes."""

import io
from pathlib import Path
from typing import IO

from loaders.formats.decompression import DAMAGED_FILE_ERRORS, DECOMPRESSORS, MAGIC_BYTES, DecompressedFile

TARS = (".tar", ".tgz", ".tbz2", *(f".tar{packing}" for packing in DECOMPRESSORS))
ARCHIVES = (*TARS, ".zip")
"""Suffixes of archives."""
BEGINNINGS = {**{mark: ending for ending, mark in MAGIC_BYTES.items()}, b"PK\x03\x04": ".zip"}
"""Magic bytes -> suffix, because standard input has no name, and names may be wrong."""
TAR_MARK, TAR_MARK_AT = b"ustar", 257


def is_archive(name: str) -> bool:
    """Return True if a name has the suffix of an archive."""
    return name.lower().endswith(ARCHIVES)


def detect_compression(path: Path) -> str:
    """Return the compression of a file, one of PACKINGS, or "". Raises OSError."""
    suffix = path.suffix.lower()
    packing_type = {".tgz": ".gz", ".tbz2": ".bz2"}.get(suffix, suffix)
    if packing_type not in DECOMPRESSORS:
        packing_type = _begins(path)
    return packing_type if packing_type in DECOMPRESSORS else ""


def detect_archive_type(path: Path) -> str:
    """Return the archive type of a file: `.zip`, `.tar` (also if compressed), or "". Raises OSError."""
    name = path.name.lower()
    if is_archive(name):
        return ".zip" if name.endswith(".zip") else ".tar"
    if name.endswith(tuple(DECOMPRESSORS)):
        return ""
    suffix = _begins(path)
    if suffix not in DECOMPRESSORS:
        return suffix
    try:
        with DecompressedFile(io.FileIO(path), suffix) as stream:
            return ".tar" if _is_tar(stream) else ""
    except DAMAGED_FILE_ERRORS:  # reading the file reports the damage
        return ""


def _begins(path: Path) -> str:
    """Return the suffix that matches a file's first bytes, or ""; a pipe can be read only once and is not inspected."""
    if not path.is_file():
        return ""
    with path.open("rb") as stream:
        if _is_tar(stream):
            return ".tar"
        stream.seek(0)
        beginning = stream.read(4)
    return next((ending for mark, ending in BEGINNINGS.items() if beginning.startswith(mark)), "")


def _is_tar(stream: IO[bytes]) -> bool:
    return stream.read(TAR_MARK_AT + len(TAR_MARK))[TAR_MARK_AT:] == TAR_MARK
