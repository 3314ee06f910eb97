"""A path that a person gives may be a file, a folder, or an archive of either: all become a list of files.

`.tar`, `.tar.gz`, `.tgz`, `.tar.zst` and `.zip` are unpacked into a temporary folder, wanted files alone; `.gz` and
`.zst` are read through while they stream.
"""

import gzip
import shutil
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

import zstandard

TARS = (".tar", ".tar.gz", ".tgz", ".tar.zst")


TORN = (OSError, EOFError, zlib.error, zstandard.ZstdError)
"""What reading a file raises that is damaged, or ends too soon."""


class ArchiveError(Exception):
    """A path cannot be read; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read. `name` is stable from run to run: its path inside the folder or archive that was given."""

    name: str
    path: Path

    def open(self) -> IO[bytes]:
        """Open it for reading, decompressed. Raises OSError; reading it raises one of TORN."""
        if self.path.suffix.lower() == ".gz":
            return cast("IO[bytes]", gzip.open(self.path, "rb"))
        if self.path.suffix.lower() == ".zst":
            return zstandard.ZstdDecompressor().stream_reader(self.path.open("rb"), read_across_frames=True)
        return self.path.open("rb")

    @property
    def size(self) -> int:
        """Bytes on disk, for the progress bar."""
        return self.path.stat().st_size


@contextmanager
def opened(paths: Sequence[Path], wants: Callable[[str], bool]) -> Generator[list[SourceFile]]:
    """List the wanted files of every path, sorted within each. Raises ArchiveError naming the path that is at fault."""
    with tempfile.TemporaryDirectory(prefix="byline-") as scratch:
        files: list[SourceFile] = []
        for number, path in enumerate(paths):
            try:
                files += _files(path, wants, Path(scratch) / str(number))
            except (*TORN, tarfile.TarError, zipfile.BadZipFile) as error:
                raise ArchiveError(f"{path}: cannot be read: {error}") from error
        yield files


def _files(path: Path, wants: Callable[[str], bool], scratch: Path) -> list[SourceFile]:
    if path.is_dir():
        return _walk(path, wants)
    if not path.exists():
        raise ArchiveError(f"{path}: there is no such file or folder.")
    if path.name.lower().endswith(TARS):
        _untar(path, wants, scratch)
        return _walk(scratch, wants)
    if path.suffix.lower() == ".zip":
        _unzip(path, wants, scratch)
        return _walk(scratch, wants)
    return [SourceFile(path.name, path)]


def _walk(folder: Path, wants: Callable[[str], bool]) -> list[SourceFile]:
    """List wanted files below a folder, in the order of their names. Links that lead out of it are left alone."""
    inside = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())
    return [SourceFile(name, file) for file in inside if wants(name := file.relative_to(folder).as_posix())]


def _untar(path: Path, wants: Callable[[str], bool], scratch: Path) -> None:
    with SourceFile(path.name, path).open() as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            if member.isfile() and wants(member.name.removeprefix("./")):
                tar.extract(member, scratch, filter="data")


def _unzip(path: Path, wants: Callable[[str], bool], scratch: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = PurePosixPath(member.filename)
            if member.is_dir() or name.is_absolute() or ".." in name.parts or not wants(member.filename):
                continue
            target = scratch / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as packed, target.open("wb") as unpacked:
                shutil.copyfileobj(packed, unpacked)
