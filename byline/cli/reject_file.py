"""The file in which `byline load` lists rejects: checked before the load, created when the first record is rejected.

By default it is in Byline's home folder, so that no file appears in the current folder.
"""

import os
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from loaders.pipeline.chunk_reader import Reject

_reject_decoder = msgspec.json.Decoder(dict[str, str])


class RejectFileError(Exception):
    """The reject file cannot be written; the message says where and why."""


@dataclass(slots=True)
class RejectFile:
    """A file that lists rejects.

    Attributes:
        is_default_path: True for a file in Byline's home folder, which may not exist yet.
    """

    path: Path
    is_default_path: bool = False
    written_count: int = field(default=0, init=False)
    """Number of rejects that this load has listed."""

    @classmethod
    def default_for(cls, home: Path, source: str, *, dry: bool = False) -> "RejectFile":
        """Return the file of a source in Byline's home folder; each load with rejects overwrites it.

        A dry run uses its own file, so that the rejects of the last load stay listed.
        """
        name = f"{source}.dry-run.jsonl" if dry else f"{source}.jsonl"
        return cls(home.expanduser().absolute() / "rejects" / name, is_default_path=True)

    def check(self) -> None:
        """Raise OSError if the file cannot be written. Leaves no file behind."""
        if self.path.is_dir():
            raise IsADirectoryError(21, os.strerror(21), str(self.path))
        if self.path.exists():
            if not os.access(self.path, os.W_OK):
                raise PermissionError(13, os.strerror(13), str(self.path))
            return
        folder = self.path.absolute().parent
        while self.is_default_path and not folder.exists():
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):  # permissions alone do not show that a file can be created
            pass

    def add(self, rejects: Sequence[Reject]) -> None:
        """Append rejects, one JSON object per line; the first call replaces the previous content. Raises
        RejectFileError.
        """
        if not rejects:
            return
        with self._report_write_errors():
            if self.is_default_path:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.written_count and self.path.is_file():
                os.truncate(self.path, 0)
            with self.path.open("ab") as file:  # append, in case another process writes to the same file
                file.write(b"".join(map(_encode, rejects)))
        self.written_count += len(rejects)

    def resume(self, known: Sequence[Reject], count: int) -> None:
        """Truncate the file of an interrupted load to the rejects that were committed. Raises RejectFileError.

        If the file does not begin with the known rejects, it is from another load: it is replaced by the known rejects.

        Args:
            known: First committed rejects, as kept with the load.
            count: Number of committed rejects.
        """
        with self._report_write_errors():
            if count and self.path.is_file() and (size := self._prefix_size(known, count)):
                os.truncate(self.path, size)
                self.written_count = count
        if not self.written_count:
            self.add(known)

    def iter_rejects(self, rejects: Sequence[Reject]) -> Iterator[Reject]:
        """Yield the listed rejects, or the given ones if the file is empty or cannot be read back, such as a pipe."""
        if self.written_count and self.path.is_file() and os.access(self.path, os.R_OK):
            with self.path.open("rb") as file:
                for line in file:
                    yield Reject(**_reject_decoder.decode(line))
        else:
            yield from rejects

    def _prefix_size(self, known: Sequence[Reject], count: int) -> int:
        """Return the size in bytes of the first `count` lines; 0 if there are fewer, or they differ from the known
        rejects.
        """
        size = lines = 0
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n") or (lines < len(known) and line != _encode(known[lines])):
                    return 0
                size, lines = size + len(line), lines + 1
                if lines == count:
                    return size
        return 0

    @contextmanager
    def _report_write_errors(self) -> Generator[None]:
        try:
            yield
        except OSError as error:
            message = f"Cannot write the reject file {self.path}: {error.strerror}."
            raise RejectFileError(message) from None


def _encode(reject: Reject) -> bytes:
    return msgspec.json.encode(reject._asdict()) + b"\n"
