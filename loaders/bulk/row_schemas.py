"""DuckDB schemas of the rows of `loaders.writing.build_statements`, and property types from `cypher/model.toml`."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import cypher
from loaders.bulk.duckdb_session import DuckDBSession
from loaders.bulk.work_dir import PartitionStore

MODEL = Path(str(cypher.__file__)).parent / "model.toml"
TYPES = {
    "string": "VARCHAR",
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "list<string>": "VARCHAR[]",
    "list<int>": "BIGINT[]",
}
"""A property's type in the model, and in DuckDB."""

TEXT = "string"
RECORD = {"n": "int"}
ID = {"scheme": TEXT, "value": TEXT, "id": TEXT}
DESCRIBES = RECORD | {"entity": TEXT, "byline": "bool"}
ROWS: Mapping[str, Mapping[str, str]] = {
    "loads": {"id": TEXT, "values": "{Load}"},
    "records": RECORD | {"values": "{Record}"},
    "papers": {"id": TEXT, "values": "{Paper}"},
    "institutions": {"id": TEXT, "values": "{Institution}"},
    "names": {
        "id": TEXT,
        "names": "STRUCT(name VARCHAR, shown BOOLEAN)[]",
        "where": "STRUCT(country VARCHAR, city VARCHAR)",
    },
    "funders": {"id": TEXT, "values": "{Funder}"},
    "venues": {"id": TEXT, "values": "{Venue}"},
    "volumes": {"id": TEXT, "values": "{Volume}"},
    "topics": {"scheme": TEXT, "code": TEXT, "id": TEXT, "ord": TEXT, "name": TEXT, "parent": TEXT},
    "describe_paper": DESCRIBES,
    "describe_researcher": DESCRIBES,
    "describe_institution": DESCRIBES,
    "describe_funder": DESCRIBES,
    "describe_venue": DESCRIBES,
    "describe_volume": DESCRIBES,
    "describe_topic": RECORD | {"scheme": TEXT, "code": TEXT},
    "mentions": RECORD | {"mentions": 'STRUCT(person VARCHAR, "values" {MENTIONS})[]'},
    "places_by_name": RECORD | {"places": 'STRUCT(folded VARCHAR, "values" {WRITES_FROM})[]'},
    "places_by_ror": RECORD | {"places": 'STRUCT(ror VARCHAR, "values" {WRITES_FROM})[]'},
    "may_name": RECORD | {"names": 'STRUCT("name" VARCHAR, "values" {MAY_NAME})[]'},
    "references": RECORD
    | {"references": 'STRUCT(kind VARCHAR, scheme VARCHAR, "value" VARCHAR, "values" {REFERS_TO})[]'},
    "conflicts": RECORD | {"ids": "VARCHAR[][]"},
    "identify_papers": ID,
    "identify_institutions": ID,
    "identify_funders": ID,
    "identify_venues": ID,
    "identify_volumes": ID,
    "about": {"paper": TEXT, "scheme": TEXT, "code": TEXT, "values": "{ABOUT}"},
    "appeared_in": {"paper": TEXT, "volume": TEXT, "place": "int", "values": "{APPEARED_IN}"},
    "forms": {"paper": TEXT, "values": "{Manifestation}"},
    "code": {"paper": TEXT, "url": TEXT, "name": TEXT, "source": TEXT},
    "datasets": {"paper": TEXT, "url": TEXT, "name": TEXT, "source": TEXT},
}
"""The columns of each statement's rows: a type of the model or of DuckDB; braces stand for a label's properties."""

OWN = frozenset({"id", "key", "kind"})
"""Properties that a row holds beside its values."""


@cache
def properties(name: str) -> Mapping[str, str]:
    """Return the properties of a label or a type of relationship, each with its type in the model."""
    model = tomllib.loads(MODEL.read_text(encoding="utf-8"))
    definition = model["label"].get(name) or model["relationship"][name]
    return {key: declared[0] for key, declared in definition.get("properties", {}).items()}


def create(duck: DuckDBSession, store: PartitionStore) -> None:
    """Make a view `row_X` for the rows of each statement X; one that nobody wrote has none."""
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
