"""The result of EXPLAIN: the plan that Neo4j would run for a statement."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self, cast

EXPLAIN = "EXPLAIN "
POSITION = re.compile(r"line 1, column (\d+) \(offset: (\d+)\)")


@dataclass(frozen=True, slots=True)
class Plan:
    """Result of EXPLAIN: query type (`r`, `rw`, `w`, `s`), columns, and operators with their details."""

    kind: str
    columns: tuple[str, ...]
    operators: tuple[tuple[str, str], ...]
    estimated_rows: float = 0
    """Sum of the rows that Neo4j expects from all operators."""

    @classmethod
    def from_summary(cls, kind: str, columns: Sequence[str], root: Mapping[str, object]) -> Self:
        """Return the plan whose last operator is `root`, as the driver returns it."""
        return cls(kind, tuple(columns), tuple(_operators(root)), _estimated_rows(root))


def without_explain(message: str) -> str:
    """Return an error message with the statement and the position as the caller wrote them."""

    def shift(position: re.Match[str]) -> str:
        column, offset = (int(number) - len(EXPLAIN) for number in position.groups())
        return f"line 1, column {column} (offset: {offset})"

    return POSITION.sub(shift, message.replace(f'"{EXPLAIN}', '"', 1))


def _operators(plan: Mapping[str, object]) -> list[tuple[str, str]]:
    arguments = cast("Mapping[str, object]", plan.get("args", {}))
    here = (str(plan.get("operatorType", "")).partition("@")[0], str(arguments.get("Details", "")))
    children = cast("Sequence[Mapping[str, object]]", plan.get("children", ()))
    return [here, *(operator for child in children for operator in _operators(child))]


def _estimated_rows(plan: Mapping[str, object]) -> float:
    arguments = cast("Mapping[str, object]", plan.get("args", {}))
    children = cast("Sequence[Mapping[str, object]]", plan.get("children", ()))
    return float(cast("float", arguments.get("EstimatedRows") or 0)) + sum(map(_estimated_rows, children))
