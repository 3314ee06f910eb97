"""What of a mapping, a table and a row is refused, in words."""

from pathlib import Path

import pytest

from loaders.archive import SourceFile
from loaders.parts import Dated
from loaders.record import (
    PaperRecord,
)
from loaders.source import Rejected, SourceError, sources
from tests.loaders.sources.table_documents import SMALL, items


@pytest.mark.parametrize(
    ("mapping", "why"),
    [
        ("name = ", "this is no mapping in TOML: Invalid value (at end of document)."),
        ('name = "My papers"', "name: expected the source's name, of small letters"),
        ('name = "acl"', "name: acl is a source that comes with Byline; give yours a name of its own."),
        ('name = "byline"', "name: byline is a source that comes with Byline; give yours a name of its own."),
        ('name = "orcid-summary"', "name: orcid-summary is a source that comes with Byline"),
        ('name = "x"\nnam = "y"', "nam: there is no such key; there are name, licence, papers"),
        ('name = "x"\nlicence = " "', "licence: expected a text, such as CC-BY-4.0."),
        ('name = "x"', "sections: there is none. Expected at least one of [[papers]]"),
        (
            SMALL + 'titel = "t"',
            "papers: 'titel' is no field; the fields are abstract, acronym, affiliations, author_ids",
        ),
        (SMALL.replace('"title"\n', "7\n"), "papers: title: expected a column's name, or {"),
        (SMALL.replace("separator", "seperator"), "papers: authors: 'seperator' is no option here; there are column"),
        (SMALL.replace('";"', '""'), "papers: authors: separator: expected a text that is not empty."),
        (SMALL.replace('title = "title"', 'year = "y"'), "papers: title is missing: which column has it?"),
        (SMALL.replace('key = "id"', ""), "papers: neither key nor ids is given"),
        (SMALL + 'title.value = "x"', "this is no mapping in TOML"),
        (SMALL + 'year = { column = "y", separator = ";" }', "papers: year: 'separator' is no option here"),
        (SMALL + 'year = { column = "y", value = "2020" }', "papers: year: expected either column or value."),
        (SMALL + 'relations.likes = "x"', "papers.relations: 'likes' is none of supplements"),
        (SMALL + 'ids = "DOI"', 'papers.ids: expected names with their columns, such as ids.doi = "DOI".'),
        (SMALL + 'format = "xls"', "papers: format: expected one of csv, tsv, jsonl, parquet."),
        (SMALL + 'delimiter = ";;"', 'papers: delimiter: expected one sign, such as ";".'),
        (
            SMALL + 'ids.doi = "id"\nreferences = "r"',
            "papers: references: say scheme, such as doi: this table has no",
        ),
        (
            SMALL + 'code = { column = "c", where = "x" }',
            "papers: code: where: expected columns with what has",
        ),
        (SMALL + "files = 7", "papers: files: expected a list of texts"),
        (SMALL + "[[papers]]\n", "papers 2: title is missing"),
        (
            SMALL + "[[people]]\nname = 'n'\nfamily = { column = 'f', map = { a = 1 } }\nkey = 'k'",
            "people: family: map",
        ),
    ],
)
def test_a_wrong_mapping_is_told(tmp_path: Path, mapping: str, why: str) -> None:
    """What is wrong with a mapping is told with its file, the key, and what there is, before anything is read."""
    with pytest.raises(SourceError) as told:
        items(tmp_path, mapping, papers_csv=b"id,title,authors\n")
    assert str(told.value).startswith(f"mapping.toml: {why}")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (
            "papers_csv",
            b"id;title;authors\n1;2;3\n",
            "no column 'id' (cells parted by ','); there are id;title;authors.",
        ),
        (
            "papers_csv",
            b"id,Title,authors\n",
            "papers: title: no column 'title' (cells parted by ','); there are id, Title",
        ),
        ("papers_csv", b"id,title,authors,title\n", "the column 'title' stands there twice"),
        ("papers_csv", b"id,title,authors\n1,A,B|C\n2,A,D|E\n", "'|' in 2 of the first 2: say separator = \"|\"?"),
        ("papers_csv", b"id,title,authors\n1,A,B and C\n", "';' stands in no cell of 'authors', and ' and ' in 1"),
        (
            "papers_jsonl",
            b'{"id": 1, "name": {"t": 1}}',
            "no column 'title' in the first 1 objects; there are id, name, name.t",
        ),
        ("papers_jsonl", b"[1, 2]", "expected JSON Lines: an object a line, or an array of objects."),
        ("papers_parquet", b"PAR1 is it not", "expected a Parquet file: "),
        ("papers_parquet", b"", "expected a Parquet file: "),
        ("papers_txt", b"id,title,authors\n", "what is it? Say format in papers: csv, tsv, jsonl or parquet."),
    ],
)
def test_a_table_that_does_not_fit_is_told(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    """A file without a column, with another separator, or of another kind is refused whole, saying what there is."""
    with pytest.raises(SourceError) as told:
        items(tmp_path, SMALL, **{name: content})
    assert str(told.value).startswith(f"{name.replace('_', '.')}: ")
    assert why in str(told.value)


def test_a_mapping_has_to_be_there_and_to_name_the_file(tmp_path: Path) -> None:
    """Without a mapping, with two, or with one that is about other files, that is told."""
    path = tmp_path / "papers.csv"
    path.write_bytes(b"id,title,authors\n")
    start = sources()["table"].start
    with pytest.raises(SourceError, match=r"No mapping is among the files"):
        start([SourceFile("papers.csv", path, "papers.csv")])
    with pytest.raises(SourceError, match=r"Two mappings are among the files: a\.toml and b\.toml"):
        start([SourceFile(name, path, name) for name in ("a.toml", "b.toml")])
    with pytest.raises(SourceError, match=r"papers\.csv: no section of mapping\.toml is about it \(papers: x\*\.csv\)"):
        items(tmp_path, SMALL + 'files = ["x*.csv"]', papers_csv=b"id,title,authors\n")


def test_a_row_that_cannot_be_is_refused_alone(tmp_path: Path) -> None:
    """A row is refused by its line where it has no key or title, says what cannot be, or has too many cells."""
    mapping = (
        SMALL + 'year = "year"\nopen_access = "open"\norcids = { column = "ids", separator = ";" }\nempty = ["NA"]\n'
    )
    head = b"id,title,authors,year,open,ids\n"
    found = items(
        tmp_path,
        mapping,
        papers_csv=head
        + b"1,A,B,2020,NA,\n,A,B,2020,1,\n3,,B,2020,1,\n4,A,B,soon,1,\n5,A,B,2020,perhaps,\n"
        + b"6,A,B;C,2020,1,x;y;z\n7,A,B,2020,1,,8\n8,A,NA,May 2020,0,\n",
    )
    assert [(one.place, one.reason) for one in found if isinstance(one, Rejected)] == [
        ("line 3", "it has no key and no id."),
        ("line 4", "the title is empty."),
        ("line 5", "year: 'soon' is no date: expected 2022, 2022-01 or 2022-01-28."),
        ("line 6", "open_access: 'perhaps' is neither true nor false: say map in the mapping."),
        ("line 7", "orcids has 3 items, but there are 2 authors."),
        ("line 8", "it has 7 cells, the header 6: is a ',' in a cell without quotes around it?"),
    ]
    first, last = (one for one in found if isinstance(one, PaperRecord))
    assert (first.open_access, last.open_access, last.authors, last.dates) == (
        None,
        False,
        None,
        (Dated(value="2020-05"),),
    )


def test_a_quote_that_is_never_closed_is_told_where_it_opens(tmp_path: Path) -> None:
    """Rows behind an open quote are not taken for one cell of a paper; a cell of several lines is one."""
    whole = b'id,title,authors\n1,One,A\n2,"Two\nlines",B'
    found = items(tmp_path, SMALL, papers_csv=whole)
    assert [one.title for one in found if isinstance(one, PaperRecord)] == ["One", "Two lines"]
    with pytest.raises(SourceError, match=r"papers\.csv, line 5: a quote that opens in this row is never closed"):
        items(tmp_path, SMALL, papers_csv=whole + b'\n3,"Three,C\n4,Four,D\n5,Five,E\n')
