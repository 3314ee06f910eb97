"""Write the result of a Cypher statement to standard output: as a table, JSON, CSV, Parquet or an Arrow IPC stream."""

import csv
import io
import sys
from collections.abc import Sequence
from typing import Any

import orjson
import typer
from rich.table import Table

from byline.cli.output.csv_output import escape_formula
from byline.cli.output_file import open_output
from byline.cli.runtime import out
from cypher.catalog import Field
from cypher.driver.values import Row, Value

# pyarrow has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
TEXT_FORMATS = ("table", "json", "csv")


def print_result(columns: Sequence[str], rows: Sequence[Row], output_format: str, *, raw: bool = False) -> None:
    """Print the rows of a result.

    Args:
        columns: names of the columns.
        rows: values of the rows.
        output_format: one of TEXT_FORMATS.
        raw: do not escape CSV cells that spreadsheets evaluate as formulas.
    """
    match output_format:
        case "json":
            objects = [dict(zip(columns, row, strict=True)) for row in rows]
            typer.echo(orjson.dumps(objects, option=orjson.OPT_INDENT_2).decode())
        case "csv":
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(columns)
            escape = str if raw else escape_formula
            writer.writerows([escape(_cell(value)) for value in row] for row in rows)
            typer.echo(text.getvalue(), nl=False)
        case _:
            table = Table(*columns)
            for row in rows:
                table.add_row(*(_cell(value) for value in row))
            out.print(table)
            out.print(f"{len(rows):,} {'row' if len(rows) == 1 else 'rows'}")


def _cell(value: Value) -> str:
    """Return a value as text: "" for null, JSON for a list, map or boolean."""
    if value is None:
        return ""
    return orjson.dumps(value, default=str).decode() if isinstance(value, list | dict | bool) else str(value)


def write_arrow(columns: Sequence[Field], rows: Sequence[Sequence[Value]], file_format: str) -> None:
    """Write rows with the columns of a query's header. Raises typer.Exit if standard output cannot be written.

    Args:
        columns: columns of the header.
        rows: values of the rows.
        file_format: `parquet`, or `arrow` for a stream.
    """
    import pyarrow as pa  # noqa: PLC0415 pyarrow takes 0.2 s to import
    from pyarrow import ipc, parquet  # noqa: PLC0415 as above

    def arrow_type(kind: str) -> Any:  # noqa: ANN401 pyarrow has no types
        """Return the Arrow type of a header's type, such as `list<string>?`."""
        kind = kind.removesuffix("?")
        if kind.startswith("list<"):
            return pa.list_(arrow_type(kind[len("list<") : -1]))
        return {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}.get(kind, pa.string())

    schema = pa.schema([(column.name, arrow_type(column.type)) for column in columns])
    values = zip(*rows, strict=True) if rows else ((),) * len(schema)
    table = pa.Table.from_arrays(
        [pa.array(list(v), t) for v, t in zip(values, schema.types, strict=True)], schema=schema
    )
    data = io.BytesIO()
    if file_format == "parquet":
        parquet.write_table(table, data)
    else:
        with ipc.new_stream(data, schema) as stream:
            stream.write_table(table)
    sys.stdout.flush()
    with open_output(None) as output:
        output.write([data.getvalue()])
