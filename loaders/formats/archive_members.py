"""Unpack the wanted members of an archive, and report the skipped ones."""

import shutil
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from loaders.formats.format_detection import is_archive
from loaders.records.errors import printable_path

ELSEWHERE = "skipped: its path points outside the archive."
WITHIN = "skipped: archives within a folder or an archive are not read. Unpack it, or give its path."
NO_FILE = "skipped: it is a link or a device, not a file. Pack its target instead."

LINK = "skipped: it is a link. Give the path of its target."


class SkippedFile(NamedTuple):
    """A skipped file: its path as the user gave it, or below that, and the reason."""

    name: str
    reason: str


def untar(stream: IO[bytes], accepts: Callable[[str], bool], folder: Path, given_path: Path) -> Iterator[SkippedFile]:
    """Unpack a .tar; yield the skipped members. Raises a TarError, or one of DAMAGED_FILE_ERRORS."""
    with tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            name = member.name.removeprefix("./")
            if member.isdir():
                continue
            if accepts(name) and member.isfile():
                tar.extract(member, folder, filter="data")
            elif accepts(name):
                yield SkippedFile(f"{printable_path(given_path)}/{printable_path(name)}", NO_FILE)
            elif is_archive(name):
                yield SkippedFile(f"{printable_path(given_path)}/{printable_path(name)}", WITHIN)


def unzip(path: Path, accepts: Callable[[str], bool], folder: Path, given_path: Path) -> Iterator[SkippedFile]:
    """Unpack a .zip; yield the skipped members. Raises BadZipFile, or one of DAMAGED_FILE_ERRORS."""
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = PurePosixPath(member.filename)
            if member.is_dir():
                continue
            if not accepts(member.filename):
                if is_archive(member.filename):
                    yield SkippedFile(f"{printable_path(given_path)}/{member.filename}", WITHIN)
                continue
            if name.is_absolute() or ".." in name.parts:
                yield SkippedFile(f"{printable_path(given_path)}/{member.filename}", ELSEWHERE)
                continue
            if stat.S_ISLNK(member.external_attr >> 16):
                yield SkippedFile(f"{printable_path(given_path)}/{member.filename}", NO_FILE)
                continue
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as packed, target.open("wb") as unpacked:
                shutil.copyfileobj(packed, unpacked)
