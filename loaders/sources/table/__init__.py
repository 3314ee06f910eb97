"""Tables of any provider: CSV, TSV, JSON Lines or Parquet files, with a mapping that assigns their columns to fields.

The mapping is a TOML file among the given paths (docs/sources/table.md lists its fields). It names the source of the
records. Yields papers, the containers in which they appeared, persons, institutions, topics and citations. A file is
read once for each section of the mapping that applies to it.
"""

from collections.abc import Iterator, Sequence

from msgspec import structs

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.records.decision_validation import CURATOR
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.record import BYLINE, Item, Record
from loaders.sources.base import Reader, Source, sources
from loaders.sources.table.cells import RowValues
from loaders.sources.table.files import rows
from loaders.sources.table.mapping import read_mapping
from loaders.sources.table.mapping_model import FORMATS, Table, Tables
from loaders.sources.table.row_records import paper, record_from_row
from normalization.identifiers import IdentifierError

ENDINGS = tuple(ending for endings in FORMATS.values() for ending in endings)
MAPPING = ".toml"
EXPECTED = "a mapping (.toml) and the tables that it describes: .csv, .tsv, .jsonl or .parquet"
RESERVED = frozenset({BYLINE, CURATOR, "opencitations", "orcid-summary", "semanticscholar-brief", "table"})
"""Sources of records that are not named after a loader. No table may use these names."""


def read_file(file: SourceFile, mapping: Tables) -> Iterator[Item]:
    """Yield the records of a file, for each section of the mapping in turn; a row with an invalid value is rejected.

    Raises SourceFileError if no section applies to the file, and in the cases in which `rows` raises it.
    """
    tables = [table for table in mapping.tables if table.names(file)]
    if not tables:
        sections = ", ".join(f"{table.shown}: {' '.join(table.files)}" for table in mapping.tables)
        raise SourceFileError(f"{file.display_name}: no section of {mapping.shown} matches this file ({sections}).")
    for table in tables:
        yield from _section(file, mapping, table)


def _section(file: SourceFile, mapping: Tables, table: Table) -> Iterator[Item]:
    recent_keys = RecentKeys()
    for row in rows(file, table):
        if isinstance(row, RejectedItem):
            yield row
            continue
        values = RowValues(mapping.name, table, row.cells)
        try:
            row_records = list(
                _licensed(
                    paper(values, mapping.schemes) if table.kind == "papers" else record_from_row(values), mapping
                )
            )
        except (InvalidRecordError, IdentifierError) as error:
            yield RejectedItem(row.place, str(error))
            continue
        yield from deduplicate_partials(row_records, recent_keys) if table.kind == "papers" else row_records


def _licensed(records: Iterator[Record], mapping: Tables) -> Iterator[Record]:
    """Yield the records, with the license that the mapping names, if it names one."""
    yield from (
        structs.replace(record, record_license=mapping.license) if mapping.license else record for record in records
    )


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Raises SourceFileError if there is no mapping, more than one, or an invalid one."""
    mappings = [file for file in files if is_mapping(file)]
    if not mappings:
        raise SourceFileError("The files include no mapping: add a .toml that assigns the columns to fields.")
    if len(mappings) > 1:
        raise SourceFileError(
            f"The files include two mappings: {mappings[0].display_name} and {mappings[1].display_name}. Use one only."
        )
    mapping = read_mapping(mappings[0], RESERVED.union(sources()))
    return lambda file: iter(()) if is_mapping(file) else read_file(file, mapping)


def is_mapping(file: SourceFile) -> bool:
    """Return True if the file name is that of a mapping."""
    return strip_suffixes(file.name).endswith(MAPPING)


def is_input_file(name: str) -> bool:
    """Return True if the file name is that of a table or a mapping."""
    return strip_suffixes(name).endswith((MAPPING, *ENDINGS))


SOURCE = Source(
    name="table",
    title="Tables of your own",
    license="not stated",  # used if the mapping names no license
    address="docs/sources/table.md",
    provides=("the fields in the mapping: papers, people, institutions, topics, citations",),
    omits=("columns without a mapping",),
    example="byline load table mapping.toml papers.csv",
    expected_files=EXPECTED,
    accepts=is_input_file,
    start=start,
    multiple_sources=True,
)
