"""Citation list of the ACL Anthology Network: accepted lines, rejects, and the complete real list."""

from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.record import CitationRecord, Item
from loaders.sources import aan
from loaders.sources.base import sources
from tests.loaders.sources.data_sets import data_set


def items(folder: Path, text: str) -> list[Item]:
    path = folder / "acl.txt"
    path.write_text(text, "utf-8")
    return list(aan.read_file(SourceFile(path.name, path, str(path))))


def test_comma_and_arrow_lines_are_read(tmp_path: Path) -> None:
    """A pair is read with a comma or an arrow, the left paper citing the right one; empty lines are skipped."""
    found = items(tmp_path, "C08-3004 , A00-1002\n\n  d09-1141 ==> A00-1002\r\nP99-1001,P98-1001")
    assert [normalize_record(one) for one in found if not isinstance(one, RejectedItem)] == [
        CitationRecord(source="aan", key="C08-3004>A00-1002", citing="acl:C08-3004", cited="acl:A00-1002"),
        CitationRecord(source="aan", key="D09-1141>A00-1002", citing="acl:D09-1141", cited="acl:A00-1002"),
        CitationRecord(source="aan", key="P99-1001>P98-1001", citing="acl:P99-1001", cited="acl:P98-1001"),
    ]


def test_invalid_citation_line_is_rejected(tmp_path: Path) -> None:
    """A line without a pair, a malformed ID and a self-citation are rejected by line; the others are read."""
    long = "x" * 5_000
    found = items(tmp_path, f"C08-3004 , A00-1002\nno pair at all\n{long}\nJ79-1032f , A00-1002\nA00-1002 , A00-1002\n")
    refused = [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)]
    assert [place for place, _ in refused] == ["line 2", "line 3", "line 4", "line 5"]
    assert refused[0][1] == "not a pair of ACL IDs: no pair at all"
    assert "'J79-1032f' is not a valid acl ID" in refused[2][1]
    assert refused[3][1] == "acl:A00-1002 cites itself."
    assert len(refused[1][1]) < 100


@pytest.mark.parametrize("text", ["", "a,b,c\n" * 2_000, "title\nother\n", "title\nother"])
def test_unexpected_file_is_rejected(tmp_path: Path, text: str) -> None:
    """A file without a single pair of IDs at its beginning raises an error."""
    with pytest.raises(SourceFileError, match=r"acl\.txt: expected a list of citations, one pair of ACL IDs per line"):
        items(tmp_path, text)


@pytest.mark.parametrize("last", ["C08-3004 , A00-10", "C08-3004 ,", "2020.acl-main.1 , 2020.acl-main.1", "C08"])
def test_last_line_without_end_is_reported_as_truncated(tmp_path: Path, last: str) -> None:
    """If the last line has no end and its ID may continue, the error names the line after reading the rest.
    A four-digit ID is complete, and a file may end with it.
    """
    path = tmp_path / "acl.txt"
    path.write_text(f"C08-3004 , A00-1002\n{last}", "utf-8")
    (chunk,) = chunks(sources()["aan"], [SourceFile(path.name, path, str(path))])
    assert [one.ref.key for one in chunk.entries] == ["C08-3004>A00-1002"]
    assert [one.reason for one in chunk.unreadable] == ["line 2: truncated: the last line has no line end."]


@pytest.mark.data
def test_real_citation_list_is_read_completely() -> None:
    """Of 94,973 lines, 42 are self-citations and 25 name an invalid paper ID; no pair occurs twice."""
    source = sources()["aan"]
    with open_files([data_set("aan_citations")], source.accepts) as files:
        found = [one for file in files for one in source.start(files)(file)]
    refused = [one.reason for one in found if isinstance(one, RejectedItem)]
    keys = {one.key for one in found if not isinstance(one, RejectedItem)}
    assert (len(found), len(keys), len(refused)) == (94_973, 94_906, 67)
    assert sum(reason.endswith("cites itself.") for reason in refused) == 42
