"""What a reading process does: it is told which files to read, and sends what is in them, portion by portion.

It ends with the process that started it, however that ended, and on its own where nobody wants more of it.
"""

import gc
import signal
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from cypher import trust
from loaders.files.archive import SourceFile
from loaders.processes import end_with_parent
from loaders.refused import SourceError
from loaders.source import Reader, sources
from loaders.streaming.portions import Portion, portions

ALLOCATIONS = 50_000
"""Objects made between two looks for cycles of garbage: records have none, and Python looks every 700 by itself."""


class Started(Struct, array_like=True, tag="started"):
    """The process has looked through the side tables, and reads what it is told to."""


class Missing(Struct, array_like=True, tag="missing"):
    """A side table is missing without which no file can be read."""

    said: str


class Failed(Struct, array_like=True, tag="failed"):
    """A mistake of Byline's own: its traceback."""

    said: str


Sent: TypeAlias = Portion | Started | Missing | Failed


class Duty(NamedTuple):
    """Of what source a process reads which files (name, path, as the person gave it), and by whose order of trust."""

    source: str
    files: Sequence[tuple[str, str, str]]
    trust: Path | None


def main(pipe: "Connection[object, bytes]", duty: Duty) -> None:
    """Read file after file until the other side of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group: the loader ends us in order
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    gc.set_threshold(ALLOCATIONS)
    end_with_parent()
    try:
        _serve(pipe, duty)
    except (EOFError, OSError):  # the loader has closed its side: it wants no more
        return


def _serve(pipe: "Connection[object, bytes]", duty: Duty) -> None:
    try:
        trust.use(duty.trust)
        files = [SourceFile(name, Path(path), given) for name, path, given in duty.files]
        reader = sources()[duty.source].start(files)
    except SourceError as error:
        return _send(pipe, Missing(str(error)))
    except Exception:  # noqa: BLE001 whatever it is, the loader tells it
        return _send(pipe, Failed(traceback.format_exc()))
    _send(pipe, Started())
    while True:
        number, skip = _Told(*msgspec.msgpack.decode(pipe.recv_bytes(), type=tuple[int, int]))
        if not _read(pipe, reader, files[number], skip):
            return None


class _Told(NamedTuple):
    number: int
    skip: int


def _read(pipe: "Connection[object, bytes]", reader: Reader, file: SourceFile, skip: int) -> bool:
    """Send what is in a file; tell whether it went well. Raises OSError where nobody takes it any more."""
    found = portions(reader, file, skip)
    while True:
        try:
            portion = next(found, None)
        except Exception:  # noqa: BLE001 as above
            _send(pipe, Failed(f"{file.shown}: {traceback.format_exc()}"))
            return False
        if portion is None:
            return True
        _send(pipe, portion)


def _send(pipe: "Connection[object, bytes]", sent: Sent) -> None:
    pipe.send_bytes(msgspec.msgpack.encode(sent))
