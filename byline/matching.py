"""What `byline match` does: asks what each row of a table means, and writes the table with the answers."""

import csv
import sys
from collections.abc import Iterator, Mapping
from itertools import islice

from byline.commands.manners import fail, on_graph, say
from byline.match_table import ADDED, AT_ONCE, Table, TableError, answers, opened, placed
from byline.reconcile.asking import Asking
from byline.reconcile.kinds import KINDS
from byline.service import service
from byline.settings import settled
from cypher.run import Graph
from resolvers.errors import RequestError


def match(what: str, table: str, column: str | None, helping: Mapping[str, str]) -> None:
    """Write a table (`-`: of standard input) as CSV to standard output, with what each row means.

    `what` is papers, researchers or institutions; `helping` names the column of a fact. Raises typer.Exit where the
    table cannot be read, has not what is named, or cannot be asked about.
    """
    kind = next(kind for kind in KINDS.values() if kind.argument == what)
    try:
        with opened(table) as (columns, rows):
            chosen = placed(kind, columns, column, helping)
            matched, all_ = on_graph(lambda graph: _written(graph, chosen, rows), migrated=True)
    except TableError as error:
        raise fail(str(error)) from None
    say(f"{matched:,} of {all_:,} rows are matches.")


async def _written(graph: Graph, table: Table, rows: Iterator[dict[str, str]]) -> tuple[int, int]:
    """Return how many rows are matches, and how many there are. Raises TableError."""
    asking = Asking(service(graph, settled()))
    writer = csv.DictWriter(sys.stdout, [*table.columns, *ADDED], extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    matched = all_ = 0
    while batch := list(islice(rows, AT_ONCE)):
        try:
            found = await answers(asking, table, batch)
        except RequestError as error:
            raise TableError(f"Rows {all_ + 1:,} to {all_ + len(batch):,}: {error.message}") from None
        for row, told in zip(batch, found, strict=True):
            writer.writerow(row | told)
            matched += told["byline_match"] == "true"
        all_ += len(batch)
    return matched, all_
