"""OpenCitations Index, from hand-written rows in its published format."""

from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.record import CitationRecord, Item
from loaders.sources import opencitations

HEADER = "oci,citing,cited,creation,timespan,journal_sc,author_sc\n"


def items(folder: Path, text: str) -> list[Item]:
    path = folder / "index.csv"
    path.write_bytes(text.encode())
    return list(opencitations.read_file(SourceFile(path.name, path, str(path))))


def test_rows_of_both_releases_are_read(tmp_path: Path) -> None:
    """The DOI precedes arXiv and PubMed IDs; older releases have a bare DOI; quotes follow CSV rules."""
    rows = (
        "06101-06102,omid:br/06101 pmid:7 doi:10.1000/A,omid:br/06102 arxiv:2001.00001,2020-01,P1Y,no,no\n"
        "7-8,omid:br/7,omid:br/8,,,,\n"
        '"oci:0200-0201","10.1000/b","10.1000/c","2019","","no","yes"\n'
        "0610-0611,pmid:8 omid:br/0610,openalex:W5,,,,\n"
    )
    assert [normalize_record(one) for one in items(tmp_path, HEADER + rows) if not isinstance(one, RejectedItem)] == [
        CitationRecord(source="opencitations", key="06101-06102", citing="doi:10.1000/a", cited="arxiv:2001.00001"),
        CitationRecord(source="opencitations", key="7-8", citing="omid:br/7", cited="omid:br/8"),
        CitationRecord(source="opencitations", key="0200-0201", citing="doi:10.1000/b", cited="doi:10.1000/c"),
        CitationRecord(source="opencitations", key="0610-0611", citing="pmid:8", cited="openalex:W5"),
    ]


def test_invalid_row_is_rejected_by_line(tmp_path: Path) -> None:
    """A row without a number, a usable ID or a second paper is rejected, and the rest is read."""
    found = items(
        tmp_path, HEADER + ",10.1000/a,10.1000/b\n1-2,meta:br/1,10.1000/b\n1-3,10.1000/a\n1-4,10.1000/a,10.1000/A\n"
    )
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("line 2", "the row has no oci."),
        ("line 3, 1-2", "citing has no doi, arxiv, pmid, openalex, omid id: 'meta:br/1'"),
        ("line 4, 1-3", "cited has no doi, arxiv, pmid, openalex, omid id: ''"),
        ("line 5, 1-4", "doi:10.1000/a cites itself."),
    ]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", HEADER + f'1-2,"{"x" * 200_000}",10.1000/b\n'])
def test_unexpected_file_is_rejected(tmp_path: Path, text: str) -> None:
    """A CSV with other columns or without a header, or an endless cell, raises an error."""
    with pytest.raises(SourceFileError, match=r"index\.csv.*: expected a CSV of the OpenCitations Index"):
        items(tmp_path, text)


def test_truncated_last_row_is_reported(tmp_path: Path) -> None:
    """A last row without all cells and without a line end is truncated, because its ID may continue."""
    rows = "1-2,10.1000/a,10.1000/b,,,,\n"
    for last in ("1-3,10.1000/a,10.1000/bc", "1-3,10.1000/a"):
        with pytest.raises(SourceFileError, match=r"line 3: truncated: it has \d cells, the header 7, no line end"):
            items(tmp_path, HEADER + rows + last)
    assert len(items(tmp_path, HEADER + rows + "1-3,10.1000/a,10.1000/c,,,,")) == 2
