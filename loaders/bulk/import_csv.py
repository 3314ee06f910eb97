"""Write the tables as CSV for `neo4j-admin database import full`, and return its arguments.

The import treats an empty list as a missing value. Rows with empty lists are therefore written to separate files with
the value `false`, which `cypher/ingest/empty_lists.cypher` replaces by an empty list after the import.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from loaders.bulk.duckdb_session import DuckDBSession
from loaders.bulk.row_schemas import property_types

DELIMITER = "\x1f"
"""Delimiter of list items, a character that records cannot contain."""
HEADERS = {
    "string": "string",
    "int": "long",
    "float": "double",
    "bool": "boolean",
    "list<string>": "string[]",
    "list<int>": "long[]",
}
"""Property type of the model -> type in a header of the import."""
OPTIONS = (
    "--overwrite-destination=true",
    "--id-type=string",
    f"--array-delimiter=U+{ord(DELIMITER):04X}",
    "--trim-strings=false",
)


BUFFER = 4 << 20
"""Default size of the import's read buffer in bytes."""


class EmptyListProperty(NamedTuple):
    """A property with empty lists, of the nodes of a label or of the relationships of a type."""

    name: str
    property: str
    of_relationships: bool


class ImportFiles(NamedTuple):
    """Arguments with the files, relative to their folder, and the properties that have empty lists."""

    arguments: list[str]
    several_lines: list[str]
    """Files with line breaks in texts, which the import reads slower, in one thread."""
    empty: list[EmptyListProperty]
    buffer: int
    """Read buffer in bytes: a value must fit into it, with its quotes doubled."""

    @property
    def options(self) -> list[str]:
        """All arguments of the import except the database."""
        buffer = f"--read-buffer-size={self.buffer}"
        return [*OPTIONS, buffer, f"--multiline-fields={','.join(self.several_lines) or 'false'}", *self.arguments]


class ImportTable(NamedTuple):
    """A view of `nodes.sql` or `edges.sql`: its name, the label or type, and the labels of a relationship's ends."""

    view: str
    name: str
    ends: tuple[str, ...]

    @property
    def option(self) -> str:
        """Name of the argument for its files."""
        return f"--{'relationships' if self.ends else 'nodes'}={self.name}"


def export(duck: DuckDBSession, folder: Path, longest: int) -> ImportFiles:
    """Write all tables that have rows. Raises OSError if a file cannot be written.

    Args:
        longest: Size of the largest record in bytes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    exported = ImportFiles([], [], [], max(BUFFER, 2 * longest + BUFFER))
    for table in _tables(duck):
        for number, (columns, empty) in enumerate(_column_variants(duck, table)):
            header = [_header(table, column, empty) for column in columns]
            stem = f"{table.view}{number or ''}"
            (folder / f"{stem}.header.csv").write_text(",".join(header) + "\n", encoding="utf-8")
            _copy(duck, table, columns, empty, folder / f"{stem}.csv")
            exported.arguments.append(f"{table.option}=./{stem}.header.csv,./{stem}.csv")
            if _broken(duck, table):
                exported.several_lines.append(f"./{stem}.csv")
            exported.empty.extend(
                entry
                for column in empty
                if (entry := EmptyListProperty(table.name, column, bool(table.ends))) not in exported.empty
            )
    return exported


def _tables(duck: DuckDBSession) -> Iterator[ImportTable]:
    names = [str(row[0]) for row in duck.query("SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY 1")]
    for name in names:
        kind, _, rest = name.partition("_")
        if kind not in {"node", "edge"} or not duck.query(f'FROM "{name}" LIMIT 1'):
            continue
        what, *ends = rest.rsplit("_", 2) if kind == "edge" else [rest]
        yield ImportTable(name, what, tuple(ends))


def _column_variants(duck: DuckDBSession, table: ImportTable) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """Yield the columns of a table with each existing combination of empty lists."""
    described = duck.query(f'DESCRIBE "{table.view}"')
    columns = [str(row[0]) for row in described]
    lists = [str(row[0]) for row in described if str(row[1]).endswith("[]")]
    are_empty = ", ".join(f"coalesce(len({_quote_column(column)}) = 0, false)" for column in lists)
    seen = duck.query(f'SELECT DISTINCT {are_empty} FROM "{table.view}"') if lists else [()]
    for row in sorted(seen, key=str):
        yield columns, tuple(column for column, empty in zip(lists, row, strict=True) if empty)


def _header(table: ImportTable, column: str, empty: Sequence[str]) -> str:
    kinds = property_types(table.name)
    if column == "_id":
        return f":ID({table.name})"
    if column in {"_from", "_to"}:
        return f":START_ID({table.ends[0]})" if column == "_from" else f":END_ID({table.ends[1]})"
    return f"{column}:{'boolean' if column in empty else HEADERS[kinds[column]]}"


def _copy(duck: DuckDBSession, table: ImportTable, columns: Sequence[str], empty: Sequence[str], path: Path) -> None:
    described = {str(row[0]): str(row[1]) for row in duck.query(f'DESCRIBE "{table.view}"')}
    lists = [column for column in columns if described[column].endswith("[]")]
    selection = ", ".join(_column_expression(column, described[column], empty) for column in columns)
    where = " AND ".join(
        f"len({_quote_column(column)}) = 0" if column in empty else f"coalesce(len({_quote_column(column)}) > 0, true)"
        for column in lists
    )
    texts = ", ".join(
        _quote_column(column)
        for column in columns
        if described[column] in {"VARCHAR", "VARCHAR[]"} and column not in empty
    )
    quoted = f", FORCE_QUOTE ({texts})" if texts else ""
    target = str(path).replace("'", "''")
    duck.execute(
        f'COPY (SELECT {selection} FROM "{table.view}" WHERE {where or "true"}) '
        f"TO '{target}' (FORMAT csv, HEADER false, NULLSTR ''{quoted})"
    )


def _broken(duck: DuckDBSession, table: ImportTable) -> bool:
    """Return True if a text of the table has a line break."""
    texts = [str(row[0]) for row in duck.query(f'DESCRIBE "{table.view}"') if str(row[1]).startswith("VARCHAR")]
    where = " OR ".join(f"contains({_quote_column(text)}::VARCHAR, chr({code}))" for text in texts for code in (10, 13))
    return bool(texts) and bool(duck.query(f'FROM "{table.view}" WHERE {where} LIMIT 1'))


def _column_expression(column: str, kind: str, empty: Sequence[str]) -> str:
    if column in empty:
        return f"false AS {_quote_column(column)}"
    if kind.endswith("[]"):
        return f"array_to_string({_quote_column(column)}, chr({ord(DELIMITER)})) AS {_quote_column(column)}"
    return _quote_column(column)


def _quote_column(column: str) -> str:
    return '"' + column + '"'
