"""`byline query`: GraphQL from the shell."""

import sys
from pathlib import Path
from typing import Annotated, Any, cast

import orjson
import typer

from byline.commands.manners import fail, mannered, on_graph
from byline.settings import settled
from resolvers.execute import Executor, Limits, Request, Service

app = typer.Typer()


@app.command("query", epilog="Example: byline query '{ papers(first: 3) { nodes { title year } } }'")
def command(
    question: Annotated[str, typer.Argument(help="A GraphQL document, a file with one, or - for standard input.")],
    variables: Annotated[str, typer.Option(help="Variables: a JSON object, or a file that holds one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the document has several.")] = None,
) -> None:
    """Answer one GraphQL question as JSON. Exit code 1 where the answer has errors."""
    document = sys.stdin.read() if question == "-" else _text(question)
    try:
        given: object = orjson.loads(_text(variables))
    except orjson.JSONDecodeError as error:
        raise fail(f'--variables is no JSON: {error}. Write it as \'{{"name": "value"}}\'.') from None
    if not isinstance(given, dict):
        raise fail('--variables is no JSON object. Write it as \'{"name": "value"}\'.')
    request = Request(document, cast("dict[str, Any]", given), operation)
    with mannered():
        settings = settled()
        limits = Limits(settings.max_depth, settings.max_cost, settings.query_timeout_s)
        executor = cast("Executor", settings.executor)
        reply = on_graph(lambda graph: Service(graph, limits, executor).answer(request), settings)
    typer.echo(orjson.dumps(reply.body(), option=orjson.OPT_INDENT_2).decode())
    if reply.errors:
        raise typer.Exit(1)


def _text(argument: str) -> str:
    """Return a file's text where the argument names one, else the argument."""
    if argument.lstrip().startswith("{") or "\n" in argument:
        return argument
    path = Path(argument)
    try:
        return path.read_text("utf-8") if path.is_file() else argument
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"{argument} cannot be read: {error}") from None
