"""Hand-written tables, a field mapping, and functions that read them."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# pyarrow comes without types.

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from loaders.formats.archive import SourceFile
from loaders.records.errors import RejectedItem
from loaders.records.normalize import normalize_record
from loaders.records.record import Item
from loaders.sources.base import sources

WHOLE = """
name = "my-papers"
license = "CC-BY-4.0"

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
    """Return the items of tables under a mapping; `papers_csv` stands for the file papers.csv."""
    given_files = {"mapping.toml": mapping.encode(), **tables}
    files: list[SourceFile] = []
    for said, content in given_files.items():
        name = said.replace("_", ".")
        (folder / name).write_bytes(content)
        files.append(SourceFile(name, folder / name, name))
    read = sources()["table"].start(files)
    return [one if isinstance(one, RejectedItem) else normalize_record(one) for file in files for one in read(file)]
