"""The reject file: resuming it, replacing it, and write errors."""

from pathlib import Path

import pytest

from byline.cli.reject_file import RejectFile, RejectFileError
from loaders.pipeline.chunk_reader import Reject

REJECTS = [Reject("a.json", f"line {number}", "the title is empty.") for number in range(5)]


@pytest.mark.parametrize("left", [REJECTS[1:], REJECTS[:2], []])
def test_reject_file_of_other_load_is_replaced(tmp_path: Path, left: list[Reject]) -> None:
    """A file that starts differently or is shorter than the checkpoint is replaced by the known rejects."""
    path = tmp_path / "list.jsonl"
    RejectFile(path).add(left)
    again = RejectFile(path)
    again.resume(REJECTS[:3], 4)
    again.add(REJECTS[4:])
    assert list(again.iter_rejects([])) == [*REJECTS[:3], REJECTS[4]]
    assert again.written_count == 4


def test_first_reject_replaces_previous_file(tmp_path: Path) -> None:
    """The previous reject file stays until the first reject of a new load, and then has only that load's."""
    path = tmp_path / "list.jsonl"
    RejectFile(path).add(REJECTS)
    later = RejectFile(path)
    later.resume([], 0)
    later.add([])
    assert len(path.read_bytes().splitlines()) == 5
    later.add(REJECTS[:1])
    later.add(REJECTS[1:2])
    assert list(later.iter_rejects([])) == REJECTS[:2]


def test_unwritable_reject_file_is_named(tmp_path: Path) -> None:
    """If the folder disappears during a load, the error names the file and the reason."""
    listed = RejectFile(tmp_path / "gone" / "list.jsonl")
    with pytest.raises(RejectFileError, match=r"Cannot write the reject file .*: No such file or directory"):
        listed.add(REJECTS)


def test_unreadable_reject_file_falls_back_to_memory() -> None:
    """If the file cannot be read again, such as a pipe, the rejects in memory are reported."""
    listed = RejectFile(Path("/dev/null"))
    listed.add(REJECTS)
    assert (list(listed.iter_rejects(REJECTS[:2])), listed.written_count) == (REJECTS[:2], 5)
