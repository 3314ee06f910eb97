"""Paperscape lines, from hand-written ones and from the real files."""

from collections import Counter
from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Author, TopicUse, TypedDate
from loaders.records.record import Item, PaperRecord, TopicRecord
from loaders.sources import paperscape
from tests.loaders.sources.data_sets import data_set

LINE = "alg-geom/9603020;alg-geom,math.AG;2;11;hep-th/9308083,cs/0001001;S.Hosono,S.-T.Yau,J.de Jong;On K3; an essay\n"


def items(folder: Path, text: str) -> list[Item]:
    path = folder / "pscp-1996.csv"
    path.write_text(text, "utf-8")
    return list(paperscape.read_file(SourceFile(path.name, path, str(path))))


def test_line_becomes_paper(tmp_path: Path) -> None:
    """A line gives month, categories, people with separated initials, references,
    and a title with a semicolon.
    """
    found = [one for one in items(tmp_path, f"# a comment\n\n{LINE}") if isinstance(one, PaperRecord)]
    assert list(map(normalize_record, found)) == [
        PaperRecord(
            source="paperscape",
            key="alg-geom/9603020",
            url="https://arxiv.org/abs/alg-geom/9603020",
            title="On K3; an essay",
            kind="preprint",
            ids=("arxiv:alg-geom/9603020",),
            dates=(TypedDate(value="1996-03"),),
            authors=(Author(name="S. Hosono"), Author(name="S.-T. Yau"), Author(name="J. de Jong")),
            topics=(
                TopicUse(scheme="arxiv", code="alg-geom", primary=True),
                TopicUse(scheme="arxiv", code="math.AG"),
            ),
            references=("arxiv:hep-th/9308083", "arxiv:cs/0001001"),
        )
    ]


def test_unread_references_are_null(tmp_path: Path) -> None:
    """References are null if the file read no reference of a paper, and empty if all are outside arXiv."""
    text = "0704.0001v1;hep-ph;0;0;;;A\n1405.0001;hep-ph;0;7;;,;B\n"
    one, other = (one for one in items(tmp_path, text) if isinstance(one, PaperRecord))
    assert (one.references, one.authors, one.dates) == (None, None, (TypedDate(value="2007-04"),))
    assert (other.references, other.dates, other.topics) == (
        (),
        (TypedDate(value="2014-05"),),
        (TopicUse(scheme="arxiv", code="hep-ph"),),
    )


def test_invalid_line_is_rejected(tmp_path: Path) -> None:
    """A line with too few fields, or without an arXiv ID or title, is rejected, and the rest is read."""
    found = items(tmp_path, f"# c\na;b\nx;hep-th;0;0;;;T\nhep-th/9108001;hep-th;0;0;;;\n{LINE}")
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("line 2", paperscape.TOO_FEW_FIELDS),
        ("line 3", "'x' is not a valid arXiv ID."),
        ("line 4, hep-th/9108001", "the title is empty."),
    ]
    assert [one.code for one in found if isinstance(one, TopicRecord)] == ["alg-geom", "math", "math.AG"]


def test_last_line_without_end_is_truncated(tmp_path: Path) -> None:
    """A title may end anywhere, so a last line without an end is truncated; earlier lines are read."""
    path = tmp_path / "pscp-1996.csv"
    path.write_text(f"{LINE}hep-th/9108001;hep-th;0;0;;J.H.Horne;Exact Bl", "utf-8")
    (chunk,) = chunks(paperscape.SOURCE, [SourceFile(path.name, path, str(path))])
    assert chunk.entries[-1].ref.key == "alg-geom/9603020"
    assert [one.reason for one in chunk.unreadable] == ["line 2: truncated: the last line has no line end."]
    assert items(tmp_path, f"{LINE}# a comment") == items(tmp_path, LINE)


def test_endless_line_is_rejected_alone(tmp_path: Path) -> None:
    """An endless line is rejected, not cut, and the next line has its own number."""
    found = items(tmp_path, f"{LINE}{LINE.strip()}{'x' * 1_000_000}\na;b\n")
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("line 2", "the line is longer than 1,000,000 bytes."),
        ("line 3", paperscape.TOO_FEW_FIELDS),
    ]


@pytest.mark.parametrize("text", ["", "# a comment\n", "a,b,c\n1,2,3\n", "a,b\n1,2", f"<x>{'x' * 1_000_000}\n"])
def test_unexpected_file_is_rejected(tmp_path: Path, text: str) -> None:
    """A file without such a line raises an error."""
    with pytest.raises(SourceFileError, match=r"pscp-1996\.csv: expected a Paperscape file"):
        items(tmp_path, text)


@pytest.mark.full
def test_real_files_match_independent_count() -> None:
    """All 49,264 papers and 146,964 references of six years are read without rejects."""
    found: Counter[str] = Counter()
    with open_files([data_set("paperscape")], paperscape.SOURCE.accepts) as files:
        for file in files:
            for item in paperscape.read_file(file):
                assert not isinstance(item, RejectedItem)
                if isinstance(item, PaperRecord):
                    found["papers"] += 1
                    found["references"] += len(normalize_record(item).references or ())
    assert found == {"papers": 49_264, "references": 146_964}
