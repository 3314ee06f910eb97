"""Output of a command: standard output, or a file that appears only once it is complete."""

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from typing import BinaryIO

import typer

from byline.cli.runtime import fail
from loaders.formats.archive import FULL


class LineWriter:
    """Writes lines to a stream.

    Args:
        to: The stream.
        name: Name of the stream in error messages.
        note: Appended to error messages: the state of the output after a failure.
    """

    def __init__(self, to: BinaryIO, name: str, note: str) -> None:
        self._to = to
        self._name = name
        self._kept = note

    def write(self, lines: Iterable[bytes]) -> None:
        """Write lines. Raises typer.Exit if writing fails or the reader has closed the pipe."""
        with _report_write_errors(self._name, self._kept):
            self._to.writelines(lines)
            self._to.flush()


@contextmanager
def open_output(path: Path | None) -> Generator[LineWriter]:
    """Open a file, or standard output if the path is None. Raises typer.Exit if the file cannot be written.

    The file is renamed to its final name once it is complete. After a failure, an existing file is unchanged and
    partial output is removed.
    """
    if path is None:
        try:
            yield LineWriter(sys.stdout.buffer, "standard output", " The output is truncated, possibly within a line.")
        except typer.Exit:
            _detach_stdout()
            raise
        return
    target = Path(os.path.realpath(path))
    half = target.with_name(f".byline-{os.getpid()}.half")
    straight = path.exists() and not path.is_file()  # write directly to devices and pipes; opening a folder fails
    note = "" if straight else " The partial output was removed."
    with _report_write_errors(str(path), ""):
        stream = path.open("wb") if straight else half.open("xb")
    try:
        yield LineWriter(stream, str(path), note)
        with _report_write_errors(str(path), note):
            stream.close()
            if not straight:
                _rename_into_place(half, target)
    finally:
        with suppress(OSError):  # the error was reported when writing
            stream.close()
        half.unlink(missing_ok=True)


@contextmanager
def create_output(path: Path) -> Generator[Path]:
    """Yield a temporary path for a new file or folder, which gets its final name once it is complete.

    Raises typer.Exit if the path exists or cannot be written. After a failure, nothing remains.
    """
    _require_missing(path)
    half = path.with_name(f".byline-{os.getpid()}.half")
    try:
        with _report_write_errors(str(path), " The partial output was removed."):
            yield half
            _require_missing(path)
            half.rename(path)
    finally:
        for rest in (half, half.with_name(f"{half.name}.wal")):
            if rest.is_dir():
                rmtree(rest, ignore_errors=True)
            else:
                rest.unlink(missing_ok=True)


def require_new(path: Path) -> None:
    """Raise typer.Exit if a file or folder exists at the path. Devices and pipes are accepted."""
    if path.is_dir() or path.is_file() or path.is_symlink():
        _require_missing(path)


def _require_missing(path: Path) -> None:
    """Raise typer.Exit if the folder is missing, or if the path exists: a device must not be replaced by a file."""
    if os.path.lexists(path):
        raise fail(f"{path} exists, and is not overwritten. Remove it, or choose another path.")
    if not path.parent.is_dir():
        raise fail(f"Cannot write to {path}: there is no folder {path.parent}. Create it, or choose another path.")


def _rename_into_place(half: Path, target: Path) -> None:
    """Rename a complete file to its final name, and keep the permissions of a file that it replaces. Raises OSError."""
    if target.exists():
        half.chmod(target.stat().st_mode)
    half.replace(target)


@contextmanager
def _report_write_errors(name: str, note: str) -> Generator[None]:
    try:
        yield
    except BrokenPipeError:
        raise typer.Exit(1) from None
    except OSError as error:
        room = "Free space there, or write" if error.errno in FULL else "Write"
        reason = error.strerror or str(error)  # DuckDB states no strerror
        raise fail(f"Cannot write to {name}: {reason.rstrip('.')}.{note} {room} to another file.") from None


def _detach_stdout() -> None:
    """Redirect standard output to the null device: Python would otherwise flush its buffer at exit and fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
