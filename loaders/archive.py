"""A path that a person gives may be a file, a folder, or an archive of either: all become a list of files.

`.tar`, also packed, and `.zip` are unpacked into a temporary folder, wanted files alone; `.gz`, `.zst` and `.bz2` are
read through while they stream. `-` is standard input, which is kept in the temporary folder while it is read.
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
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from loaders.unpacking import PACKINGS, TORN, Unpacked

TARS = (".tar", ".tgz", ".tbz2", *(f".tar{packing}" for packing in PACKINGS))
INPUT = Path("-")
"""Standard input, as a path."""
BEGINNINGS = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst", b"BZh": ".bz2", b"PK\x03\x04": ".zip"}
"""How a packed file begins: standard input has no name that tells."""
TAR_MARK, TAR_MARK_AT = b"ustar", 257

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What is said where there is no room for what is unpacked."""


class ArchiveError(Exception):
    """A path cannot be read; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read. `name` is stable from run to run: its path inside the folder or archive that was given.

    `given` is that with the folder or archive before it, as the person wrote it.
    """

    name: str
    path: Path
    given: str = ""
    _raw: list[IO[bytes]] = field(default_factory=list["IO[bytes]"], compare=False, repr=False)

    @property
    def shown(self) -> str:
        """How messages name it: by the path that the person gave, or by one below it."""
        return self.given or self.name

    def open(self) -> IO[bytes]:
        """Open it for reading, decompressed. Raises OSError; reading it raises one of TORN."""
        packing = {".tgz": ".gz", ".tbz2": ".bz2"}.get(self.path.suffix.lower(), self.path.suffix.lower())
        raw = io.FileIO(self.path) if packing in PACKINGS else self.path.open("rb")
        self._raw[:] = [raw]
        return raw if isinstance(raw, io.BufferedReader) else Unpacked(raw, packing)

    @property
    def position(self) -> int:
        """Bytes on disk that were read since it was opened last, for the progress bar; all once it is closed."""
        if not self._raw:
            return 0
        (raw,) = self._raw
        return self.size if raw.closed else raw.tell()

    @property
    def size(self) -> int:
        """Bytes on disk, for the progress bar."""
        return self.path.stat().st_size


class Files(list[SourceFile]):
    """Files to read; `left_out` names members of archives that are not among them, for their names lead elsewhere."""

    def __init__(self, files: Iterable[SourceFile] = ()) -> None:
        super().__init__(files)
        self.left_out: list[str] = []


def bare(name: str) -> str:
    """Return a file's name in lower case, without its folders and the ending of what it is packed in."""
    name = PurePosixPath(name).name.lower()
    return name.removesuffix(next((packing for packing in PACKINGS if name.endswith(packing)), ""))


@contextmanager
def opened(paths: Sequence[Path], wants: Callable[[str], bool], *, within: Path | None = None) -> Generator[Files]:
    """List the wanted files of every path, sorted within each; archives are unpacked `within` a folder, or in TMPDIR.

    Members of a .zip whose names lead out of it are `left_out`; a .tar that has one cannot be read.

    Raises ArchiveError naming the path that is at fault.
    """
    with tempfile.TemporaryDirectory(prefix="byline-", dir=within) as scratch:
        files = Files()
        for number, path in enumerate(paths):
            try:
                folder = Path(scratch) / str(number)
                found = _files(path, wants, folder, path) if path != INPUT else _input(wants, folder)
                files += found
                files.left_out += found.left_out
            except (*TORN, tarfile.TarError, zipfile.BadZipFile) as error:
                if isinstance(error, OSError) and error.errno in FULL:
                    where = "" if within else " in TMPDIR"
                    raise ArchiveError(
                        f"{path}: cannot be unpacked: {os.strerror(error.errno)} in {scratch}. Make room there, or "
                        f"name a folder on another disk{where}."
                    ) from error
                raise ArchiveError(f"{path}: cannot be read: {error}") from error
        yield files


def _files(path: Path, wants: Callable[[str], bool], scratch: Path, given: Path) -> Files:
    if path.is_dir():
        return _walk(path, wants, path)
    if not path.exists():
        raise ArchiveError(f"{path}: there is no such file or folder.")
    if path.name.lower().endswith(TARS):
        _untar(path, wants, scratch)
        return _walk(scratch, wants, given)
    if path.suffix.lower() == ".zip":
        left_out = _unzip(path, wants, scratch)
        found = _walk(scratch, wants, given)
        found.left_out += [f"{given}/{name}" for name in left_out]
        return found
    return Files([SourceFile(path.name, path, str(path))])


def _input(wants: Callable[[str], bool], scratch: Path) -> Files:
    """List what standard input holds: one file, packed or not, or an archive."""
    kept = scratch.with_name(f"{scratch.name}-input")
    with kept.open("wb") as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
    ending = _packing(kept)
    if ending in PACKINGS:
        kept = kept.rename(kept.with_name(kept.name + ending))
        with SourceFile("", kept).open() as stream:
            ending = ".tar" + ending if _is_tar(stream) else ending
    path = kept.rename(kept.with_name(f"standard-input{ending}"))
    shown = "standard input"
    if ending.endswith((".zip", *TARS)):
        return _files(path, wants, scratch, Path(shown))
    return Files([SourceFile(shown, path, shown)])


def _packing(path: Path) -> str:
    """Return the ending that a file would have, told by how it begins."""
    with path.open("rb") as stream:
        if _is_tar(stream):
            return ".tar"
        stream.seek(0)
        begins = stream.read(4)
    return next((ending for mark, ending in BEGINNINGS.items() if begins.startswith(mark)), "")


def _is_tar(stream: IO[bytes]) -> bool:
    return stream.read(TAR_MARK_AT + len(TAR_MARK))[TAR_MARK_AT:] == TAR_MARK


def _walk(folder: Path, wants: Callable[[str], bool], given: Path) -> Files:
    """List wanted files below a folder, in the order of their names; `given` is the folder, or what it was packed in.

    Links that lead out of it are left alone.
    """
    inside = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())
    return Files(
        SourceFile(name, file, str(given / name))
        for file in inside
        if wants(name := file.relative_to(folder).as_posix())
    )


def _untar(path: Path, wants: Callable[[str], bool], scratch: Path) -> None:
    with SourceFile(path.name, path).open() as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            if member.isfile() and wants(member.name.removeprefix("./")):
                tar.extract(member, scratch, filter="data")


def _unzip(path: Path, wants: Callable[[str], bool], scratch: Path) -> list[str]:
    """Unpack what is wanted; return the names of what is left out, for they lead elsewhere."""
    left_out: list[str] = []
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = PurePosixPath(member.filename)
            if member.is_dir() or not wants(member.filename):
                continue
            if name.is_absolute() or ".." in name.parts:
                left_out.append(member.filename)
                continue
            target = scratch / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as packed, target.open("wb") as unpacked:
                shutil.copyfileobj(packed, unpacked)
    return left_out
