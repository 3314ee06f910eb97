"""`byline export`: a list of any length, the records, or the whole graph for comparing, a line for each."""

from pathlib import Path
from typing import Annotated

import typer

from byline.commands.manners import fail
from byline.given import path

app = typer.Typer(add_completion=False)


@app.command(
    "export", epilog="Example: byline export --query '{ papers { nodes { doi title year } } }' > papers.ndjson"
)
def command(  # noqa: PLR0913 one argument for each option
    *,
    query: Annotated[
        str | None, typer.Option(help="A GraphQL document of one list, a file with one, or - for standard input.")
    ] = None,
    variables: Annotated[str, typer.Option(help="Variables: a JSON object, or a file that holds one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the document has several.")] = None,
    said: Annotated[bool, typer.Option("--records", help="The records, as their sources said them.")] = False,
    licence: Annotated[
        list[str] | None,
        typer.Option(
            help="Only records under this licence, such as CC0-1.0, whole as `byline sources` says it; repeatable."
        ),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--canonical", help="The whole graph without Byline's ids, for comparing two loads.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option(parser=path, help="A file, there once it is whole; standard output unless said.")
    ] = None,
) -> None:
    """Write a whole list, from its first row to its last, as lines of JSON: papers, a person's papers, any list.

    The document asks for `nodes` or `edges` of one list, under any filter and order, without `first`; with `after` it
    starts behind a cursor, so that an export that was broken off goes on. Memory stays the same however long the list.

    --records writes what each source said of what, with the licence under which it may be used. --canonical writes
    sorted lines that are the same for the same records, whatever the order in which they were loaded; while
    another command writes to the graph it ends with an error.
    """
    if [query is not None, said, whole].count(True) != 1:
        raise fail("Say what to export: --query DOCUMENT, --records or --canonical, one of them.")
    if licence and not said:
        raise fail("--licence goes with --records: a licence is a record's.")
    from byline.exporting import Wanted, export  # noqa: PLC0415 help must not pay a second for driver and resolvers

    export(Wanted(query, variables, operation, said, tuple(licence or ())), output)
