"""The reader process: read the files that the loader requests, and send their contents batch by batch.

It ends with its parent process, or when the loader closes the pipe.
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

from loaders.child_process import end_with_parent
from loaders.formats.archive import SourceFile
from loaders.pipeline.record_batches import ReaderError, RecordBatch, iter_batches
from loaders.records.errors import SourceFileError
from loaders.sources.base import Reader, sources
from normalization import source_priority

GC_THRESHOLD = 50_000
"""Allocations between two runs of the garbage collector. Python's default is 700, but records contain no cycles."""


class Started(Struct, array_like=True, tag="started"):
    """The process has loaded the side tables and is ready to read files."""


class MissingSideTable(Struct, array_like=True, tag="missing"):
    """A side table is missing, without which no file can be read."""

    message: str


class ReaderFailure(Struct, array_like=True, tag="reader"):
    """The reader of the source raised an unexpected exception: the message for the user, and the traceback."""

    message: str
    traceback: str


class WorkerCrash(Struct, array_like=True, tag="failed"):
    """An error in Byline itself, with its traceback."""

    message: str


WorkerMessage: TypeAlias = RecordBatch | Started | MissingSideTable | ReaderFailure | WorkerCrash


class WorkerConfig(NamedTuple):
    """The source to read, its files (name, path, path as the user gave it), and the file with source priorities."""

    source: str
    files: Sequence[tuple[str, str, str]]
    priority_table: Path | None


def run_worker(pipe: "Connection[object, bytes]", config: WorkerConfig) -> None:
    """Read the requested files until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole process group; the loader stops us
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    gc.set_threshold(GC_THRESHOLD)
    end_with_parent()
    try:
        _serve(pipe, config)
    except (EOFError, OSError):  # the loader has closed its end of the pipe
        return


def _serve(pipe: "Connection[object, bytes]", config: WorkerConfig) -> None:
    try:
        source_priority.set_active_table(config.priority_table)
        files = [SourceFile(name, Path(path), given_path) for name, path, given_path in config.files]
        reader = sources()[config.source].start(files)
    except SourceFileError as error:
        return _send(pipe, MissingSideTable(str(error)))
    except Exception:  # noqa: BLE001 the loader reports any error
        return _send(pipe, WorkerCrash(traceback.format_exc()))
    _send(pipe, Started())
    while True:
        number, skip = ReadRequest(*msgspec.msgpack.decode(pipe.recv_bytes(), type=tuple[int, int]))
        if not _send_file(pipe, config.source, reader, files[number], skip):
            return None


class ReadRequest(NamedTuple):
    """A request to a reader process: the file's number and how many of its records to skip."""

    number: int
    skip: int


def _send_file(pipe: "Connection[object, bytes]", source: str, reader: Reader, file: SourceFile, skip: int) -> bool:
    """Send the batches of a file; return False if reading it failed with an unexpected error.

    Raises:
        OSError: the loader has closed the pipe.
    """
    batches = iter_batches(source, reader, file, skip)
    while True:
        try:
            batch = next(batches, None)
        except ReaderError as error:
            _send(pipe, ReaderFailure(str(error), traceback.format_exc()))
            return False
        except Exception:  # noqa: BLE001 as above
            _send(pipe, WorkerCrash(f"{file.display_name}: {traceback.format_exc()}"))
            return False
        if batch is None:
            return True
        _send(pipe, batch)


def _send(pipe: "Connection[object, bytes]", message: WorkerMessage) -> None:
    pipe.send_bytes(msgspec.msgpack.encode(message))
