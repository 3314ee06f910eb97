"""Text files truncated at any position: the complete records are read, and the truncation is reported."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile
from loaders.pipeline.chunk_reader import Chunk, chunks
from loaders.records.serialization import encoded
from loaders.sources.base import sources

MAPPING = 'name = "mine"\n[[papers]]\nkey = "id"\ntitle = "title"\nids.doi = "doi"\n'
META = "id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\n"
WHOLE = {
    "aan": ("acl.txt", "C08-3004 , A00-1002\n", "P02-1041 ==> A00-1002\n"),
    "bibtex": (
        "a.bib",
        "@misc{a, title = {Ones}, doi = {10.1000/a}}\n",
        '@book(b, title = "T" # {wo},\n year = 2020)\n',
    ),
    "opencitations": ("a.csv", "oci,citing,cited,creation\n1-2,10.1000/a,10.1000/b,\n", "1-3,10.1000/a,10.1000/cd,\n"),
    "opencitations-meta": ("a.csv", f"{META}doi:10.1000/a,T,,2020,,,,,book,,\n", "doi:10.1000/b,U,,2021,,,,,book,,\n"),
    "paperscape": (
        "pscp-1996.csv",
        "hep-th/9108001;hep-th;0;0;;J.H.Horne;Black\n",
        "hep-th/9108002;hep-th;0;0;;;White\n",
    ),
    "ris": ("a.ris", "TY  - JOUR\nTI  - One\nER  - \n", "TY  - JOUR\nTI  - Two\nAU  - Doe, J\nPY  - 2020\nER  - \n"),
    "table": ("p.csv", "id,title,doi,more\n1,One,10.1000/a,\n", '2,"Two\nlines",10.1000/bc,\n'),
}
"""Of each source a file's name, its first record, and its last, which is cut."""


def read(source: str, files: Sequence[SourceFile]) -> tuple[list[bytes], Chunk]:
    (found,) = chunks(sources()[source], files)
    return [encoded(one.record) for one in found.entries], found


@pytest.mark.parametrize("source", sorted(WHOLE))
def test_file_truncated_anywhere_is_reported(tmp_path: Path, source: str) -> None:
    """At any cut, the last record is complete or the file is reported, and no other record is lost."""
    name, first, last = WHOLE[source]
    path = tmp_path / name
    files = [SourceFile(name, path, name)]
    if source == "table":
        (tmp_path / "m.toml").write_text(MAPPING, "utf-8")
        files.insert(0, SourceFile("m.toml", tmp_path / "m.toml", "m.toml"))
    path.write_text(first + last, "utf-8")
    whole, _ = read(source, files)
    path.write_text(first, "utf-8")
    before, _ = read(source, files)
    assert 0 < len(before) < len(whole)
    for cut in range(1, len(last)):
        path.write_text(first + last[:cut], "utf-8")
        found, told = read(source, files)
        assert not told.rejects
        assert [one.file for one in told.unreadable] == ([] if found == whole else [name]), last[:cut]
        assert found in (whole, before)
