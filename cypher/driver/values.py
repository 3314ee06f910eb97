"""Types of values sent to and received from Neo4j."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
"""Value of a property."""

Value: TypeAlias = "Scalar | Sequence[Value] | Mapping[str, Value]"
"""A parameter or a value in a result. Queries return values, never nodes or relationships."""

Row: TypeAlias = list[Value]
"""One row of a result, with its values in the order of the columns."""


class QueryResult(NamedTuple):
    """Result of a statement: column names, and one list of values per row."""

    columns: tuple[str, ...]
    rows: list[Row]
