"""Tables of any kind with a mapping, from rows written by hand."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# pyarrow comes without types.

import csv
import gzip
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from loaders.archive import SourceFile, opened
from loaders.normalise import cleaned
from loaders.parts import Affiliation, Author, Dated, Form, Funding, Relation, Resource, TopicUse, VolumeUse
from loaders.parts import WorkRelation as Related
from loaders.reading import chunks
from loaders.record import (
    CitationRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.source import Item, Rejected, SourceError, sources

WHOLE = """
name = "my-papers"
licence = "CC-BY-4.0"

[[papers]]
files = ["papers.*"]
key = "Id"
title = "Title"
kind = { column = "Type", map = { J = "article", C = "chapter" }, otherwise = "other" }
abstract = "Abstract"
language = { value = "en" }
year = "Year"
authors = { column = "Authors", separator = ";" }
orcids = { column = "Orcids", separator = ";" }
affiliations = { column = "Places", separator = ";", within = "|" }
venue = "Journal"
venue_kind = { value = "journal" }
issn = "ISSN"
volume = "Vol"
issue = "No"
pages = "Pages"
publisher = "Press"
topics = { column = "Words", separator = ";" }
references = { column = "Cites", separator = " ", scheme = "doi" }
funders = { column = "Paid by", separator = ";" }
grants = { column = "Grants", separator = ";", within = "," }
open_access = "Open"
code = "Code"
awards = { column = "Award", map = { BP = "Best paper" } }
ids.doi = "DOI"
ids.pmid = "PMID"
forms.article = "PDF"
relations.corrects = { column = "Corrects", scheme = "doi" }
same_work = { column = "Preprint", scheme = "arxiv" }
"""
ROW = {
    "Id": "17",
    "Title": "One: Two",
    "Type": "J",
    "Abstract": "All about it.",
    "Year": "2021.0",
    "Authors": "Doe, Jane;John Roe; et al.",
    "Orcids": "0000-0002-1825-0097;",
    "Places": "Univ A|Univ B;",
    "Journal": "Journal of Ones",
    "ISSN": "0098-0331",
    "Vol": "48",
    "No": "11",
    "Pages": "1-9",
    "Press": "Press",
    "Words": "Graphs; Trees ;graphs",
    "Cites": "10.1000/b 10.1000/c",
    "Paid by": "Fund of Ones;",
    "Grants": "A1, A2;",
    "Open": "yes",
    "Code": "https://github.com/Doe/Ones",
    "PDF": "https://example.org/17.pdf",
    "Award": "BP",
    "DOI": "https://doi.org/10.1000/A",
    "PMID": "",
    "Corrects": "10.1000/old",
    "Preprint": "2101.00001",
}
SMALL = (
    'name = "my-papers"\n[[papers]]\nkey = "id"\ntitle = "title"\nauthors = { column = "authors", separator = ";" }\n'
)


def csv_of(rows: Sequence[dict[str, str]], delimiter: str = ",") -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def parquet_of(rows: Sequence[dict[str, object]]) -> bytes:
    stream = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(list(rows)), stream)
    return stream.getvalue()


def items(folder: Path, mapping: str, **tables: bytes) -> list[Item]:
    """Return what tables give under a mapping; `papers_csv` is the file papers.csv."""
    given_files = {"mapping.toml": mapping.encode(), **tables}
    files: list[SourceFile] = []
    for said, content in given_files.items():
        name = said.replace("_", ".")
        (folder / name).write_bytes(content)
        files.append(SourceFile(name, folder / name, name))
    read = sources()["table"].start(files)
    return [one if isinstance(one, Rejected) else cleaned(one) for file in files for one in read(file)]


def test_every_field_of_a_paper(tmp_path: Path) -> None:
    """A row becomes its paper with all that the mapping names, after its journal, volume, funder and keywords."""
    found = items(tmp_path, WHOLE, papers_csv=csv_of([ROW]))
    assert found == [
        VenueRecord(
            source="my-papers", key="issn:0098-0331", name="Journal of Ones", ids=("issn:0098-0331",), kind="journal"
        ),
        VolumeRecord(
            source="my-papers",
            key="issn:0098-0331/48",
            title="Volume 48",
            number="48",
            publisher="Press",
            venues=("issn:0098-0331",),
        ),
        FunderRecord(
            source="my-papers",
            key="funder/fund of ones",
            name="Fund of Ones",
            ids=("my-papers-funder:fund of ones",),
        ),
        TopicRecord(source="my-papers", key="keyword/graphs", scheme="keyword", code="graphs", name="graphs"),
        TopicRecord(source="my-papers", key="keyword/trees", scheme="keyword", code="trees", name="trees"),
        PaperRecord(
            source="my-papers",
            key="17",
            title="One: Two",
            ids=("doi:10.1000/a", "my-papers:17"),
            same_work=("arxiv:2101.00001",),
            abstract="All about it.",
            language="en",
            dates=(Dated(value="2021"),),
            authors=(
                Author(
                    name="Jane Doe",
                    ids=("orcid:0000-0002-1825-0097",),
                    affiliations=(Affiliation(text="Univ A"), Affiliation(text="Univ B")),
                ),
                Author(name="John Roe"),
            ),
            authors_complete=False,
            topics=(TopicUse(scheme="keyword", code="graphs"), TopicUse(scheme="keyword", code="trees")),
            appeared_in=VolumeUse(volume="my-papers:issn:0098-0331/48", pages="1-9", issue="11"),
            pages="1-9",
            references=("doi:10.1000/b", "doi:10.1000/c"),
            resources=(Resource(url="https://github.com/doe/ones", kind="code"),),
            forms=(Form(url="https://example.org/17.pdf", kind="article"),),
            open_access=True,
            funding=(Funding(funder="my-papers-funder:fund of ones", awards=("A1", "A2")),),
            relations=(Related(kind="corrects", target="doi:10.1000/old"),),
            awards=("Best paper",),
        ),
    ]


def test_one_table_in_four_formats(tmp_path: Path) -> None:
    """CSV, TSV, JSON Lines and Parquet, plain and packed, give the same records of the same rows."""
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


def test_lists_and_groups_of_json_and_parquet(tmp_path: Path) -> None:
    """A path leads through groups and lists of groups; an author's places are his, and an empty list says none."""
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
    assert (one.key, one.dates) == ("doi:10.1000/a", (Dated(value="2020-05-06"),))
    assert one.authors == (
        Author(name="Jane Doe", affiliations=(Affiliation(text="Univ A"), Affiliation(text="Univ B"))),
        Author(name="John Roe", ids=("orcid:0000-0002-1825-0097",)),
    )
    assert one.references == ("doi:10.1000/b",)
    assert (two.authors, two.references, two.dates) == (None, (), ())


def test_other_kinds_of_records(tmp_path: Path) -> None:
    """People, institutions, subjects and citations have tables of their own, which papers name by their keys."""
    mapping = """
        name = "lab"
        [[papers]]
        files = "papers.csv"
        key = "id"
        title = "title"
        authors = { column = "who", separator = "|" }
        author_ids = { column = "who_ids", separator = "|" }
        topics = { column = "codes", separator = "|", scheme = "lab" }
        references = { column = "cites", separator = "|" }
        [[people]]
        files = ["people.csv"]
        key = "id"
        name = "name"
        aliases = { column = "also", separator = "|" }
        affiliations = "at"
        rors = "ror"
        ids.orcid = "orcid"
        [[institutions]]
        files = ["places.csv"]
        key = "id"
        name = "name"
        country_code = "cc"
        latitude = "lat"
        established = "since"
        ids.ror = "ror"
        relations.parent = "part_of"
        [[topics]]
        files = ["codes.csv"]
        scheme = { value = "lab" }
        code = "code"
        name = "name"
        parent = "up"
        [[citations]]
        files = ["cites.csv"]
        citing = { column = "a", scheme = "doi" }
        cited = "b"
        influential = "much"
    """
    found = items(
        tmp_path,
        mapping,
        papers_csv=b"id,title,who,who_ids,codes,cites\n1,One,J. Doe|R. Roe,7|,x|y,2\n",
        people_csv=b"id,name,also,at,ror,orcid\n7,Jane Doe,J. Doe,Univ A,03yrm5c26,0000-0002-1825-0097\n",
        places_csv=b"id,name,cc,lat,since,ror,part_of\n3,Univ A,DE,48.5,1477,,4\n",
        codes_csv=b"code,name,up\nx,Graphs,\ny,Trees,x\n",
        cites_csv=b"a,b,much\n10.1000/a,1,true\n10.1000/a,,\n",
    )
    assert found == [
        PaperRecord(
            source="lab",
            key="1",
            title="One",
            ids=("lab:1",),
            authors=(Author(name="J. Doe", ids=("lab-person:7",)), Author(name="R. Roe")),
            topics=(TopicUse(scheme="lab", code="x"), TopicUse(scheme="lab", code="y")),
            references=("lab:2",),
        ),
        PersonRecord(
            source="lab",
            key="7",
            ids=("orcid:0000-0002-1825-0097", "lab-person:7"),
            names=("Jane Doe", "J. Doe"),
            affiliations=(Affiliation(text="Univ A", ror="ror:03yrm5c26"),),
        ),
        InstitutionRecord(
            source="lab",
            key="3",
            name="Univ A",
            ids=("lab-institution:3",),
            country_code="DE",
            latitude=48.5,
            established=1477,
            relations=(Relation(kind="parent", target="lab-institution:4"),),
        ),
        TopicRecord(source="lab", key="lab/x", scheme="lab", code="x", name="Graphs"),
        TopicRecord(source="lab", key="lab/y", scheme="lab", code="y", name="Trees", parent="x"),
        CitationRecord(
            source="lab", key="doi:10.1000/a lab:1", citing="doi:10.1000/a", cited="lab:1", influential=True
        ),
        Rejected("line 3", "the cited is empty."),
    ]


@pytest.mark.parametrize(
    ("mapping", "why"),
    [
        ("name = ", "this is no mapping in TOML: Invalid value (at end of document)."),
        ('name = "My papers"', "name: expected the source's name, of small letters"),
        ('name = "acl"', "name: acl is a source that comes with Byline; give yours a name of its own."),
        ('name = "x"\nnam = "y"', "nam: there is no such key; there are name, licence, papers"),
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


def test_a_conference_has_a_volume_a_year(tmp_path: Path) -> None:
    """A conference without numbers has one volume a year, told once; dblp's numbers of namesakes are their ids."""
    mapping = """
        name = "conf"
        [papers]
        key = "id"
        title = "title"
        year = "year"
        authors = { column = "authors", separator = ";", dblp = true }
        venue = "where"
        venue_kind = { value = "conference" }
    """
    table = b"id,title,year,authors,where\n1,A,2020,Wei Wang 0001;Ann Lee,Ones\n2,B,2020,,Ones\n"
    venue, volume, one, two = items(tmp_path, mapping, papers_csv=table)
    assert isinstance(one, PaperRecord)
    assert isinstance(two, PaperRecord)
    assert isinstance(venue, VenueRecord)
    assert volume == VolumeRecord(
        source="conf", key="name:ones/2020", title="Ones 2020", year=2020, venues=("conf-venue:ones",)
    )
    assert (venue.name, venue.kind) == ("Ones", "conference")
    assert one.authors == (Author(name="Wei Wang", ids=("dblp-person:Wei Wang 0001",)), Author(name="Ann Lee"))
    assert one.appeared_in == two.appeared_in == VolumeUse(volume="conf:name:ones/2020")


def test_links_are_told_apart_by_what_stands_beside_them(tmp_path: Path) -> None:
    """Of one list of links those of a kind are code, forms, or ids of the same work where the address is one."""
    mapping = """
        name = "x"
        [papers]
        key = "id"
        title = "t"
        code = { column = "links.url", where = { "links.kind" = ["code", "git"] } }
        forms.preprint = { column = "links.url", where = { "links.kind" = "paper" } }
        same_work = { column = "links.url", where = { "links.kind" = ["paper"] }, scheme = "url" }
    """
    links = [
        {"url": "https://arxiv.org/abs/2507.00001", "kind": "paper"},
        {"url": "https://example.org/a.pdf", "kind": "paper"},
        {"url": "https://github.com/doe/ones", "kind": "git"},
        {"url": "no address", "kind": "code"},
    ]
    rows: list[dict[str, object]] = [{"id": "1", "t": "One", "links": links}]
    (one,) = items(tmp_path, mapping, a_parquet=parquet_of(rows))
    assert items(tmp_path, mapping, a_json=json.dumps(rows).encode()) == [one]
    assert isinstance(one, PaperRecord)
    assert one.resources == (Resource(url="https://github.com/doe/ones", kind="code"),)
    assert one.forms == tuple(Form(url=str(link["url"]), kind="preprint") for link in links[:2])
    assert one.same_work == ("arxiv:2507.00001",)
    with pytest.raises(SourceError, match=r"papers: code: where: no column 'links.kind'"):
        items(tmp_path, mapping, a_json=b'[{"id": 1, "t": "One", "links": [{"url": "x"}]}]')


def test_types_of_parquet_are_read_as_they_are_meant(tmp_path: Path) -> None:
    """Dates, whole numbers that a frame made fractions, truths, dictionaries and missing numbers come as they mean."""
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
    assert (one.key, one.title, one.dates, one.retracted) == ("1", "One", (Dated(value="2020-01-01"),), True)
    assert (two.key, two.dates, two.retracted, two.appeared_in) == ("2", (), None, VolumeUse(volume="x:name:j/"))


def test_a_mapping_and_its_tables_in_a_folder(tmp_path: Path) -> None:
    """A folder or archive gives its mapping and tables together; a broken table costs only itself."""
    (tmp_path / "m.toml").write_text(SMALL, "utf-8")
    (tmp_path / "a.csv").write_text("id,title,authors\n1,A,B\n", "utf-8")
    (tmp_path / "b.csv").write_text("no,title\n", "utf-8")
    (tmp_path / "notes.md").write_text("not a table", "utf-8")
    source = sources()["table"]
    with opened([tmp_path], source.wants) as files:
        (chunk,) = chunks(source, files)
    assert [(one.ref.source, one.ref.key, one.ref.loader) for one in chunk.entries] == [("my-papers", "1", "table")]
    assert [(one.file, one.reason[:28]) for one in chunk.unreadable] == [
        (str(tmp_path / "b.csv"), "papers: key: no column 'id' ")
    ]


def test_help_does_not_pay_for_parquet() -> None:
    """Listing the sources loads no pyarrow: only a Parquet file does."""
    code = "import sys; from loaders.source import sources; sources(); print('pyarrow' in sys.modules)"
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
def test_whatever_stands_in_a_row(tmp_path: Path, rows: list[dict[str, object]]) -> None:
    """Whatever values rows of JSON hold, each is a record or refused with a reason, never an error of the program."""
    mapping = SMALL + 'year = "year"\nids.doi = "deep.er"\n'
    head = {"id": "0", "title": "T", "authors": "A", "year": 2020, "deep": {"er": "10.1/x"}}
    path = tmp_path / "m.toml"
    path.write_text(mapping, "utf-8")
    table = tmp_path / "a.jsonl"
    table.write_bytes(b"\n".join(map(msgspec.json.encode, [head, *rows])))
    source = sources()["table"]
    with opened([path, table], source.wants) as files:
        found = list(chunks(source, files))
    told = sum(one.items for one in found)
    assert told == 1 + len(rows) or any(one.unreadable for one in found)
