"""`byline query`: run a GraphQL query from the shell."""

from dataclasses import replace
from typing import Annotated

import orjson
import typer

from accounts.errors import AccountError
from accounts.users import find_user
from accounts.viewer import local_operator
from byline.cli.graphql_request import build_request
from byline.cli.runtime import fail, handle_errors, run_with_graph
from byline.server.service import create_service
from byline.settings import load_settings
from cypher.driver.client import Graph
from resolvers.compile.cypher_format import to_browser_script
from resolvers.document import InvalidDocumentError
from resolvers.errors import RequestError
from resolvers.execute import Request
from resolvers.plan_cache import PlanCache
from resolvers.reply import Reply

app = typer.Typer(add_completion=False)


@app.command("query", epilog="Example: byline query '{ papers(first: 3) { nodes { title year } } }'")
def command(
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="GraphQL document, or a file with one; - reads standard input.")
    ],
    variables: Annotated[str, typer.Option(help="Variables as a JSON object, or a file with one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Name of the operation if the document has several.")] = None,
    user: Annotated[
        str | None,
        typer.Option(
            help="Act as this user. Default: the operator, with all rights and no account.", show_default=False
        ),
    ] = None,
    *,
    cypher: Annotated[
        bool, typer.Option("--cypher", help="Print the compiled Cypher instead of running the query.")
    ] = False,
) -> None:
    """Run a GraphQL query and print the response as JSON. Exit code 1 if the response has errors.

    With --cypher, print the compiled Cypher statement, its parameters first: paste and run the parameters in Neo4j
    Browser, then the statement. This needs no connection to Neo4j.
    """
    query(document, variables, operation, user, cypher=cypher)


def query(document: str, variables: str, operation: str | None, user: str | None, *, cypher: bool) -> None:
    """Run a query, or print its Cypher. Raises typer.Exit if the response has errors."""
    request = build_request(document, variables, operation)
    with handle_errors():
        settings = load_settings()
        if cypher:
            _print_cypher(request, settings.max_depth)
            return

        async def answer(graph: Graph) -> Reply:
            viewer = local_operator(settings.default_curator) if user is None else await find_user(graph, user)
            return await create_service(graph, settings).answer(replace(request, viewer=viewer))

        try:
            reply = run_with_graph(answer, settings, migrated=True)
        except AccountError as error:
            raise fail(str(error)) from None
    typer.echo(orjson.dumps(reply.body(), option=orjson.OPT_INDENT_2).decode())
    if reply.errors:
        raise typer.Exit(1)


def _print_cypher(request: Request, max_depth: int) -> None:
    try:
        plan, coerced = PlanCache(max_depth).plan(request.query, request.operation, request.variables)
        bound = plan.bind(coerced)
    except (InvalidDocumentError, RequestError) as error:
        raise fail(str(error)) from None
    if bound.service_calls:
        keys = ", ".join(root.key for root in bound.service_calls)
        raise fail(f"{keys}: not compiled to Cypher; the identity service resolves it. Remove it from the document.")
    if not bound.text:
        raise fail("This query does not access the graph: it is answered from the schema.")
    typer.echo(to_browser_script(bound.text, bound.parameters, plan.parts.computed))
