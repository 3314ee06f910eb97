"""The types that travel to and from Neo4j."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
"""A value that a property holds."""

Value: TypeAlias = "Scalar | Sequence[Value] | Mapping[str, Value]"
"""A parameter, or a value in an answer. Nodes and relationships never leave the database: queries return values."""

Row: TypeAlias = list[Value]
"""One record of an answer, its values in the order of the columns."""
