"""Result of a query on standard output as Parquet or as an Arrow IPC stream."""

import io
import sys
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from pyarrow import ipc, parquet

from byline.cli.output_file import open_output
from cypher.catalog import Field
from cypher.driver.values import Value

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
# pyarrow has no types.


def write_arrow(columns: Sequence[Field], rows: Sequence[Sequence[Value]], file_format: str) -> None:
    """Write rows with the columns of a query's header. Raises typer.Exit if standard output cannot be written.

    Args:
        file_format: `parquet`, or `arrow` for a stream.
    """
    schema = pa.schema([(column.name, _arrow_type(column.type)) for column in columns])
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


def _arrow_type(kind: str) -> Any:  # noqa: ANN401 pyarrow has no types
    """Return the Arrow type of a header's type, such as `list<string>?`."""
    kind = kind.removesuffix("?")
    if kind.startswith("list<"):
        return pa.list_(_arrow_type(kind[len("list<") : -1]))
    return {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}.get(kind, pa.string())
