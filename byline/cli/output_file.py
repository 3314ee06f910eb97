"""Where a command's lines go: to standard output, or to a file that is there once it is whole."""

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import typer

from byline.cli.runtime import fail
from loaders.formats.archive import FULL


class LineWriter:
    """Lines on their way; `name` is what they go to, `kept` says what is left of them where they cannot be written."""

    def __init__(self, to: BinaryIO, name: str, note: str) -> None:
        self._to = to
        self._name = name
        self._kept = note

    def write(self, lines: Iterable[bytes]) -> None:
        """Write some lines. Raises typer.Exit where that cannot be done, or nobody reads on."""
        with _report_write_errors(self._name, self._kept):
            self._to.writelines(lines)
            self._to.flush()


@contextmanager
def open_output(path: Path | None) -> Generator[LineWriter]:
    """Open a file, or standard output where none is named. Raises typer.Exit where that cannot be written.

    The file bears its name once all is written; of what fails nothing is left, and what was there before stays.
    """
    if path is None:
        try:
            yield LineWriter(sys.stdout.buffer, "Standard output", " What was written ends within a line.")
        except typer.Exit:
            _detach_stdout()
            raise
        return
    target = Path(os.path.realpath(path))
    half = target.with_name(f".byline-{os.getpid()}.half")
    straight = path.exists() and not path.is_file()  # a device or a pipe takes lines as they come; a folder is refused
    note = "" if straight else " Nothing is left of what was written."
    with _report_write_errors(str(path), ""):
        stream = path.open("wb") if straight else half.open("xb")
    try:
        yield LineWriter(stream, str(path), note)
        with _report_write_errors(str(path), note):
            stream.close()
            if not straight:
                _rename_into_place(half, target)
    finally:
        with suppress(OSError):  # it was told when it was written
            stream.close()
        half.unlink(missing_ok=True)


def _rename_into_place(half: Path, target: Path) -> None:
    """Give a file that is whole its name, and the rights of the one that bore it. Raises OSError."""
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
        room = "Make room there, or write" if error.errno in FULL else "Write"
        raise fail(f"{name} cannot be written: {error.strerror}.{note} {room} to another file.") from None


def _detach_stdout() -> None:
    """Have what is still held for standard output go nowhere: Python would try to write it once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
