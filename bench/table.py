"""The result of a benchmark: rows, printed as a table and written as JSON."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table

WIDTH = 120
"""Columns that a table needs; a narrower terminal wraps its lines."""
OUT = Path(__file__).parent / "out"


@dataclass(frozen=True)
class Row:
    """One figure. `versus` compares with a peer, `growth` a large graph with a small one; `own` is Byline alone."""

    name: str
    kind: Literal["versus", "growth", "own"]
    ours: float
    peer: float | None
    unit: str

    @property
    def ratio(self) -> float | None:
        """Byline's figure divided by the figure of the peer."""
        return self.ours / self.peer if self.peer else None


def report(name: str, title: str, rows: list[Row]) -> None:
    """Print the table and write bench/out/NAME.json."""
    table = Table("what", title=title, title_justify="left")
    for column in ("kind", "ours", "peer", "ratio", "unit"):
        table.add_column(column, no_wrap=True, justify="right" if column in {"ours", "peer", "ratio"} else "left")
    for row in rows:
        ratio = f"{row.ratio:.2f}" if row.ratio is not None else ""
        table.add_row(row.name, row.kind, f"{row.ours:,.2f}", f"{row.peer:,.2f}" if row.peer else "", ratio, row.unit)
    print_table(table)
    write_json(name, rows)


def print_table(table: Table) -> None:
    """Print a table without wrapping its columns."""
    Console(width=max(Console().width, WIDTH)).print(table)


def write_json(name: str, rows: list[Row]) -> None:
    """Write bench/out/NAME.json."""
    OUT.mkdir(exist_ok=True)
    found = [asdict(row) | {"ratio": row.ratio} for row in rows]
    (OUT / f"{name}.json").write_text(json.dumps(found, indent=2) + "\n", "utf-8")
