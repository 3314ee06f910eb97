"""Replacement of a store that a kill interrupts at any step."""

import contextlib
from pathlib import Path

import pytest

from byline.local_neo4j import store_replacement
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.store_replacement import finish_replacement, is_interrupted, replace_store

STEPS = 6
"""Moves and records of a replacement: two old parts, one record, two new parts; then nothing is left to do."""


class KilledError(BaseException):
    """Stands for SIGKILL."""


def stores(folder: DataDirectory) -> list[str]:
    """Return the content of the store and of its transactions."""
    return [(folder.data / part / "neo4j" / "file").read_text() for part in store_replacement.STORE_FOLDERS]


def two_stores(tmp_path: Path) -> tuple[DataDirectory, Path]:
    """Return a folder with an old store, and a work folder in it with a new one."""
    folder = DataDirectory.for_version(tmp_path)
    folder.prepare()
    work_folder = folder.path / "restore-1"
    for data, content in ((folder.data, "old"), (work_folder / "data", "new")):
        for part in store_replacement.STORE_FOLDERS:
            (data / part / "neo4j").mkdir(parents=True)
            (data / part / "neo4j" / "file").write_text(content)
    return folder, work_folder


@pytest.mark.parametrize("step", range(STEPS))
def test_killed_replacement_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """After a kill before any rename of a replacement, the store is the old one or the new one, never a mixture."""
    folder, work_folder = two_stores(tmp_path)
    left = [step]
    rename, undo = Path.rename, Path.unlink

    def rename_or_die(source: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise KilledError
        return rename(source, target)

    def keep(path: Path) -> None:
        del path

    monkeypatch.setattr(Path, "rename", rename_or_die)
    monkeypatch.setattr(Path, "unlink", keep)  # a killed process undoes nothing
    with contextlib.suppress(KilledError):
        replace_store(folder, work_folder)
    monkeypatch.setattr(Path, "rename", rename)
    monkeypatch.setattr(Path, "unlink", undo)
    assert is_interrupted(folder)
    finish_replacement(folder)
    assert stores(folder) == ["new", "new"]
    assert not is_interrupted(folder)
    assert not work_folder.exists()
    finish_replacement(folder)
    assert stores(folder) == ["new", "new"]


def test_failed_replacement_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a folder cannot be moved, the old store stays, and no journal remains."""
    folder, work_folder = two_stores(tmp_path)
    rename = Path.rename

    def fail_for_new(source: Path, target: Path) -> Path:
        if source.is_relative_to(work_folder / "data"):
            raise PermissionError(13, "Permission denied", str(source))
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", fail_for_new)
    with pytest.raises(PermissionError):
        replace_store(folder, work_folder)
    assert stores(folder) == ["old", "old"]
    assert not is_interrupted(folder)


def test_damaged_journal_is_reported(tmp_path: Path) -> None:
    """A damaged journal is an error with its path and a remedy, and no folder is removed."""
    folder, work_folder = two_stores(tmp_path)
    (folder.path / "replacement.json").write_bytes(b"\xff")
    with pytest.raises(ServerError, match=r"replacement\.json is damaged") as error:
        finish_replacement(folder)
    assert "restore" in error.value.hint
    assert work_folder.exists()
