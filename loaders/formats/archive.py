"""Open the paths that a user gives (files, folders, or archives of either) as a list of files.

`.tar` (also compressed) and `.zip` are unpacked into a temporary folder, wanted files only. `.gz`, `.zst` and `.bz2`
are decompressed as a stream; the name of the file need not match. `-` is standard input, which is copied to the
temporary folder first.
"""

import errno
import io
import os
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from loaders.formats.archive_members import LINK, WITHIN, SkippedFile, untar, unzip
from loaders.formats.decompression import DAMAGED_FILE_ERRORS, DECOMPRESSORS, DecompressedFile
from loaders.formats.format_detection import detect_archive_type, detect_compression, is_archive
from loaders.records.errors import printable_path

INPUT = Path("-")
"""Path of standard input."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error numbers for missing disk space."""
NO_END, NO_ZIP = "not a zip file", "it is not a .zip archive, or is truncated: the directory at its end is missing."
"""Python's message for a truncated archive, and the message that replaces it."""


class ArchiveError(Exception):
    """A path cannot be read. The message names it, and the reason."""


class PathNotFoundError(ArchiveError):
    """A path that the user gave does not exist."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read.

    Attributes:
        name: its path inside the given folder or archive, which is the same in every run.
        given_path: that path after the folder or archive as the user wrote it. Both are printable.
    """

    name: str
    path: Path
    given_path: str = ""
    _raw: list[IO[bytes]] = field(default_factory=list["IO[bytes]"], compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", printable_path(self.name))
        object.__setattr__(self, "given_path", printable_path(self.given_path))

    @property
    def display_name(self) -> str:
        """Its name in messages: the path that the user gave, or a path below it."""
        return self.given_path or self.name

    def open(self) -> IO[bytes]:
        """Open it for reading, decompressed. Raises OSError; reading it raises one of DAMAGED_FILE_ERRORS."""
        packed = detect_compression(self.path)
        # lxml reads the name of the stream, and refuses text that is not UTF-8
        raw = io.FileIO(self.path) if packed else io.BufferedReader(io.FileIO(os.fsencode(self.path)))
        self._raw[:] = [raw]
        return raw if isinstance(raw, io.BufferedReader) else DecompressedFile(raw, packed)

    @property
    def position(self) -> int:
        """Bytes on disk read since it was last opened, for the progress bar; its size once it is closed."""
        if not self._raw:
            return 0
        (raw,) = self._raw
        return self.size if raw.closed else raw.tell()

    @property
    def size(self) -> int:
        """Bytes on disk, for the progress bar."""
        return self.path.stat().st_size


@dataclass(frozen=True, slots=True)
class TextFile(SourceFile):
    """A file whose content is a text in memory.

    Attributes:
        text: its content.
    """

    text: str = ""

    def open(self) -> IO[bytes]:
        """Open it for reading."""
        return io.BytesIO(self.text.encode())


class Files(list[SourceFile]):
    """Files to read. `left_out` lists the skipped ones: links and unsafe members of archives, and nested archives."""

    def __init__(self, files: Iterable[SourceFile] = ()) -> None:
        super().__init__(files)
        self.left_out: list[SkippedFile] = []


def strip_suffixes(name: str) -> str:
    """Return a file's name in lower case, without its folders and the suffix of its compression."""
    name = PurePosixPath(name).name.lower()
    return name.removesuffix(next((packing for packing in DECOMPRESSORS if name.endswith(packing)), ""))


@contextmanager
def open_files(
    paths: Sequence[Path], accepts: Callable[[str], bool], *, within: Path | None = None
) -> Generator[Files]:
    """List the wanted files of every path, sorted within each; archives are unpacked `within` a folder, or in TMPDIR.

    Skipped and listed in `left_out` are: members of a .zip with a path outside the archive (a .tar with such a member
    cannot be read), members that are links or devices, and archives within a folder or an archive.

    Raises:
        ArchiveError: a path cannot be read; the message names it.
    """
    with tempfile.TemporaryDirectory(prefix="byline-", dir=within) as scratch:
        files = Files()
        for number, path in enumerate(paths):
            try:
                folder = Path(scratch) / str(number)
                path_files = _files(path, accepts, folder, path) if path != INPUT else _input(accepts, folder)
                files += path_files
                files.left_out += path_files.left_out
            except (*DAMAGED_FILE_ERRORS, tarfile.TarError, zipfile.BadZipFile) as error:
                if isinstance(error, OSError) and error.errno in FULL:
                    location = "" if within else " in TMPDIR"
                    raise ArchiveError(
                        f"{printable_path(path)}: cannot unpack: {os.strerror(error.errno)} in {scratch}. Free space "
                        f"there, or choose a folder on another disk{location}."
                    ) from error
                reason = NO_ZIP if isinstance(error, zipfile.BadZipFile) and NO_END in str(error) else error
                raise ArchiveError(f"{printable_path(path)}: cannot be read: {reason}") from error
        yield files


def size_on_disk(paths: Sequence[Path], accepts: Callable[[str], bool]) -> int:
    """Return the size in bytes of the files to read, without unpacking archives; paths that cannot be read count 0."""
    total = 0
    for path in paths:
        with suppress(OSError):
            total += sum(file.size for file in _walk(path, accepts, path)) if path.is_dir() else path.stat().st_size
    return total


def _files(path: Path, accepts: Callable[[str], bool], scratch: Path, given_path: Path) -> Files:
    if path.is_dir():
        return _walk(path, accepts, path)
    if not path.exists():
        raise PathNotFoundError(f"{printable_path(path)}: there is no such file or folder.")
    kind = detect_archive_type(path)
    if not kind:
        return Files([SourceFile(given_path.name, path, str(given_path))])
    if kind == ".tar":
        with SourceFile("", path).open() as stream:
            left_out = list(untar(stream, accepts, scratch, given_path))
    else:
        left_out = list(unzip(path, accepts, scratch, given_path))
    files = _walk(scratch, accepts, given_path)
    files.left_out += left_out
    return files


def _input(accepts: Callable[[str], bool], scratch: Path) -> Files:
    """List the files of standard input: one file, compressed or not, or an archive."""
    copy_path = scratch.with_name(f"{scratch.name}-input")
    with copy_path.open("wb") as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
    return _files(copy_path, accepts, scratch, Path("standard input"))


def _walk(folder: Path, accepts: Callable[[str], bool], given_path: Path) -> Files:
    """List wanted files below a folder, sorted by name; links, archives and unreadable folders are skipped.

    Args:
        given_path: the folder, or the archive that was unpacked into it.
    """
    source_files, unreadable = Files(), list[OSError]()
    all_paths = [
        Path(parent) / name
        for parent, folders, files in os.walk(folder, onerror=unreadable.append)
        for name in folders + files
    ]
    for file in sorted(all_paths):
        name = file.relative_to(folder).as_posix()
        if file.is_symlink():
            if accepts(name) or file.is_dir():
                source_files.left_out.append(SkippedFile(printable_path(given_path / name), LINK))
        elif not file.is_file():
            continue
        elif accepts(name):
            source_files.append(SourceFile(name, file, str(given_path / name)))
        elif is_archive(name):
            source_files.left_out.append(SkippedFile(printable_path(given_path / name), WITHIN))
    for error in unreadable:
        relative_path = Path(error.filename).relative_to(folder)
        source_files.left_out.append(
            SkippedFile(printable_path(given_path / relative_path), f"the folder cannot be listed: {error.strerror}.")
        )
    return source_files
