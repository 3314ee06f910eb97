"""Where `byline load` lists what is refused, as it comes: checked before anything is read, made when it is needed.

Unless the person names one it stands in Byline's own folder, so that no file appears where the command was called.
"""

import os
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from loaders.pipeline.chunk_reader import Reject

_listed = msgspec.json.Decoder(dict[str, str])


class RejectFileError(Exception):
    """The list of refused records cannot be written; the message says where and why."""


@dataclass(slots=True)
class RejectFile:
    """A file for refused records; `ours` is one in Byline's own folder, which may still have to be made."""

    path: Path
    is_own: bool = False
    listed: int = field(default=0, init=False)
    """How many this load has listed."""

    @classmethod
    def for_source(cls, home: Path, source: str, *, dry: bool = False) -> "RejectFile":
        """Return the source's file in Byline's folder: each load that refuses something writes it anew.

        Dry runs have one of their own, so that what the last load refused stays listed.
        """
        name = f"{source}.dry-run.jsonl" if dry else f"{source}.jsonl"
        return cls(home.expanduser().absolute() / "rejects" / name, is_own=True)

    def check(self) -> None:
        """Raise OSError where the file could not be written later on; nothing is left of the try."""
        if self.path.is_dir():
            raise IsADirectoryError(21, os.strerror(21), str(self.path))
        if self.path.exists():
            if not os.access(self.path, os.W_OK):
                raise PermissionError(13, os.strerror(13), str(self.path))
            return
        folder = self.path.absolute().parent
        while self.is_own and not folder.exists():
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):  # only a file that was made shows that one can be
            pass

    def add(self, rejects: Sequence[Reject]) -> None:
        """List what was refused, one JSON object a line; the first replace what is there. Raises RejectFileError."""
        if not rejects:
            return
        with self._report_write_errors():
            if self.is_own:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.listed and self.path.is_file():
                os.truncate(self.path, 0)
            with self.path.open("ab") as file:  # at its end, whoever else writes there
                file.write(b"".join(map(_line, rejects)))
        self.listed += len(rejects)

    def resume(self, known: Sequence[Reject], count: int) -> None:
        """Cut back what a load left that was broken off, to the `count` that it acknowledged.

        Where the file is not that load's, for it does not begin with what is known, this is listed anew: of the others
        nothing is kept. Raises RejectFileError.
        """
        with self._report_write_errors():
            if count and self.path.is_file() and (size := self._size(known, count)):
                os.truncate(self.path, size)
                self.listed = count
        if not self.listed:
            self.add(known)

    def read_rejects(self, rejects: Sequence[Reject]) -> Iterator[Reject]:
        """Yield what was listed; where that is nothing, or cannot be read again as in a pipe, what was `kept` of it."""
        if self.listed and self.path.is_file() and os.access(self.path, os.R_OK):
            with self.path.open("rb") as file:
                for line in file:
                    yield Reject(**_listed.decode(line))
        else:
            yield from rejects

    def _size(self, known: Sequence[Reject], count: int) -> int:
        """Return how long the first `count` lines are; 0 where there are fewer, or others than are known."""
        size = lines = 0
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n") or (lines < len(known) and line != _line(known[lines])):
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
            what = f"{self.path}, the list of refused records, cannot be written: {error.strerror}."
            raise RejectFileError(what) from None


def _line(reject: Reject) -> bytes:
    return msgspec.json.encode(reject._asdict()) + b"\n"
