"""Unpack an archive, wanted members alone, and tell what is left out of it."""

import shutil
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from loaders.files.beginnings import is_archive
from loaders.files.file_names import legible

ELSEWHERE = "its name leads out of the archive, so it is left out."
WITHIN = "an archive within a folder or an archive is left out: unpack it, or give it by name."
NO_FILE = "it is a link or a device, no file, so it is left out: pack what it leads to instead."

LINK = "it is a link, so it is left out: give what it leads to by name."


class LeftOut(NamedTuple):
    """What is not read, by its path as the person gave it or below that, and why."""

    name: str
    why: str


def untar(stream: IO[bytes], wants: Callable[[str], bool], folder: Path, given: Path) -> Iterator[LeftOut]:
    """Unpack a .tar; yield what is left out. Raises a TarError, or one of TORN."""
    with tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            name = member.name.removeprefix("./")
            if member.isdir():
                continue
            if wants(name) and member.isfile():
                tar.extract(member, folder, filter="data")
            elif wants(name):
                yield LeftOut(f"{legible(given)}/{legible(name)}", NO_FILE)
            elif is_archive(name):
                yield LeftOut(f"{legible(given)}/{legible(name)}", WITHIN)


def unzip(path: Path, wants: Callable[[str], bool], folder: Path, given: Path) -> Iterator[LeftOut]:
    """Unpack a .zip; yield what is left out. Raises BadZipFile, or one of TORN."""
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = PurePosixPath(member.filename)
            if member.is_dir():
                continue
            if not wants(member.filename):
                if is_archive(member.filename):
                    yield LeftOut(f"{legible(given)}/{member.filename}", WITHIN)
                continue
            if name.is_absolute() or ".." in name.parts:
                yield LeftOut(f"{legible(given)}/{member.filename}", ELSEWHERE)
                continue
            if stat.S_ISLNK(member.external_attr >> 16):
                yield LeftOut(f"{legible(given)}/{member.filename}", NO_FILE)
                continue
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as packed, target.open("wb") as unpacked:
                shutil.copyfileobj(packed, unpacked)
