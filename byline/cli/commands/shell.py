"""`byline shell`: run Cypher and GraphQL interactively, or from standard input."""

import sys
from collections.abc import Mapping
from typing import Annotated

import typer

from accounts.viewer import local_operator
from byline.cli.graphql_request import read_stdin
from byline.cli.output.csv_output import RAW_HELP
from byline.cli.output.result_output import TEXT_FORMATS
from byline.cli.runtime import run_with_graph, usage_error
from byline.server.service import create_service
from byline.settings import load_settings
from byline.shell.interpreter import Interpreter
from byline.shell.prompt import run_prompt, run_statements
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import admin
from resolvers.execute import Request

app = typer.Typer(add_completion=False)


@app.command("shell", epilog="Example: echo 'MATCH (p:Paper) RETURN count(p);' | byline shell --format csv")
def command(
    output_format: Annotated[str, typer.Option("--format", help="Format of results: table, json or csv.")] = "table",
    *,
    raw: Annotated[bool, typer.Option("--raw", help=RAW_HELP)] = False,
) -> None:
    """Run Cypher and GraphQL interactively, with completion and history; or run the statements of standard input.

    The shell only reads. Cypher statements end with a semicolon; :help lists the commands. From standard input, the
    first statement that fails ends the shell with exit code 1.
    """
    if output_format not in TEXT_FORMATS:
        raise usage_error(f"--format {output_format}: expected {', '.join(TEXT_FORMATS)}.")
    text = None if sys.stdin.isatty() else read_stdin()
    settings = load_settings()

    async def work(graph: Graph) -> bool:
        service = create_service(graph, settings)
        viewer = local_operator(settings.default_curator)

        async def answer_graphql(document: str, variables: Mapping[str, Value]) -> Mapping[str, object]:
            return (await service.answer(Request(document, variables, viewer=viewer))).body()

        interpreter = Interpreter(graph, answer_graphql, output_format=output_format, raw=raw)
        if text is None:
            await run_prompt(interpreter, [row.name for row in await graph.fetch(admin.PROCEDURES)])
            return True
        return await run_statements(interpreter, text)

    if not run_with_graph(work, settings, migrated=True):
        raise typer.Exit(1)
