"""`byline query`: GraphQL from the shell."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, cast

import orjson
import typer

from byline.cli.runtime import fail, handle_errors, run_with_graph
from byline.server.service import service
from byline.settings import load_settings
from resolvers.compile.cypher_format import to_browser_script
from resolvers.document import InvalidDocumentError
from resolvers.errors import RequestError
from resolvers.execute import Request
from resolvers.plan_cache import PlanCache

app = typer.Typer(add_completion=False)


@app.command("query", epilog="Example: byline query '{ papers(first: 3) { nodes { title year } } }'")
def command(
    question: Annotated[str, typer.Argument(help="A GraphQL document, a file with one, or - for standard input.")],
    variables: Annotated[str, typer.Option(help="Variables: a JSON object, or a file that holds one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the document has several.")] = None,
    *,
    cypher: Annotated[
        bool, typer.Option("--cypher", help="Print the Cypher that the question becomes instead of asking it.")
    ] = False,
) -> None:
    """Answer one GraphQL question as JSON. Exit code 1 where the answer has errors.

    With --cypher, print the one Cypher statement that the question becomes, its parameters first: paste those into
    Neo4j Browser and run them, then the statement. No Neo4j is asked for that.
    """
    query(question, variables, operation, cypher=cypher)


def query(question: str, variables: str, operation: str | None, *, cypher: bool) -> None:
    """Answer a question, or print its Cypher. Raises typer.Exit where the answer has errors."""
    request = build_request(question, variables, operation)
    with handle_errors():
        settings = load_settings()
        if cypher:
            _print_cypher(request, settings.max_depth)
            return
        request = replace(request, curator=settings.decides)
        reply = run_with_graph(lambda graph: service(graph, settings).answer(request), settings, migrated=True)
    typer.echo(orjson.dumps(reply.body(), option=orjson.OPT_INDENT_2).decode())
    if reply.errors:
        raise typer.Exit(1)


def build_request(question: str, variables: str, operation: str | None) -> Request:
    """Return the request that a command line means. Raises typer.Exit."""
    document = _standard_input() if question == "-" else _text(question, "a question")
    try:
        values: object = _json(variables)
    except orjson.JSONDecodeError as error:
        raise fail(f'--variables is no JSON: {error}. Write it as \'{{"name": "value"}}\'.') from None
    if not isinstance(values, dict):
        raise fail('--variables is no JSON object. Write it as \'{"name": "value"}\'.')
    return Request(document, cast("dict[str, Any]", values), operation)


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError as error:
        raise fail(f"Standard input is no UTF-8: byte {error.start + 1:,} begins no character.") from None


def _json(variables: str) -> object:
    """Read the variables. Raises orjson.JSONDecodeError, and typer.Exit where they are neither JSON nor a file."""
    try:
        return orjson.loads(variables)
    except orjson.JSONDecodeError:
        return orjson.loads(_text(variables, "an object of variables"))


def _print_cypher(request: Request, max_depth: int) -> None:
    try:
        plan, coerced = PlanCache(max_depth).plan(request.query, request.operation, request.variables)
        bound = plan.bind(coerced)
    except (InvalidDocumentError, RequestError) as error:
        raise fail(str(error)) from None
    if bound.service_calls:
        keys = ", ".join(root.key for root in bound.service_calls)
        raise fail(f"{keys}: the rules for identities answer that, with cypher/read/identity/. Leave it out here.")
    if not bound.text:
        raise fail("This question asks nothing of the graph: the schema alone answers it.")
    typer.echo(to_browser_script(bound.text, bound.parameters))


def _text(argument: str, wanted: str) -> str:
    """Return the argument where it has a brace, as GraphQL and JSON objects must, else the named file's text."""
    if "{" in argument:
        return argument
    if not argument.strip():
        raise fail(f"An empty text is neither {wanted} nor the name of a file with one.", code=2)
    try:
        return Path(argument).read_text("utf-8")
    except FileNotFoundError:
        raise fail(f"There is no file {argument}, and {wanted} has braces.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"{argument} cannot be read: {error}") from None
