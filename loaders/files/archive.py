"""A path that a person gives may be a file, a folder, or an archive of either: all become a list of files.

`.tar`, also packed, and `.zip` are unpacked into a temporary folder, wanted files alone; `.gz`, `.zst` and `.bz2` are
read through while they stream, whatever the file is called. `-` is standard input, which is kept in the temporary
folder while it is read.
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

from loaders.files.beginnings import archived, is_archive, packing
from loaders.files.file_names import legible
from loaders.files.members import LINK, WITHIN, LeftOut, untar, unzip
from loaders.files.unpacking import PACKINGS, TORN, Unpacked

INPUT = Path("-")
"""Standard input, as a path."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What is said where there is no room for what is unpacked."""
NO_END, NO_ZIP = "not a zip file", "it is no .zip archive, or breaks off: the list at its end is not there."
"""What Python says of an archive that is cut off, and what is meant."""


class ArchiveError(Exception):
    """A path cannot be read; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read. `name` is stable from run to run: its path inside the folder or archive that was given.

    `given` is that with the folder or archive before it, as the person wrote it. Both are legible.
    """

    name: str
    path: Path
    given: str = ""
    _raw: list[IO[bytes]] = field(default_factory=list["IO[bytes]"], compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", legible(self.name))
        object.__setattr__(self, "given", legible(self.given))

    @property
    def shown(self) -> str:
        """How messages name it: by the path that the person gave, or by one below it."""
        return self.given or self.name

    def open(self) -> IO[bytes]:
        """Open it for reading, decompressed. Raises OSError; reading it raises one of TORN."""
        packed = packing(self.path)
        raw = io.FileIO(self.path) if packed else self.path.open("rb")
        self._raw[:] = [raw]
        return raw if isinstance(raw, io.BufferedReader) else Unpacked(raw, packed)

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
    """Files to read; `left_out` names what is not among them: links and unsafe members of archives, archives within."""

    def __init__(self, files: Iterable[SourceFile] = ()) -> None:
        super().__init__(files)
        self.left_out: list[LeftOut] = []


def bare(name: str) -> str:
    """Return a file's name in lower case, without its folders and the ending of what it is packed in."""
    name = PurePosixPath(name).name.lower()
    return name.removesuffix(next((packing for packing in PACKINGS if name.endswith(packing)), ""))


@contextmanager
def opened(paths: Sequence[Path], wants: Callable[[str], bool], *, within: Path | None = None) -> Generator[Files]:
    """List the wanted files of every path, sorted within each; archives are unpacked `within` a folder, or in TMPDIR.

    Members of a .zip whose names lead out of it are `left_out`; a .tar that has one cannot be read. So are members of
    both that are links or devices, and archives within a folder or an archive.

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
                        f"{legible(path)}: cannot be unpacked: {os.strerror(error.errno)} in {scratch}. Make room "
                        f"there, or name a folder on another disk{where}."
                    ) from error
                said = NO_ZIP if isinstance(error, zipfile.BadZipFile) and NO_END in str(error) else error
                raise ArchiveError(f"{legible(path)}: cannot be read: {said}") from error
        yield files


def _files(path: Path, wants: Callable[[str], bool], scratch: Path, given: Path) -> Files:
    if path.is_dir():
        return _walk(path, wants, path)
    if not path.exists():
        raise ArchiveError(f"{legible(path)}: there is no such file or folder.")
    kind = archived(path)
    if not kind:
        return Files([SourceFile(given.name, path, str(given))])
    if kind == ".tar":
        with SourceFile("", path).open() as stream:
            left_out = list(untar(stream, wants, scratch, given))
    else:
        left_out = list(unzip(path, wants, scratch, given))
    found = _walk(scratch, wants, given)
    found.left_out += left_out
    return found


def _input(wants: Callable[[str], bool], scratch: Path) -> Files:
    """List what standard input holds: one file, packed or not, or an archive."""
    kept = scratch.with_name(f"{scratch.name}-input")
    with kept.open("wb") as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
    return _files(kept, wants, scratch, Path("standard input"))


def _walk(folder: Path, wants: Callable[[str], bool], given: Path) -> Files:
    """List wanted files below a folder, in the order of their names; `given` is the folder, or what it was packed in.

    Links, archives and folders that cannot be listed are left out.
    """
    found, closed = Files(), list[OSError]()
    every = [
        Path(at) / name for at, folders, files in os.walk(folder, onerror=closed.append) for name in folders + files
    ]
    for file in sorted(every):
        name = file.relative_to(folder).as_posix()
        if file.is_symlink():
            if wants(name) or file.is_dir():
                found.left_out.append(LeftOut(legible(given / name), LINK))
        elif not file.is_file():
            continue
        elif wants(name):
            found.append(SourceFile(name, file, str(given / name)))
        elif is_archive(name):
            found.left_out.append(LeftOut(legible(given / name), WITHIN))
    for error in closed:
        at = Path(error.filename).relative_to(folder)
        found.left_out.append(LeftOut(legible(given / at), f"the folder cannot be listed: {error.strerror}."))
    return found
