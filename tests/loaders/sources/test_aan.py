"""The list of citations of the ACL Anthology Network: what is read, what is refused, the real list read whole."""

from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.record import CitationRecord, Item
from loaders.sources import aan
from loaders.sources.base import sources
from tests.loaders.sources.beside import data_set


def items(folder: Path, text: str) -> list[Item]:
    path = folder / "acl.txt"
    path.write_text(text, "utf-8")
    return list(aan.read_file(SourceFile(path.name, path, str(path))))


def test_both_forms_of_a_line_are_read(tmp_path: Path) -> None:
    """A pair is read with a comma or an arrow, the left paper citing the right one; empty lines are none."""
    found = items(tmp_path, "C08-3004 , A00-1002\n\n  d09-1141 ==> A00-1002\r\nP99-1001,P98-1001")
    assert [normalize_record(one) for one in found if not isinstance(one, RejectedItem)] == [
        CitationRecord(source="aan", key="C08-3004>A00-1002", citing="acl:C08-3004", cited="acl:A00-1002"),
        CitationRecord(source="aan", key="D09-1141>A00-1002", citing="acl:D09-1141", cited="acl:A00-1002"),
        CitationRecord(source="aan", key="P99-1001>P98-1001", citing="acl:P99-1001", cited="acl:P98-1001"),
    ]


def test_what_is_no_citation_is_refused_by_its_line(tmp_path: Path) -> None:
    """A line that is no pair, an id out of form, and a paper that cites itself are rejected; the others are read."""
    long = "x" * 5_000
    found = items(tmp_path, f"C08-3004 , A00-1002\nno pair at all\n{long}\nJ79-1032f , A00-1002\nA00-1002 , A00-1002\n")
    refused = [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)]
    assert [place for place, _ in refused] == ["line 2", "line 3", "line 4", "line 5"]
    assert refused[0][1] == "not a pair of ACL IDs: no pair at all"
    assert "'J79-1032f' is not a valid acl ID" in refused[2][1]
    assert refused[3][1] == "acl:A00-1002 cites itself."
    assert len(refused[1][1]) < 100


@pytest.mark.parametrize("text", ["", "a,b,c\n" * 2_000, "title\nother\n", "title\nother"])
def test_another_kind_of_file_is_refused(tmp_path: Path, text: str) -> None:
    """A file without a single pair of ids at its beginning cannot be read."""
    with pytest.raises(SourceFileError, match=r"acl\.txt: expected a list of citations, one pair of ACL IDs per line"):
        items(tmp_path, text)


@pytest.mark.parametrize("last", ["C08-3004 , A00-10", "C08-3004 ,", "2020.acl-main.1 , 2020.acl-main.1", "C08"])
def test_a_last_line_that_may_be_torn_breaks_off(tmp_path: Path, last: str) -> None:
    """Where the last line has no end and its id may go on, the file is named with the line, after what stands before.

    An id of four digits is whole, and a file may end with it (as one above does).
    """
    path = tmp_path / "acl.txt"
    path.write_text(f"C08-3004 , A00-1002\n{last}", "utf-8")
    (chunk,) = chunks(sources()["aan"], [SourceFile(path.name, path, str(path))])
    assert [one.ref.key for one in chunk.entries] == ["C08-3004>A00-1002"]
    assert [one.reason for one in chunk.unreadable] == ["line 2: truncated: the last line has no line end."]


@pytest.mark.data
def test_the_real_list_is_read_whole() -> None:
    """Of 94,973 lines 42 are papers that cite themselves and 25 name what is no paper; no pair stands there twice."""
    source = sources()["aan"]
    with open_files([data_set("aan_citations")], source.accepts) as files:
        found = [one for file in files for one in source.start(files)(file)]
    refused = [one.reason for one in found if isinstance(one, RejectedItem)]
    keys = {one.key for one in found if not isinstance(one, RejectedItem)}
    assert (len(found), len(keys), len(refused)) == (94_973, 94_906, 67)
    assert sum(reason.endswith("cites itself.") for reason in refused) == 42
