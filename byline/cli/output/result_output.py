"""Print the result of a Cypher statement as a table, JSON or CSV."""

import csv
import io
from collections.abc import Sequence

import orjson
import typer
from rich.table import Table

from byline.cli.output.csv_output import escape_formula
from byline.cli.runtime import out
from cypher.driver.values import Row, Value

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
