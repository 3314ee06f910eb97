"""Table files: the tables of an export as a folder of Parquet files or as a DuckDB database."""

import os
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
from pyarrow import parquet

from cypher.driver.values import Value
from loaders.export.graph_tables import Table, TablePage
from loaders.formats.archive import FULL

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
# pyarrow has no types.

ROW_GROUP = 20_000
"""Rows of a Parquet row group, and of an insert into DuckDB; so many rows at a time are in memory."""
ARROW_TYPES: Mapping[str, Any] = {
    "string": pa.string(),
    "int": pa.int64(),
    "float": pa.float64(),
    "bool": pa.bool_(),
    "list<string>": pa.list_(pa.string()),
    "list<int>": pa.list_(pa.int64()),
}
"""Property type of the model -> Arrow type."""


async def write_parquet(folder: Path, pages: AsyncIterator[TablePage]) -> None:
    """Write the tables to an empty folder. Raises OSError, or a GraphError of the pages.

    `nodes/` has one file for each label, `relationships/` one for each relationship type.
    """
    writer: Any = None
    path: Path | None = None
    try:
        async for table, rows in _row_groups(pages):
            target = folder / parquet_path(table)
            if target != path:
                if writer is not None:
                    writer.close()
                path = target
                path.parent.mkdir(exist_ok=True)
                writer = parquet.ParquetWriter(path, arrow_schema(table), compression="zstd")
            writer.write_table(arrow_table(table, rows))
    finally:
        if writer is not None:
            writer.close()


def parquet_path(table: Table) -> str:
    """Return the path of the Parquet file of a table, relative to the folder of the export."""
    return f"{'nodes' if table.keys == 1 else 'relationships'}/{table.name}.parquet"


async def write_duckdb(path: Path, pages: AsyncIterator[TablePage]) -> None:
    """Write the tables to a new DuckDB database.

    IDs of nodes are primary keys, both IDs of relationships have indexes, and comments have the meaning of each table
    and column. Raises OSError, or a GraphError of the pages.
    """
    created: dict[str, Table] = {}
    try:
        with duckdb.connect(path) as database:
            database.execute("SET enable_progress_bar = false")
            database.execute("SET preserve_insertion_order = false")
            async for table, rows in _row_groups(pages):
                database.register("batch", arrow_table(table, rows))
                if table.name in created:
                    database.execute(f'INSERT INTO "{table.name}" FROM batch')
                else:
                    created[table.name] = table
                    database.execute(f'CREATE TABLE "{table.name}" AS FROM batch')
                database.unregister("batch")
            for table in created.values():
                _add_indexes(database, table)
                _add_comments(database, table)
    except duckdb.Error as error:  # a full disk, or too little memory for an index
        raise _os_error(str(error)) from error


def arrow_schema(table: Table) -> Any:  # noqa: ANN401 pyarrow has no types
    """Return the Arrow schema of a table; the metadata of a field has its meaning."""
    return pa.schema(
        [
            pa.field(column.name, ARROW_TYPES[column.type], metadata={"description": column.meaning})
            for column in table.columns
        ],
        metadata={"description": table.element.meaning},
    )


def arrow_table(table: Table, rows: Sequence[Sequence[Value]]) -> Any:  # noqa: ANN401 as above
    """Return rows of a table as an Arrow table."""
    schema = arrow_schema(table)
    columns = zip(*rows, strict=True) if rows else ((),) * len(schema)
    arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


async def _row_groups(pages: AsyncIterator[TablePage]) -> AsyncIterator[tuple[Table, list[Sequence[Value]]]]:
    """Yield the rows of each table in groups of about ROW_GROUP rows; an empty table has one empty group."""
    current: Table | None = None
    rows: list[Sequence[Value]] = []
    async for page in pages:
        if current is not None and (page.table.name != current.name or len(rows) >= ROW_GROUP):
            yield current, rows
            rows = []
        current = page.table
        rows.extend(page.rows)
    if current is not None:
        yield current, rows


def _os_error(message: str) -> OSError:
    """Return DuckDB's message as an OSError, with the error number if the disk is full."""
    number = next((number for number in FULL if os.strerror(number) in message), None)
    return OSError(message.partition("\n")[0]) if number is None else OSError(number, os.strerror(number))


def _add_indexes(database: duckdb.DuckDBPyConnection, table: Table) -> None:
    if table.keys == 1:
        database.execute(f'ALTER TABLE "{table.name}" ADD PRIMARY KEY (id)')
        return
    for column in ("fromId", "toId"):
        database.execute(f'CREATE INDEX "{table.name}_{column}" ON "{table.name}" ("{column}")')


def _add_comments(database: duckdb.DuckDBPyConnection, table: Table) -> None:
    database.execute(f'COMMENT ON TABLE "{table.name}" IS {_literal(table.element.meaning)}')
    for column in table.columns:
        database.execute(f'COMMENT ON COLUMN "{table.name}"."{column.name}" IS {_literal(column.meaning)}')


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
