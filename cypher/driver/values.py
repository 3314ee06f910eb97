"""Types of values sent to and received from Neo4j."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

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


def count_values(value: object, limit: int) -> int:
    """Return the number of values in lists and maps, with those of inner ones; stop if it exceeds a limit."""
    count, containers = 0, [value]
    while containers and count <= limit:
        container = containers.pop()
        children = cast("Collection[object]", container.values() if isinstance(container, dict) else container)
        count += len(children)
        containers += [child for child in children if isinstance(child, list | dict)]
    return count
