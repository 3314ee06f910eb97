"""What `byline query` does: reads what is asked, asks it, and prints the answer or its Cypher."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import orjson
import typer

from byline.commands.manners import fail, mannered, on_graph
from byline.service import service
from byline.settings import settled
from resolvers.compile.layout import to_take_along
from resolvers.document import InvalidDocumentError
from resolvers.errors import RequestError
from resolvers.execute import Request
from resolvers.prepare import Preparer


def query(question: str, variables: str, operation: str | None, *, cypher: bool) -> None:
    """Answer a question, or print its Cypher. Raises typer.Exit where the answer has errors."""
    request = asked(question, variables, operation)
    with mannered():
        settings = settled()
        if cypher:
            _print_cypher(request, settings.max_depth)
            return
        request = replace(request, curator=settings.decides)
        reply = on_graph(lambda graph: service(graph, settings).answer(request), settings, migrated=True)
    typer.echo(orjson.dumps(reply.body(), option=orjson.OPT_INDENT_2).decode())
    if reply.errors:
        raise typer.Exit(1)


def asked(question: str, variables: str, operation: str | None) -> Request:
    """Return the request that a command line means. Raises typer.Exit."""
    document = _standard_input() if question == "-" else _text(question, "a question")
    try:
        given: object = _json(variables)
    except orjson.JSONDecodeError as error:
        raise fail(f'--variables is no JSON: {error}. Write it as \'{{"name": "value"}}\'.') from None
    if not isinstance(given, dict):
        raise fail('--variables is no JSON object. Write it as \'{"name": "value"}\'.')
    return Request(document, cast("dict[str, Any]", given), operation)


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
        plan, coerced = Preparer(max_depth).plan(request.query, request.operation, request.variables)
        bound = plan.bind(coerced)
    except (InvalidDocumentError, RequestError) as error:
        raise fail(str(error)) from None
    if bound.beside:
        told = ", ".join(one.key for one in bound.beside)
        raise fail(f"{told}: the rules for identities answer that, with cypher/read/identity/. Leave it out here.")
    if not bound.text:
        raise fail("This question asks nothing of the graph: the schema alone answers it.")
    typer.echo(to_take_along(bound.text, bound.parameters))


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
