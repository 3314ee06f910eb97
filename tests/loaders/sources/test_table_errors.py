"""Errors and rejects for mappings, tables and rows."""

import bz2
import gzip
from pathlib import Path

import pytest
import zstandard

from loaders.formats.archive import SourceFile
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.parts import TypedDate
from loaders.records.record import (
    PaperRecord,
)
from loaders.sources.base import sources
from tests.loaders.sources.table_documents import SMALL, csv_of, items, parquet_of


@pytest.mark.parametrize(
    ("mapping", "why"),
    [
        ("name = ", "not a valid mapping in TOML: Invalid value (at end of document)."),
        ('name = "My papers"', "name: expected a source name of lowercase letters"),
        ('name = "acl"', "name: acl is a built-in source of Byline; choose another name."),
        ('name = "byline"', "name: byline is a built-in source of Byline; choose another name."),
        ('name = "orcid-summary"', "name: orcid-summary is a built-in source of Byline"),
        ('name = "x"\nnam = "y"', "nam: unknown key; known keys are name, license, schemes, papers"),
        ('name = "x"\nlicense = " "', "license: expected a text, such as CC-BY-4.0."),
        ('name = "x"', "sections: expected at least one of [[papers]]"),
        (
            SMALL + 'titel = "t"',
            "papers: unknown field 'titel'; the fields are abstract, acronym, affiliations, author_ids",
        ),
        (SMALL.replace('"title"\n', "7\n"), "papers: title: expected a column's name, or {"),
        (
            SMALL.replace("separator", "seperator"),
            "papers: authors: unknown option 'seperator'; the options are column",
        ),
        (SMALL.replace('";"', '""'), "papers: authors: separator: expected a non-empty text."),
        (SMALL.replace('title = "title"', 'year = "y"'), "papers: title is missing: assign a column to it."),
        (SMALL.replace('key = "id"', ""), "papers: neither key nor ids is given"),
        (SMALL + 'title.value = "x"', "not a valid mapping in TOML"),
        (SMALL + f"year = {'[' * 5_000}", "not a valid mapping: its values are nested too deeply."),
        (SMALL + "#" * 100_000, "not a mapping: it is longer than 100,000 bytes."),
        (SMALL + 'year = { column = "y", separator = ";" }', "papers: year: unknown option 'separator'"),
        (SMALL + 'year = { column = "y", value = "2020" }', "papers: year: expected either column or value."),
        (SMALL + 'relations.likes = "x"', "papers.relations: 'likes' is not one of supplements"),
        (
            SMALL + 'ids.foo = "DOI"',
            "papers.ids.foo: unknown scheme 'foo'; known schemes are acl, acl-person, arxiv, dblp",
        ),
        (
            SMALL + 'references = { column = "r", scheme = "dio" }',
            "papers: references: scheme: unknown scheme 'dio'; known schemes are acl",
        ),
        (
            SMALL + 'kind = { column = "k", map = { J = "article" }, otherwise = "zz" }',
            "papers: kind: otherwise: 'zz' is not one of article, preprint, chapter",
        ),
        (SMALL + 'kind = { value = "Article" }', "papers: kind: value: 'Article' is not one of article, preprint"),
        (
            SMALL + 'venue_kind = { column = "k", map = { c = "conf" } }',
            "papers: venue_kind: map.c: 'conf' is not one of",
        ),
        (
            SMALL + 'retracted = { column = "k", otherwise = "zz" }',
            "papers: retracted: otherwise: 'zz' is neither true",
        ),
        ("schemes = 7\n" + SMALL, "schemes: expected a list of texts"),
        (SMALL + 'ids = "DOI"', 'papers.ids: expected names and columns, such as ids.doi = "DOI".'),
        (SMALL + 'format = "xls"', "papers: format: expected one of csv, tsv, jsonl, parquet."),
        (SMALL + 'short_rows = "yes"', "papers: short_rows: expected true or false."),
        (SMALL + 'delimiter = ";;"', 'papers: delimiter: expected one character, such as ";".'),
        (
            SMALL + 'ids.doi = "id"\nreferences = "r"',
            "papers: references: set scheme, such as doi: this table has no",
        ),
        (
            SMALL + 'code = { column = "c", where = "x" }',
            "papers: code: where: expected columns with allowed values",
        ),
        (SMALL + "files = 7", "papers: files: expected a list of texts"),
        (SMALL + "[[papers]]\n", "papers 2: title is missing"),
        (
            SMALL + "[[people]]\nname = 'n'\nfamily = { column = 'f', map = { a = 1 } }\nkey = 'k'",
            "people: family: map",
        ),
    ],
)
def test_invalid_mapping_is_rejected(tmp_path: Path, mapping: str, why: str) -> None:
    """An invalid mapping raises an error with file, key and valid choices before anything is read."""
    with pytest.raises(SourceFileError) as told:
        items(tmp_path, mapping, papers_csv=b"id,title,authors\n")
    assert str(told.value).startswith(f"mapping.toml: {why}")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (
            "papers_csv",
            b"id;title;authors\n1;2;3\n",
            "no column 'id' (delimiter ','). Columns: id;title;authors.",
        ),
        (
            "papers_csv",
            b"id,Title,authors\n",
            "papers: title: no column 'title' (delimiter ','). Columns: id, Title",
        ),
        ("papers_csv", b"id,title,authors,title\n", "the header has the column 'title' twice"),
        (
            "papers_csv",
            b"id,title,authors\n1,A,B|C\n2,A,D|E\n",
            "2 of the first 2 cells of 'authors' have '|'. Set separator = \"|\".",
        ),
        (
            "papers_csv",
            b"id,title,authors\n1,A,B and C\n",
            "no cell has ';', but 1 of the first 1 cells of 'authors' have ' and '",
        ),
        (
            "papers_jsonl",
            b'{"id": 1, "name": {"t": 1}}',
            "no column 'title' in the first 1 objects. Columns: id, name, name.t",
        ),
        ("papers_jsonl", b"[1, 2]", "expected JSON Lines: one object per line, or an array of objects."),
        ("papers_parquet", b"PAR1 is it not", "expected a Parquet file: "),
        ("papers_parquet", b"", "expected a Parquet file: "),
        ("papers_csv", b"id,title,authors\n", "the table has no rows."),
        ("papers_csv", b"id,title,authors\n\n\n", "the table has no rows."),
        ("papers_jsonl", b"[]", "the table has no rows."),
        (
            "papers_csv",
            "id,title,authors,Größe\n1,A,B,1\n".encode("latin-1"),
            'line 1, a column name: it is not UTF-8: invalid byte 0xf6 after "Gr". Convert the file',
        ),
        ("papers_txt", b"id,title,authors\n", "unknown format. Set format in papers: csv, tsv, jsonl or parquet."),
    ],
)
def test_table_that_does_not_match_mapping_is_rejected(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    """A table with a missing column, another delimiter or another format raises an error with its columns."""
    with pytest.raises(SourceFileError) as told:
        items(tmp_path, SMALL, **{name: content})
    assert str(told.value).startswith(f"{name.replace('_', '.')}: ")
    assert why in str(told.value)


def test_mapping_must_exist_and_match_file(tmp_path: Path) -> None:
    """A missing mapping, two mappings, and a mapping for other files each raise an error."""
    path = tmp_path / "papers.csv"
    path.write_bytes(b"id,title,authors\n")
    start = sources()["table"].start
    with pytest.raises(SourceFileError, match=r"The files include no mapping"):
        start([SourceFile("papers.csv", path, "papers.csv")])
    with pytest.raises(SourceFileError, match=r"The files include two mappings: a\.toml and b\.toml"):
        start([SourceFile(name, path, name) for name in ("a.toml", "b.toml")])
    with pytest.raises(
        SourceFileError, match=r"papers\.csv: no section of mapping\.toml matches this file \(papers: x\*\.csv\)"
    ):
        items(tmp_path, SMALL + 'files = ["x*.csv"]', papers_csv=b"id,title,authors\n")


@pytest.mark.parametrize("packing", [".gz", ".zst", ".bz2"])
def test_damaged_mapping_is_reported(tmp_path: Path, packing: str) -> None:
    """A truncated compressed mapping raises an error with its name."""
    whole = {".gz": gzip.compress, ".zst": zstandard.compress, ".bz2": bz2.compress}[packing](SMALL.encode())
    path = tmp_path / f"a.toml{packing}"
    path.write_bytes(whole[:-9])
    with pytest.raises(SourceFileError, match=rf"a\.toml\{packing}: not a valid mapping in TOML: "):
        sources()["table"].start([SourceFile(path.name, path, path.name)])


def test_invalid_row_is_rejected_alone(tmp_path: Path) -> None:
    """A row without key and title, with an invalid value or extra cells is rejected by its line."""
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
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("line 3", "it has no key and no ID."),
        ("line 4", "the title is empty."),
        ("line 5", "year: 'soon' is not a valid date: expected 2022, 2022-01 or 2022-01-28."),
        ("line 6", "open_access: 'perhaps' is not true or false: add `map` to the mapping."),
        ("line 7", "orcids has 3 items, but there are 2 authors."),
        ("line 8", "it has 7 cells, the header 6: a cell with ',' may lack quotes."),
    ]
    first, last = (one for one in found if isinstance(one, PaperRecord))
    assert (first.open_access, last.open_access, last.authors, last.dates) == (
        None,
        False,
        None,
        (TypedDate(value="2020-05"),),
    )


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Nan Jiang, Maosen Zhang, Willem-Jan van Hoeve", ["Nan Jiang", "Maosen Zhang", "Willem-Jan van Hoeve"]),
        ("Nan Jiang, Maosen Zhang, and Ann Poe;Jane Doe", ["Nan Jiang", "Maosen Zhang", "Ann Poe", "Jane Doe"]),
        ("Doe, Jane;Roe, John", ["Jane Doe", "John Roe"]),
        ("King, Martin Luther, Jr.", ["Martin Luther King Jr."]),
        ("Doe, Jane, Roe, John", "authors: 'Doe, Jane, Roe, John' has several commas."),
    ],
)
def test_names_with_several_commas_are_list_or_rejected(tmp_path: Path, cell: str, names: list[str] | str) -> None:
    """Full names are a list although the mapping names another separator; otherwise the row is rejected."""
    table = csv_of([{"id": "1", "title": "A", "authors": cell}])
    (found,) = items(tmp_path, SMALL, papers_csv=table)
    if isinstance(found, RejectedItem):
        assert isinstance(names, str)
        assert found.reason.startswith(names)
        return
    assert isinstance(found, PaperRecord)
    assert [one.name for one in found.authors or ()] == names


def test_custom_id_schemes_are_accepted(tmp_path: Path) -> None:
    """IDs may have the source's own schemes, schemes named in the mapping, and known schemes in any case."""
    mapping = 'schemes = ["theirs"]\n' + SMALL + 'ids.theirs = "a"\nids.my-papers-lab = "b"\nids.DOI = "c"\n'
    found = items(tmp_path, mapping, papers_csv=b"id,title,authors,a,b,c\n1,A,B,7,8,10.1000/A\n")
    (paper,) = (one for one in found if isinstance(one, PaperRecord))
    assert paper.ids == ("theirs:7", "my-papers-lab:8", "doi:10.1000/a", "my-papers:1")


def test_invalid_utf8_cell_rejects_row(tmp_path: Path) -> None:
    """The row is rejected with line, column, preceding text and conversion command; the others are read."""
    text = "id,title,authors\n1,Über,A\n2,Café,B\n3,Plain,C\n"
    latin = text.encode().replace("Café".encode(), "Café".encode("latin-1"))
    found = items(tmp_path, SMALL, papers_csv=latin)
    assert [one.title for one in found if isinstance(one, PaperRecord)] == ["Über", "Plain"]
    why = 'title: it is not UTF-8: invalid byte 0xe9 after "Caf". Convert the file, for example with iconv'
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("line 3", f"{why} -f LATIN1 -t UTF-8.")
    ]


@pytest.mark.parametrize("year", [2021.5, 2021.25, "2021.5"])
def test_fractional_year_is_rejected(tmp_path: Path, year: float | str) -> None:
    """A fractional year is rejected and not rounded; a whole number with a zero fraction is a year."""
    rows: list[dict[str, object]] = [{"id": str(n), "title": "T", "authors": "A", "y": y} for n, y in ((1, year),)]
    rows.append({"id": "2", "title": "T", "authors": "A", "y": "2020.00" if isinstance(year, str) else 2020.0})
    refused, paper = items(tmp_path, SMALL + 'year = "y"', papers_parquet=parquet_of(rows))
    assert isinstance(refused, RejectedItem)
    assert refused.reason == f"year: '{year}' is not a valid date: expected 2022, 2022-01 or 2022-01-28."
    assert isinstance(paper, PaperRecord)
    assert [one.value for one in paper.dates] == ["2020"]


def test_unclosed_quote_is_reported_where_it_opens(tmp_path: Path) -> None:
    """Rows before the quote are read, later rows are not one cell; a closed multi-line cell is valid."""
    (tmp_path / "m.toml").write_text(SMALL, "utf-8")
    (tmp_path / "p.csv").write_bytes(b'id,title,authors\n1,One,A\n2,"Two\nlines",B\n3,"Three,C\n4,Four,D\n5,Five,E\n')
    files = [SourceFile(name, tmp_path / name, name) for name in ("m.toml", "p.csv")]
    (found,) = chunks(sources()["table"], files)
    papers = [one.record for one in found.entries]
    assert [one.title for one in papers if isinstance(one, PaperRecord)] == ["One", "Two lines"]
    (told,) = found.unreadable
    assert (told.file, told.place) == ("p.csv", "after item 2")
    assert told.reason.startswith("line 5: a quote that opens in this row is never closed")


@pytest.mark.parametrize(
    ("last", "why"),
    [
        ("2,Tw", "line 3: truncated: it has 2 cells, the header 3, no line end."),
        ("2", "line 3: truncated: it has 1 cell, the header 3, no line end."),
        ('2,"Two\nli', "line 3: a quote that opens in this row is never closed"),
    ],
)
def test_truncated_last_row_is_reported(tmp_path: Path, last: str, why: str) -> None:
    """A last row without all cells and without a line end is truncated; earlier rows are read."""
    (tmp_path / "m.toml").write_text(f"{SMALL}short_rows = true\n", "utf-8")
    (tmp_path / "p.csv").write_text(f"id,title,authors\n1,One,A\n{last}", "utf-8")
    files = [SourceFile(name, tmp_path / name, name) for name in ("m.toml", "p.csv")]
    (found,) = chunks(sources()["table"], files)
    assert ([one.ref.key for one in found.entries], found.rejects) == (["1"], [])
    (told,) = found.unreadable
    assert (told.file, told.place) == ("p.csv", "after item 1")
    assert told.reason.startswith(why)


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n", "\n  "])
def test_complete_last_row_needs_no_line_end(tmp_path: Path, end: str) -> None:
    """A complete last row is read, with or without a line end or empty lines after it."""
    found = items(tmp_path, SMALL, papers_csv=f"id,title,authors\n1,One,A\n2,Two,{end}".encode())
    assert [one.title for one in found if isinstance(one, PaperRecord)] == ["One", "Two"]
    assert len(found) == 2


def test_row_with_too_few_cells_is_rejected(tmp_path: Path) -> None:
    """A short row may be broken within a cell; with `short_rows` in the mapping its missing cells are empty."""
    table = b"id,title,authors\n1,One,A\n2,Two\n3,Three,C\n"
    refused = [one for one in items(tmp_path, SMALL, papers_csv=table) if isinstance(one, RejectedItem)]
    why = "it has 2 cells, the header 3: the row may be truncated. If rows may omit empty cells at their end, set "
    assert refused == [RejectedItem("line 3", f"{why}short_rows = true.")]
    found = items(tmp_path, f"{SMALL}short_rows = true\n", papers_csv=table)
    assert [(one.title, one.authors is None) for one in found if isinstance(one, PaperRecord)] == [
        ("One", False),
        ("Two", True),
        ("Three", False),
    ]
