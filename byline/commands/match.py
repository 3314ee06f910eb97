"""`byline match`: a table of messy names, titles or affiliations, with what each means in the graph."""

import csv
import sys
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byline.commands.manners import fail, on_graph, say
from byline.settings import settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from byline.match_table import Table
    from cypher.run import Graph

app = typer.Typer(add_completion=False)


class What(Enum):
    """What a table's rows describe."""

    papers = "papers"
    researchers = "researchers"
    institutions = "institutions"


@app.command("match", epilog="Example: byline match papers refs.csv --column title --with year=Published > found.csv")
def command(
    what: Annotated[What, typer.Argument(help="What the rows describe.")],
    table: Annotated[str, typer.Argument(help="A CSV or TSV file with a header, .txt with a text a line, or -.")],
    column: Annotated[str | None, typer.Option(help="The column with the title, name or affiliation.")] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", help="A column that helps, as fact=column: year=Published. May be given again."),
    ] = None,
) -> None:
    """Write the table as CSV to standard output, with what each row means: id, name, score, whether it is a match.

    Columns with the name of a fact (title or name, year, authors, doi, affiliation, coauthors, work, orcid, country,
    ror) help by themselves. Several names in one cell have semicolons between them. docs/matching.md has the rule.
    """
    from byline.match_table import TableError, opened, placed  # noqa: PLC0415 help must not pay for the driver
    from byline.reconcile.kinds import KINDS  # noqa: PLC0415 as above

    if table != "-" and not Path(table).is_file():
        raise fail(f"There is no file {table}.")
    kind = next(kind for kind in KINDS.values() if kind.argument == what.value)
    try:
        with opened(table) as (columns, rows):
            chosen = placed(kind, columns, column, dict(map(_pair, with_ or [])))
            matched, all_ = on_graph(lambda graph: _written(graph, chosen, rows))
    except TableError as error:
        raise fail(str(error)) from None
    say(f"{matched:,} of {all_:,} rows are matches.")


def _pair(text: str) -> tuple[str, str]:
    fact, equals, column = text.partition("=")
    if not equals:
        raise fail(f"--with {text}: write it as fact=column, such as year=Published.")
    return fact, column


async def _written(graph: "Graph", table: "Table", rows: "Iterator[dict[str, str]]") -> tuple[int, int]:
    from byline.match_table import ADDED, AT_ONCE, TableError, answers  # noqa: PLC0415 as above
    from byline.reconcile.asking import Asking  # noqa: PLC0415
    from byline.service import service  # noqa: PLC0415
    from resolvers.errors import RequestError  # noqa: PLC0415

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
