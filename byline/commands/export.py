"""`byline export`: a list of any length, a line of JSON for each row."""

import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from byline.commands.manners import fail, mannered, on_graph, say
from byline.commands.query import asked
from byline.given import path
from byline.http.lines import page_of_lines
from byline.service import service
from byline.settings import settled
from resolvers.execute import Request, Service
from resolvers.export import exported
from resolvers.reply import FAILURES, refusal

app = typer.Typer(add_completion=False)


@app.command(
    "export", epilog="Example: byline export --query '{ papers { nodes { doi title year } } }' > papers.ndjson"
)
def command(
    query: Annotated[
        str, typer.Option(help="A GraphQL document of one list, a file with one, or - for standard input.")
    ],
    variables: Annotated[str, typer.Option(help="Variables: a JSON object, or a file that holds one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the document has several.")] = None,
    output: Annotated[
        Path | None, typer.Option(parser=path, help="A file to write; standard output unless said.")
    ] = None,
) -> None:
    """Write a whole list, from its first row to its last, as lines of JSON: papers, a person's papers, any list.

    The document asks for `nodes` or `edges` of one list, under any filter and order, without `first`; with `after` it
    starts behind a cursor, so that an export that was broken off goes on. Memory stays the same however long the list.
    """
    request = asked(query, variables, operation)
    with mannered():
        settings = settled()
        try:
            to = output.open("wb") if output is not None else sys.stdout.buffer
        except OSError as error:
            raise fail(f"{output} cannot be written: {error.strerror}. Name another file.") from None
        with to:
            on_graph(lambda graph: _write(service(graph, settings), request, to), settings, migrated=True)


async def _write(answering: Service, request: Request, to: BinaryIO) -> None:
    rows = 0
    try:
        async for page in exported(answering, request):
            to.write(page_of_lines(page))
            rows += len(page)
        to.flush()
    except FAILURES as error:
        told = "\n".join(one["message"] for one in refusal(error, request.query).errors)
        raise fail(f"{told}\n{rows:,} rows were written before that." if rows else told) from None
    except BrokenPipeError:
        raise typer.Exit(1) from None
    say(f"{rows:,} rows.")
