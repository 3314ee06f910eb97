"""Replace the store of a stopped server, so that a kill at any moment leaves the old graph or the new one.

A journal in the data folder records a replacement while it moves folders. The next command that starts, dumps, restores
or imports the graph continues an interrupted replacement. The caller holds the lock of the folder (`exclusive_access`).
"""

import shutil
from pathlib import Path

import msgspec

from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors

STORE_FOLDERS = ("databases", "transactions")
"""Subfolders of a data folder with a folder for each database."""
WORK_FOLDERS = ("admin-*/", "import-*/", "restore-*/")
"""Temporary folders of commands in the data folder; a killed command leaves its own."""


class Journal(msgspec.Struct, frozen=True):
    """A replacement that is not complete.

    Attributes:
        work_folder: Name of the folder with the new store in `data`; the old store moves to its subfolder `old`.
        is_old_moved: True once the old store is in `old`; from then on, the new store moves in.
    """

    work_folder: str
    is_old_moved: bool = False


def replace_store(folder: DataDirectory, work_folder: Path) -> None:
    """Replace the graph with the one in `data` of a work folder. Undo everything and raise OSError on failure."""
    _write_journal(folder, Journal(work_folder.name))
    moved: list[tuple[Path, Path]] = []
    try:
        _move(folder, Journal(work_folder.name), moved)
    except BaseException:
        for source, target in reversed(moved):
            target.rename(source)
        _journal_file(folder).unlink()
        raise
    _journal_file(folder).unlink()


def is_interrupted(folder: DataDirectory) -> bool:
    """Return True if a command was killed while it replaced the store."""
    return _journal_file(folder).exists()


def finish_replacement(folder: DataDirectory) -> None:
    """Complete a replacement that a kill interrupted, and remove the work folders of killed commands.

    Raises ServerError if the journal is damaged or the folders cannot be moved.
    """
    if is_interrupted(folder):
        with convert_os_errors("complete the interrupted replacement of the graph", folder.path):
            _move(folder, _read_journal(folder), [])
            _journal_file(folder).unlink()
    for pattern in WORK_FOLDERS:
        for leftover in folder.path.glob(pattern):
            shutil.rmtree(leftover, ignore_errors=True)


def _move(folder: DataDirectory, journal: Journal, moved: list[tuple[Path, Path]]) -> None:
    """Move the old store away and the new one in; a repetition continues. Append each move to `moved`."""
    work_folder = folder.path / journal.work_folder
    current, new, old = folder.data, work_folder / "data", work_folder / "old"
    if not journal.is_old_moved:
        for part in STORE_FOLDERS:
            _rename(current / part / "neo4j", old / part, moved)
        _write_journal(folder, Journal(journal.work_folder, is_old_moved=True))
    for part in STORE_FOLDERS:
        _rename(new / part / "neo4j", current / part / "neo4j", moved)


def _rename(source: Path, target: Path, moved: list[tuple[Path, Path]]) -> None:
    if source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        source.rename(target)
        moved.append((source, target))


def _journal_file(folder: DataDirectory) -> Path:
    return folder.path / "replacement.json"


def _read_journal(folder: DataDirectory) -> Journal:
    try:
        return msgspec.json.decode(_journal_file(folder).read_bytes(), type=Journal)
    except ValueError as error:
        hint = (
            f"Move {_journal_file(folder)} away, and restore a dump with `byline db restore --force`, or run the bulk "
            "load again with --replace."
        )
        raise ServerError(
            f"A command was killed while it replaced the graph, and {_journal_file(folder)} is damaged.", hint
        ) from error


def _write_journal(folder: DataDirectory, journal: Journal) -> None:
    temporary = _journal_file(folder).with_suffix(".half")
    temporary.write_bytes(msgspec.json.encode(journal))
    temporary.replace(_journal_file(folder))
