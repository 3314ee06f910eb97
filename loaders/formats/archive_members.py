"""Unpack the wanted members of an archive, and report the skipped ones."""

import lzma
import shutil
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from loaders.formats.format_detection import is_archive
from loaders.records.errors import printable_path

ELSEWHERE = "skipped: its path points outside the archive."
WITHIN = "skipped: archives within a folder or an archive are not read. Unpack it, or give its path."
NO_FILE = "skipped: it is a link or a device, not a file. Pack its target instead."
SPARSE = "skipped: it is stored as a sparse file. Pack it again without --sparse."
ENCRYPTED = "skipped: it is encrypted. Unpack the archive with its password, and give the path of the folder."
UNSUPPORTED = (
    "skipped: Byline does not know its compression method, {}. Unpack the archive, and give the path of the folder."
)
MAX_FOLDERS = 100
DEEP = f"skipped: its path has more than {MAX_FOLDERS} folders. Pack it with a shorter path."

LINK = "skipped: it is a link. Give the path of its target."
IS_ENCRYPTED = 1
"""Flag of an encrypted member of a .zip."""
METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})
"""Compression methods that `zipfile` reads."""
INVALID_HEADER_ERRORS = (ValueError, OverflowError, RuntimeError, struct.error, lzma.LZMAError)
"""Exceptions of `tarfile` and `zipfile` for values in headers that they cannot parse or do not support."""


class SkippedFile(NamedTuple):
    """A skipped file: its path as the user gave it, or below that, and the reason."""

    name: str
    reason: str


def untar(stream: IO[bytes], accepts: Callable[[str], bool], folder: Path, given_path: Path) -> Iterator[SkippedFile]:
    """Unpack a .tar; yield the skipped members. Raises a TarError, or one of DAMAGED_FILE_ERRORS."""
    with _translate_header_errors(tarfile.ReadError), tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            name = member.name.removeprefix("./")
            if member.isdir():
                continue
            if reason := _skip_reason(name, accepts, _tar_problem(member)):
                yield SkippedFile(f"{printable_path(given_path)}/{printable_path(name)}", reason)
            elif accepts(name) and (content := tar.extractfile(member)):
                # only the content is unpacked: owner, mode and time may be invalid
                _unpack(content, folder / tarfile.data_filter(member, str(folder)).name)


def unzip(path: Path, accepts: Callable[[str], bool], folder: Path, given_path: Path) -> Iterator[SkippedFile]:
    """Unpack a .zip; yield the skipped members. Raises BadZipFile, or one of DAMAGED_FILE_ERRORS."""
    with _translate_header_errors(zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = member.filename
            if not name or member.is_dir():
                continue
            if reason := _skip_reason(name, accepts, _zip_problem(member)):
                yield SkippedFile(f"{printable_path(given_path)}/{name}", reason)
            elif accepts(name):
                with archive.open(member) as content:
                    _unpack(content, folder / name)


@contextmanager
def _translate_header_errors(kind: type[Exception]) -> Generator[None]:
    """Raise an exception of this kind for the various exceptions with which Python refuses invalid headers."""
    try:
        yield
    except INVALID_HEADER_ERRORS as error:
        raise kind(
            f"it is damaged, or uses a feature that Byline does not support ({error}). Pack it again."
        ) from error


def _skip_reason(name: str, accepts: Callable[[str], bool], problem: str | None) -> str | None:
    """Return the reason for skipping a member, if it is wanted or is itself an archive."""
    if not accepts(name):
        return WITHIN if is_archive(name) else None
    return DEEP if not problem and len(PurePosixPath(name).parts) > MAX_FOLDERS + 1 else problem


def _tar_problem(member: tarfile.TarInfo) -> str | None:
    """Return the reason why a member of a .tar cannot be unpacked, if any."""
    if not member.isfile():
        return NO_FILE
    return SPARSE if member.issparse() else None  # a small archive could have files of any size


def _zip_problem(member: zipfile.ZipInfo) -> str | None:
    """Return the reason why a member of a .zip cannot be unpacked, if any."""
    name = PurePosixPath(member.filename)
    if name.is_absolute() or ".." in name.parts:
        return ELSEWHERE
    if stat.S_ISLNK(member.external_attr >> 16):
        return NO_FILE
    if member.flag_bits & IS_ENCRYPTED:
        return ENCRYPTED
    return None if member.compress_type in METHODS else UNSUPPORTED.format(member.compress_type)


def _unpack(content: IO[bytes], target: Path) -> None:
    """Write the content of a member to a file. Raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as unpacked:
        shutil.copyfileobj(content, unpacked)
