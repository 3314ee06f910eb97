"""Where `byline load` lists what was refused: a file that is checked before anything is read, made when it is needed.

Unless the person names one it stands in Byline's own folder, so that no file appears where the command was called.
"""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from loaders.streaming.reading import Reject


@dataclass(frozen=True, slots=True)
class RejectFile:
    """A file for refused records; `ours` is one in Byline's own folder, which may still have to be made."""

    path: Path
    ours: bool = False

    @classmethod
    def of(cls, home: Path, source: str, *, dry: bool = False) -> "RejectFile":
        """Return the source's file in Byline's folder: each load that refuses something writes it anew.

        Dry runs have one of their own, so that what the last load refused stays listed.
        """
        name = f"{source}.dry-run.jsonl" if dry else f"{source}.jsonl"
        return cls(home.expanduser().absolute() / "rejects" / name, ours=True)

    def check(self) -> None:
        """Raise OSError where the file could not be written later on; nothing is left of the try."""
        if self.path.is_dir():
            raise IsADirectoryError(21, os.strerror(21), str(self.path))
        if self.path.exists():
            if not os.access(self.path, os.W_OK):
                raise PermissionError(13, os.strerror(13), str(self.path))
            return
        folder = self.path.absolute().parent
        while self.ours and not folder.exists():
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):  # only a file that was made shows that one can be
            pass

    def write(self, rejects: Sequence["Reject"]) -> None:
        """List what was refused, one JSON object a line. Raises OSError."""
        if self.ours:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(b"".join(msgspec.json.encode(one._asdict()) + b"\n" for one in rejects))
