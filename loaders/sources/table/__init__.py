"""Any table: CSV, TSV, JSON Lines or Parquet, with a mapping that says which column is what.

The mapping is a TOML file among the paths that are given; docs/sources/table.md has its fields. What its tables say is
the word of the source that it names. A file's rows are read once for each section of the mapping that is about it.

Source: whoever made the table.
"""

from collections.abc import Iterator, Sequence

from msgspec import structs

from cypher.identifiers import IdentifierError
from loaders.files.archive import SourceFile, bare
from loaders.recently import Recently
from loaders.records.decision_form import CURATOR
from loaders.records.in_passing import told_once
from loaders.records.record import BYLINE, Record
from loaders.refused import RecordError, Rejected, SourceError
from loaders.source import Item, Reader, Source, sources
from loaders.sources.table.cells import Said
from loaders.sources.table.files import rows
from loaders.sources.table.mapping import read_mapping
from loaders.sources.table.paper import paper
from loaders.sources.table.sections import FORMATS, Table, Tables
from loaders.sources.table.things import thing

ENDINGS = tuple(ending for endings in FORMATS.values() for ending in endings)
MAPPING = ".toml"
EXPECTED = "a mapping (.toml) and the tables that it is about: .csv, .tsv, .jsonl or .parquet"
RESERVED = frozenset({BYLINE, CURATOR, "opencitations", "orcid-summary", "semanticscholar-brief", "table"})
"""Sources of records after which no loader is named: nobody else's table may speak for them."""


def read(file: SourceFile, mapping: Tables) -> Iterator[Item]:
    """Yield the records of a file, section by section of the mapping.

    A row that says what cannot be is rejected, and the file goes on. Raises SourceError where no section is about the
    file, and as `rows` does.
    """
    about = [table for table in mapping.tables if table.names(file)]
    if not about:
        said = ", ".join(f"{table.shown}: {' '.join(table.files)}" for table in mapping.tables)
        raise SourceError(f"{file.shown}: no section of {mapping.shown} is about it ({said}).")
    for table in about:
        yield from _section(file, mapping, table)


def _section(file: SourceFile, mapping: Tables, table: Table) -> Iterator[Item]:
    lately = Recently()
    for row in rows(file, table):
        if isinstance(row, Rejected):
            yield row
            continue
        said = Said(mapping.name, table, row.cells)
        try:
            found = list(_licensed(paper(said, mapping.schemes) if table.kind == "papers" else thing(said), mapping))
        except (RecordError, IdentifierError) as error:
            yield Rejected(row.place, str(error))
            continue
        yield from told_once(found, lately) if table.kind == "papers" else found


def _licensed(records: Iterator[Record], mapping: Tables) -> Iterator[Record]:
    """Yield records under the licence that the mapping names, where it names one."""
    yield from (structs.replace(one, record_licence=mapping.licence) if mapping.licence else one for one in records)


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Raises SourceError where there is no mapping, or are two, or something is wrong with it."""
    mappings = [file for file in files if is_mapping(file)]
    if not mappings:
        raise SourceError("No mapping is among the files: give a .toml that says which column is what.")
    if len(mappings) > 1:
        raise SourceError(f"Two mappings are among the files: {mappings[0].shown} and {mappings[1].shown}. Give one.")
    mapping = read_mapping(mappings[0], RESERVED.union(sources()))
    return lambda file: iter(()) if is_mapping(file) else read(file, mapping)


def is_mapping(file: SourceFile) -> bool:
    """Tell whether a file is a mapping by its name."""
    return bare(file.name).endswith(MAPPING)


def wanted(name: str) -> bool:
    """Tell whether a file is a table or a mapping by its name."""
    return bare(name).endswith((MAPPING, *ENDINGS))


SOURCE = Source(
    name="table",
    title="Tables of your own",
    licence="not stated",  # of records whose mapping names none; the others have the mapping's
    address="docs/sources/table.md",
    gives=("what the mapping names: papers, people, institutions, subjects, citations",),
    lacks=("what the mapping does not name",),
    example="byline load table mapping.toml papers.csv",
    expects=EXPECTED,
    wants=wanted,
    start=start,
    several=True,
)
