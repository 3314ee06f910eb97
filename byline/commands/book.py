"""`byline book`: the analysts' query book."""

from enum import Enum
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


class Format(Enum):
    """How an answer is printed."""

    table = "table"
    json = "json"
    csv = "csv"


@app.command("book", epilog="Example: byline book topic_growth --param code=cs.CL --format csv")
def command(
    name: Annotated[str | None, typer.Argument(help="The question's name; without it the book is listed.")] = None,
    param: Annotated[list[str] | None, typer.Option(help="A parameter, as key=value. May be given again.")] = None,
    form: Annotated[Format, typer.Option("--format", help="How the answer is printed.")] = Format.table,
    *,
    cypher: Annotated[bool, typer.Option("--cypher", help="Print the Cypher and do not run it.")] = False,
) -> None:
    """List the query book, or answer one of its questions. Nothing is ever written."""
    from byline import asking_book  # noqa: PLC0415 help must not pay 0.3 s for the driver

    asking_book.book(name, param or [], form.value, cypher=cypher)
