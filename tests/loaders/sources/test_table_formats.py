"""Table formats: text, JSON, Parquet and whole folders; arbitrary row content."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# pyarrow comes without types.

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from loaders.formats.archive import open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.parts import Affiliation, Author, TypedDate, VolumeUse
from loaders.records.record import (
    PaperRecord,
)
from loaders.sources.base import sources
from tests.loaders.sources.table_documents import ROW, SMALL, WHOLE, csv_of, items, parquet_of


def test_four_formats_give_same_records(tmp_path: Path) -> None:
    """CSV, TSV, JSON Lines and Parquet, plain and compressed, give the same records for the same rows."""
    rows = [ROW, {**ROW, "Id": "18", "Authors": "A. B.", "Orcids": "", "Places": "", "DOI": ""}]
    loose: list[dict[str, object]] = [{**row} for row in rows]
    lines = b"\n".join(json.dumps(row).encode() for row in loose)
    expected = items(tmp_path, WHOLE, papers_csv=csv_of(rows))
    assert len(expected) == 7
    assert items(tmp_path, WHOLE, papers_tsv=csv_of(rows, "\t")) == expected
    assert items(tmp_path, WHOLE, papers_jsonl=lines) == expected
    assert items(tmp_path, WHOLE, papers_json=json.dumps(loose).encode()) == expected
    assert items(tmp_path, WHOLE, papers_parquet=parquet_of(loose)) == expected
    assert items(tmp_path, WHOLE, papers_csv_gz=gzip.compress(csv_of(rows))) == expected
    assert items(tmp_path, WHOLE, papers_parquet_gz=gzip.compress(parquet_of(loose))) == expected


def test_nested_json_and_parquet_are_read(tmp_path: Path) -> None:
    """A path leads through groups and lists of groups; an author has own affiliations; empty lists are null."""
    mapping = """
        name = "nested"
        [papers]
        title = "meta.title"
        date = "meta.on"
        authors = "people.name"
        orcids = "people.orcid"
        affiliations = "people.at"
        references = { column = "cites", scheme = "doi" }
        ids.doi = "meta.doi"
    """
    rows: list[dict[str, object]] = [
        {
            "meta": {"title": "One", "doi": "10.1000/a", "on": "2020-05-06"},
            "people": [
                {"name": "Jane Doe", "orcid": None, "at": ["Univ A", "Univ B"]},
                {"name": "John Roe", "orcid": "0000-0002-1825-0097", "at": []},
            ],
            "cites": ["10.1000/b"],
        },
        {"meta": {"title": "Two", "doi": "10.1000/b", "on": None}, "people": None, "cites": []},
    ]
    expected = items(tmp_path, mapping, papers_jsonl=b"\n".join(json.dumps(row).encode() for row in rows))
    assert items(tmp_path, mapping, papers_parquet=parquet_of(rows)) == expected
    one, two = expected
    assert isinstance(one, PaperRecord)
    assert isinstance(two, PaperRecord)
    assert (one.key, one.dates) == ("doi:10.1000/a", (TypedDate(value="2020-05-06"),))
    assert one.authors == (
        Author(name="Jane Doe", affiliations=(Affiliation(text="Univ A"), Affiliation(text="Univ B"))),
        Author(name="John Roe", ids=("orcid:0000-0002-1825-0097",)),
    )
    assert one.references == ("doi:10.1000/b",)
    assert (two.authors, two.references, two.dates) == (None, (), ())


def test_parquet_types_are_converted(tmp_path: Path) -> None:
    """Dates, integers stored as floats, booleans, dictionaries and NaN are converted to their meaning."""
    mapping = 'name = "x"\n[papers]\nkey = "id"\ntitle = "t"\ndate = "on"\nretracted = "r"\nvolume = "v"\nvenue = "j"\n'
    table = pa.table(
        {
            "id": pa.array([1.0, 2.0]),
            "t": pa.array([b"One", b"Two"], pa.binary()),
            "on": pa.array([1577836800000, None], pa.timestamp("ms")),
            "r": pa.array([True, None]),
            "v": pa.array([3.0, float("nan")]),
            "j": pa.array(["J", "J"]).dictionary_encode(),
        }
    )
    stream = io.BytesIO()
    parquet.write_table(table, stream)
    one, two = (each for each in items(tmp_path, mapping, a_parquet=stream.getvalue()) if isinstance(each, PaperRecord))
    assert (one.key, one.title, one.dates, one.retracted) == ("1", "One", (TypedDate(value="2020-01-01"),), True)
    assert (two.key, two.dates, two.retracted, two.appeared_in) == (
        "2",
        (),
        None,
        VolumeUse(volume="x:name:j/", venues=("x-venue:j",), unnumbered=True),
    )


@pytest.mark.parametrize("form", ["bytes", "text", "lists"])
def test_parquet_cell_with_invalid_utf8_rejects_row(tmp_path: Path, form: str) -> None:
    """Invalid UTF-8 in binary, text or list columns rejects the row with its column."""
    said = pa.array([b"One", b"Caf\xe9", b"Three"], pa.binary())
    if form == "text":
        said = pa.StringArray.from_buffers(3, *said.buffers()[1:])
    elif form == "lists":
        said = pa.ListArray.from_arrays([0, 1, 2, 3], said)
    stream = io.BytesIO()
    parquet.write_table(pa.table({"id": [1, 2, 3], "title": said, "authors": ["A", "B", "C"]}), stream)
    found = items(tmp_path, SMALL, papers_parquet=stream.getvalue())
    assert [one.title for one in found if isinstance(one, PaperRecord)] == ["One", "Three"]
    ((place, reason),) = ((one.place, one.reason) for one in found if isinstance(one, RejectedItem))
    assert place == "row 2"
    assert reason == 'title: it is not UTF-8: invalid byte 0xe9 after "Caf". Write the column as text in UTF-8.'


@pytest.mark.parametrize(
    ("value", "kind"),
    [(2**31 - 1, pa.date32()), (1, pa.timestamp("ns", "Europe/Nowhere")), (2**62, pa.timestamp("us"))],
    ids=str,
)
def test_parquet_cell_that_python_cannot_represent_rejects_row(tmp_path: Path, value: int, kind: object) -> None:
    """A date far in the future and an unknown time zone reject their row alone."""
    stream = io.BytesIO()
    titles = pa.array([None, value], kind)
    parquet.write_table(pa.table({"id": [1, 2], "title": titles, "authors": ["A", "B"]}), stream)
    reasons = [
        one.reason for one in items(tmp_path, SMALL, papers_parquet=stream.getvalue()) if isinstance(one, RejectedItem)
    ]
    assert len(reasons) == 2
    assert reasons[1].startswith(f"title: a value of type {kind} cannot be read (")


def test_parquet_column_name_with_invalid_utf8_is_reported(tmp_path: Path) -> None:
    """A column name that is not UTF-8 makes the file unreadable."""
    content = parquet_of([{"id": 1, "title": "A", "authors": "B", "column-x": 1}]).replace(b"column-x", b"column-\xff")
    with pytest.raises(SourceFileError, match=r"papers\.parquet: expected a Parquet file: "):
        items(tmp_path, SMALL, papers_parquet=content)


def test_folder_gives_mapping_and_tables(tmp_path: Path) -> None:
    """A folder or archive gives its mapping and tables together; a broken table affects only itself."""
    (tmp_path / "m.toml").write_text(SMALL, "utf-8")
    (tmp_path / "a.csv").write_text("id,title,authors\n1,A,B\n", "utf-8")
    (tmp_path / "b.csv").write_text("no,title\n", "utf-8")
    (tmp_path / "notes.md").write_text("not a table", "utf-8")
    source = sources()["table"]
    with open_files([tmp_path], source.accepts) as files:
        (chunk,) = chunks(source, files)
    assert [(one.ref.source, one.ref.key, one.ref.loader) for one in chunk.entries] == [("my-papers", "1", "table")]
    assert [(one.file, one.reason[:28]) for one in chunk.unreadable] == [
        (str(tmp_path / "b.csv"), "papers: key: no column 'id' ")
    ]


def test_listing_sources_does_not_import_pyarrow() -> None:
    """Listing the sources does not import pyarrow; only a Parquet file does."""
    code = "import sys; from loaders.sources.base import sources; sources(); print('pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["id", "title", "authors", "year", "deep"]),
            st.recursive(
                st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
                lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
                max_leaves=8,
            ),
        ),
        max_size=5,
    )
)
def test_any_row_is_read_or_rejected(tmp_path: Path, rows: list[dict[str, object]]) -> None:
    """Any JSON row gives a record or a reject with a reason, and never another error."""
    mapping = SMALL + 'year = "year"\nids.doi = "deep.er"\n'
    head = {"id": "0", "title": "T", "authors": "A", "year": 2020, "deep": {"er": "10.1/x"}}
    path = tmp_path / "m.toml"
    path.write_text(mapping, "utf-8")
    table = tmp_path / "a.jsonl"
    table.write_bytes(b"\n".join(map(msgspec.json.encode, [head, *rows])))
    source = sources()["table"]
    with open_files([path, table], source.accepts) as files:
        found = list(chunks(source, files))
    told = sum(one.items for one in found)
    assert told == 1 + len(rows) or any(one.unreadable for one in found)
