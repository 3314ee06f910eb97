"""`byline query`: GraphQL from the shell."""

import sys
from pathlib import Path
from typing import Annotated, Any, cast

import orjson
import typer

from byline.commands.manners import fail, mannered, on_graph
from byline.settings import settled
from resolvers.execute import Executor, Limits, Request, Service

app = typer.Typer(add_completion=False)


@app.command("query", epilog="Example: byline query '{ papers(first: 3) { nodes { title year } } }'")
def command(
    question: Annotated[str, typer.Argument(help="A GraphQL document, a file with one, or - for standard input.")],
    variables: Annotated[str, typer.Option(help="Variables: a JSON object, or a file that holds one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the document has several.")] = None,
) -> None:
    """Answer one GraphQL question as JSON. Exit code 1 where the answer has errors."""
    document = sys.stdin.read() if question == "-" else _text(question, "a question")
    try:
        given: object = orjson.loads(_text(variables, "an object of variables"))
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


def _text(argument: str, wanted: str) -> str:
    """Return the argument where it has a brace, as GraphQL and JSON objects must, else the named file's text."""
    if "{" in argument:
        return argument
    try:
        return Path(argument).read_text("utf-8")
    except FileNotFoundError:
        raise fail(f"There is no file {argument}, and {wanted} has braces.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"{argument} cannot be read: {error}") from None
