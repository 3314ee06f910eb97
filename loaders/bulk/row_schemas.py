"""DuckDB schemas of the rows that `loaders.writing.build_statements` builds for each write statement."""

from collections.abc import Iterator, Mapping
from functools import cache

from cypher.model import labels, relationship_types
from loaders.bulk.duckdb_session import DuckDBSession
from loaders.bulk.work_dir import PartitionStore

DUCKDB_TYPES = {
    "string": "VARCHAR",
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "list<string>": "VARCHAR[]",
    "list<int>": "BIGINT[]",
}
"""Property type in `cypher/model.toml` -> type in DuckDB."""

TEXT = "string"
RECORD = {"n": "int"}
"""Column with the number of the record in the bulk load."""
ID = {"scheme": TEXT, "value": TEXT, "id": TEXT}
DESCRIBES = RECORD | {"entity": TEXT, "byline": "bool"}
ROWS: Mapping[str, Mapping[str, str]] = {
    "loads": {"id": TEXT, "values": "{Load}"},
    "records": RECORD | {"values": "{Record}"},
    "papers": {"id": TEXT, "values": "{Paper}"},
    "institutions": {"id": TEXT, "values": "{Institution}"},
    "institution_names": {
        "id": TEXT,
        "names": "STRUCT(name VARCHAR, shown BOOLEAN)[]",
        "facts": 'STRUCT(country VARCHAR, city VARCHAR, ror VARCHAR, parents VARCHAR[], "isEducational" BOOLEAN)',
    },
    "funders": {"id": TEXT, "values": "{Funder}"},
    "venues": {"id": TEXT, "values": "{Venue}"},
    "volumes": {"id": TEXT, "values": "{Volume}"},
    "topics": {"scheme": TEXT, "code": TEXT, "id": TEXT, "ord": TEXT, "name": TEXT, "parent": TEXT},
    "link_records_paper": DESCRIBES,
    "link_records_researcher": DESCRIBES,
    "link_records_institution": DESCRIBES,
    "link_records_funder": DESCRIBES,
    "link_records_venue": DESCRIBES,
    "link_records_volume": DESCRIBES,
    "link_records_topic": RECORD | {"scheme": TEXT, "code": TEXT},
    "mentions": RECORD | {"mentions": 'STRUCT(person VARCHAR, "values" {MENTIONS})[]'},
    "affiliations_by_name": RECORD | {"places": 'STRUCT(folded VARCHAR, "values" {HAS_AFFILIATION})[]'},
    "affiliations_by_ror": RECORD | {"places": 'STRUCT(ror VARCHAR, "values" {HAS_AFFILIATION})[]'},
    "candidate_names": RECORD | {"names": 'STRUCT("name" VARCHAR, "values" {CANDIDATE_NAME})[]'},
    "record_references": RECORD
    | {"references": 'STRUCT(kind VARCHAR, scheme VARCHAR, "value" VARCHAR, "values" {REFERS_TO})[]'},
    "id_conflicts": RECORD | {"ids": "VARCHAR[][]"},
    "link_ids_paper": ID,
    "link_ids_institution": ID,
    "link_ids_funder": ID,
    "link_ids_venue": ID,
    "link_ids_volume": ID,
    "paper_topics": {"paper": TEXT, "scheme": TEXT, "code": TEXT, "values": "{ABOUT}"},
    "appearances": {"paper": TEXT, "volume": TEXT, "place": "int", "values": "{APPEARED_IN}"},
    "manifestations": {"paper": TEXT, "values": "{Manifestation}"},
    "code_links": {"paper": TEXT, "url": TEXT, "name": TEXT, "source": TEXT},
    "dataset_links": {"paper": TEXT, "url": TEXT, "name": TEXT, "source": TEXT},
}
"""Write statement -> column -> type: a property type of `cypher/model.toml` or a type of DuckDB.

`{X}` stands for the STRUCT of the properties of the label or relationship type X.
"""

KEY_PROPERTIES = frozenset({"id", "key", "kind"})
"""Properties that are columns of their own, if the row has such a column, and not members of its STRUCT `values`."""


@cache
def property_types(name: str) -> Mapping[str, str]:
    """Return property -> type for a label or relationship type, from `cypher/model.toml`."""
    element = labels().get(name) or relationship_types()[name]
    return {property_.name: property_.type for property_ in element.properties}


def create_row_views(duck: DuckDBSession, store: PartitionStore) -> None:
    """Create a view `row_X` of the rows for each write statement X; without rows, the view is empty."""
    for name, columns in ROWS.items():
        files = ", ".join(f"'{_escape_quotes(path)}'" for path in store.row_files(name))
        column_types = ", ".join(
            f"'{column}': '{_escape_quotes(_duckdb_type(type_, columns))}'" for column, type_ in columns.items()
        )
        duck.execute(
            f"CREATE OR REPLACE VIEW row_{name} AS SELECT * FROM read_json([{files}], "
            f"format = 'newline_delimited', compression = 'zstd', columns = {{{column_types}}}, "
            f"maximum_object_size = {store.longest_line(name)})"
        )


def _duckdb_type(type_: str, columns: Mapping[str, str]) -> str:
    if type_ in DUCKDB_TYPES:
        return DUCKDB_TYPES[type_]
    name = type_[type_.index("{") + 1 : type_.index("}")] if "{" in type_ else None
    return (
        type_ if name is None else type_.replace(f"{{{name}}}", f"STRUCT({', '.join(_struct_fields(name, columns))})")
    )


def _struct_fields(name: str, columns: Mapping[str, str]) -> Iterator[str]:
    for key, type_ in property_types(name).items():
        if not (key in KEY_PROPERTIES and (key in columns or (key == "kind" and name == "REFERS_TO"))):
            yield f'"{key}" {DUCKDB_TYPES[type_]}'


def _escape_quotes(text: str) -> str:
    return text.replace("'", "''")
