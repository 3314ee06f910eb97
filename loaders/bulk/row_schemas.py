"""DuckDB schemas of the rows of `loaders.writing.build_statements`, and property types from `cypher/model.toml`."""

from collections.abc import Iterator, Mapping
from functools import cache

from cypher.model import labels, relationship_types
from loaders.bulk.duckdb_session import DuckDBSession
from loaders.bulk.work_dir import PartitionStore

TYPES = {
    "string": "VARCHAR",
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "list<string>": "VARCHAR[]",
    "list<int>": "BIGINT[]",
}
"""Property type of the model -> type in DuckDB."""

TEXT = "string"
RECORD = {"n": "int"}
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
        "where": "STRUCT(country VARCHAR, city VARCHAR)",
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
"""Columns of the rows of each statement: types of the model or of DuckDB; braces stand for the properties of a
label.
"""

OWN = frozenset({"id", "key", "kind"})
"""Properties that are columns of a row and not part of its values."""


@cache
def properties(name: str) -> Mapping[str, str]:
    """Return the properties of a label or relationship type with their types in the model."""
    element = labels().get(name) or relationship_types()[name]
    return {declared.name: declared.type for declared in element.properties}


def create(duck: DuckDBSession, store: PartitionStore) -> None:
    """Create a view `row_X` for the rows of each statement X; it is empty if no rows were written."""
    for name, columns in ROWS.items():
        files = ", ".join(f"'{_quoted(path)}'" for path in store.lines_of(name))
        column_types = ", ".join(f"'{column}': '{_quoted(_type(type_, columns))}'" for column, type_ in columns.items())
        duck.execute(
            f"CREATE OR REPLACE VIEW row_{name} AS SELECT * FROM read_json([{files}], "
            f"format = 'newline_delimited', compression = 'zstd', columns = {{{column_types}}}, "
            f"maximum_object_size = {1 << 28})"
        )


def _type(type_: str, columns: Mapping[str, str]) -> str:
    if type_ in TYPES:
        return TYPES[type_]
    name = type_[type_.index("{") + 1 : type_.index("}")] if "{" in type_ else None
    return type_ if name is None else type_.replace(f"{{{name}}}", f"STRUCT({', '.join(_fields(name, columns))})")


def _fields(name: str, columns: Mapping[str, str]) -> Iterator[str]:
    for key, kind in properties(name).items():
        if not (key in OWN and (key in columns or (key == "kind" and name == "REFERS_TO"))):
            yield f'"{key}" {TYPES[kind]}'


def _quoted(text: str) -> str:
    return text.replace("'", "''")
