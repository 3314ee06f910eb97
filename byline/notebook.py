"""Cypher in a notebook: `read_cypher` returns an Arrow table, and the cell magic `%%cypher` a data frame.

    %load_ext byline.notebook

    %%cypher papers
    MATCH (p:Paper) WHERE p.year >= $since RETURN p.title AS title, p.year AS year

`$since` is the variable `since` of the notebook, and `papers` becomes a variable with the data frame. The statement
reads the Neo4j that the settings name (NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD), or Byline's own.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import pyarrow as pa

from byline.cli.connection import connect, open_graph
from byline.settings import load_settings
from cypher.driver.address import Address
from cypher.driver.bolt import Answer, ReadLimits
from cypher.driver.entities import decode_entity
from cypher.driver.errors import GraphError
from cypher.driver.values import Value

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false, reportMissingImports=false, reportAttributeAccessIssue=false
# pyarrow, pandas and polars have no types here; pandas and polars are optional.

LIMITS = ReadLimits(rows=1_000_000, bytes=512 * 1024 * 1024, decode=decode_entity)
TIMEOUT_S = 120.0
"""Time limit of a statement in seconds."""
PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")


class CypherError(Exception):
    """A statement failed; the message says why and what to do."""


class Shell(Protocol):
    """The part of IPython's shell that the extension uses."""

    user_ns: dict[str, Any]

    def register_magic_function(self, func: object, magic_kind: str, magic_name: str) -> None:
        """Register a magic."""
        ...


def read_cypher(statement: str, /, **parameters: Value) -> Any:  # noqa: ANN401 pyarrow has no types
    """Run a reading Cypher statement, and return its rows as an Arrow table.

    Nodes and relationships are structs. A column of mixed types has JSON texts. Raises CypherError.

    Args:
        statement: the statement; its parameters are keyword arguments.
        parameters: values of the parameters.
    """
    with connect(load_settings(), print) as (address, _), ThreadPoolExecutor(1) as thread:  # a notebook runs a loop
        try:
            answer = thread.submit(asyncio.run, _run_statement(address, statement, parameters)).result()
        except GraphError as error:
            raise CypherError(str(error)) from None
    if answer.more:
        raise CypherError(f"The result has over {LIMITS.rows:,} rows, the maximum. Add LIMIT, or aggregate.")
    columns = zip(*answer.rows, strict=True) if answer.rows else ((),) * len(answer.columns)
    return pa.table([_array(list(values)) for values in columns], names=list(answer.columns))


async def _run_statement(address: Address, statement: str, parameters: Mapping[str, Value]) -> Answer:
    async with open_graph(address, load_settings()) as graph:
        return await graph.read_bounded(statement.rstrip().removesuffix(";"), parameters, LIMITS, timeout_s=TIMEOUT_S)


def _array(values: Sequence[Value]) -> Any:  # noqa: ANN401 pyarrow has no types
    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([None if value is None else json.dumps(value) for value in values])


def _data_frame(table: Any) -> Any:  # noqa: ANN401 as above
    """Return a data frame of pandas, of polars if pandas is missing, or the table if both are."""
    try:
        return table.to_pandas()
    except ModuleNotFoundError:
        pass
    try:
        import polars as pl  # noqa: PLC0415 optional
    except ModuleNotFoundError:
        return table
    return pl.from_arrow(table)


def load_ipython_extension(shell: Shell) -> None:
    """Register the cell magic `%%cypher [VARIABLE]`."""

    def cypher(line: str, cell: str) -> Any:  # noqa: ANN401 as above
        """Run the cell as Cypher; parameters are variables of the notebook."""
        names = set(PARAMETER.findall(cell))
        if missing := sorted(names - shell.user_ns.keys()):
            raise CypherError(f"The notebook has no variable {missing[0]!r} for the parameter ${missing[0]}. Set it.")
        frame = _data_frame(read_cypher(cell, **{name: shell.user_ns[name] for name in names}))
        if name := line.strip():
            if not name.isidentifier():
                raise CypherError(f"{name!r} is no name of a variable. Expected %%cypher, or %%cypher papers.")
            shell.user_ns[name] = frame
        return frame

    shell.register_magic_function(cypher, "cell", "cypher")
