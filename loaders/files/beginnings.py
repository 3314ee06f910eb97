"""How a file is packed: its name says so, or else its first bytes do."""

import io
from pathlib import Path
from typing import IO

from loaders.files.unpacking import MARKS, PACKINGS, TORN, Unpacked

TARS = (".tar", ".tgz", ".tbz2", *(f".tar{packing}" for packing in PACKINGS))
ARCHIVES = (*TARS, ".zip")
"""Endings of what holds files."""
BEGINNINGS = {**{mark: ending for ending, mark in MARKS.items()}, b"PK\x03\x04": ".zip"}
"""How a packed file begins: standard input has no name that tells, and a file may have another."""
TAR_MARK, TAR_MARK_AT = b"ustar", 257


def is_archive(name: str) -> bool:
    """Tell whether a name is that of an archive."""
    return name.lower().endswith(ARCHIVES)


def packing(path: Path) -> str:
    """Return in what a file's bytes are packed, one of PACKINGS, or an empty text. Raises OSError."""
    suffix = path.suffix.lower()
    told = {".tgz": ".gz", ".tbz2": ".bz2"}.get(suffix, suffix)
    if told not in PACKINGS:
        told = _begins(path)
    return told if told in PACKINGS else ""


def archived(path: Path) -> str:
    """Return what kind of archive a file is: `.zip`, `.tar` (packed or not), or an empty text. Raises OSError."""
    name = path.name.lower()
    if is_archive(name):
        return ".zip" if name.endswith(".zip") else ".tar"
    if name.endswith(tuple(PACKINGS)):
        return ""
    begins = _begins(path)
    if begins not in PACKINGS:
        return begins
    try:
        with Unpacked(io.FileIO(path), begins) as stream:
            return ".tar" if _is_tar(stream) else ""
    except TORN:  # who reads it is told where it is torn
        return ""


def _begins(path: Path) -> str:
    """Return the ending that a file would have, told by how it begins; a pipe, which is read once, is left alone."""
    if not path.is_file():
        return ""
    with path.open("rb") as stream:
        if _is_tar(stream):
            return ".tar"
        stream.seek(0)
        begins = stream.read(4)
    return next((ending for mark, ending in BEGINNINGS.items() if begins.startswith(mark)), "")


def _is_tar(stream: IO[bytes]) -> bool:
    return stream.read(TAR_MARK_AT + len(TAR_MARK))[TAR_MARK_AT:] == TAR_MARK
