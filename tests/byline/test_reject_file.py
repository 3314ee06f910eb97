"""The list of refused records: whose it is, what of it stays, what is said where it cannot be written."""

from pathlib import Path

import pytest

from byline.cli.reject_file import RejectFile, RejectFileError
from loaders.pipeline.chunk_reader import Reject

REJECTS = [Reject("a.json", f"line {number}", "the title is empty.") for number in range(5)]


@pytest.mark.parametrize("left", [REJECTS[1:], REJECTS[:2], []])
def test_a_list_that_is_of_another_load_is_begun_anew(tmp_path: Path, left: list[Reject]) -> None:
    """What begins otherwise, or is shorter than what was acknowledged, gives way to the refusals that are known."""
    path = tmp_path / "list.jsonl"
    RejectFile(path).add(left)
    again = RejectFile(path)
    again.resume(REJECTS[:3], 4)
    again.add(REJECTS[4:])
    assert list(again.read_rejects([])) == [*REJECTS[:3], REJECTS[4]]
    assert again.listed == 4


def test_the_first_refusal_of_a_load_replaces_the_list_of_the_last(tmp_path: Path) -> None:
    """A list stays until something is refused, and is then this load's alone."""
    path = tmp_path / "list.jsonl"
    RejectFile(path).add(REJECTS)
    later = RejectFile(path)
    later.resume([], 0)
    later.add([])
    assert len(path.read_bytes().splitlines()) == 5
    later.add(REJECTS[:1])
    later.add(REJECTS[1:2])
    assert list(later.read_rejects([])) == REJECTS[:2]


def test_a_list_that_cannot_be_written_any_more_is_named(tmp_path: Path) -> None:
    """Where its folder is gone amid a load, the error says which file and why."""
    listed = RejectFile(tmp_path / "gone" / "list.jsonl")
    with pytest.raises(RejectFileError, match=r"Cannot write the reject file .*: No such file or directory"):
        listed.add(REJECTS)


def test_what_went_elsewhere_is_told_by_what_was_kept() -> None:
    """Of a list that cannot be read again, as a pipe's, the refusals that the load kept are told."""
    listed = RejectFile(Path("/dev/null"))
    listed.add(REJECTS)
    assert (list(listed.read_rejects(REJECTS[:2])), listed.listed) == (REJECTS[:2], 5)
