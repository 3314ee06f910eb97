"""The command line `byline COMMAND`. Each command is a module of `byline.cli.commands`, imported when it is called."""

import gc
import importlib
import os
import signal
import sys
from typing import cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

COMMANDS = {
    "demo": "Start Neo4j and the server with sample data, and print example queries.",
    "serve": "Start the GraphQL server.",
    "fetch": "Download records from OpenAlex, Crossref, arXiv and other services.",
    "load": "Load the records of a source into the graph.",
    "classify": "Predict topics of papers that have no topics, and measure the accuracy.",
    "embed": "Compute vectors of papers, to find papers with a similar meaning.",
    "generate": "Fill an empty graph with synthetic papers for benchmarks.",
    "unload": "Remove the records of a source from the graph.",
    "finish-import": "Finish the import of a bulk load: create the indexes and write the remaining data.",
    "identity": "Merge, split, separate, explain and review entities.",
    "user": "Manage accounts: add, list and disable users, create and revoke access tokens.",
    "policy": "Print the rights of each role.",
    "sources": "List the supported sources.",
    "query": "Run a GraphQL query.",
    "export": "Export a list or the records as lines of JSON, or the graph for network and table tools.",
    "changes": "Print the change feed as lines of JSON.",
    "gds": "Project parts of the graph for the algorithms of Neo4j's plugin Graph Data Science.",
    "map": "Draw the research map of an entity, or write it as a network file.",
    "match": "Match the rows of a table to papers, researchers or institutions.",
    "examples": "List the example Cypher queries, or run one.",
    "describe": "Describe every label, relationship and property, with counts.",
    "schema": "Print the GraphQL schema, or compare it with an earlier version.",
    "migrate": "Create missing constraints and indexes.",
    "reset": "Delete all data in the graph.",
    "shell": "Run Cypher and GraphQL interactively, or from standard input.",
    "doctor": "Check Java, Neo4j, disk space, port, migrations and indexes.",
    "db": "Control the managed Neo4j: start, stop, status, console, dump, restore, browser.",
}


class LazyCommandGroup(TyperGroup):
    """A command group that imports the module of a command only when the command is called, so that help is fast."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride] typer's context is click's
        """Return the command names in the order of COMMANDS."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | TyperGroup | None:  # pyright: ignore[reportIncompatibleMethodOverride] as above
        """Return a command, or for the help of the group a stub that has only its summary."""
        if cmd_name not in COMMANDS:
            return None
        if ctx.resilient_parsing or not _is_invoked(cmd_name):
            return TyperCommand(cmd_name, help=COMMANDS[cmd_name])
        app: typer.Typer = importlib.import_module(f"byline.cli.commands.{cmd_name.replace('-', '_')}").app
        return cast("TyperCommand | TyperGroup", get_command(app))


def _is_invoked(name: str) -> bool:
    """Return True if the first word of the command line is this command."""
    return name == next((word for word in sys.argv[1:] if not word.startswith("-")), None)


app = typer.Typer(
    cls=LazyCommandGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Byline: a scholarly knowledge graph in Neo4j, queried with GraphQL and Cypher.",
    epilog="Example: byline demo",
)


@app.callback(invoke_without_command=True)
def root(
    *,
    version: bool = typer.Option(False, "--version", help="Print Byline's version.", is_eager=True),  # noqa: FBT003 typer's default
) -> None:
    """Byline: a scholarly knowledge graph in Neo4j, queried with GraphQL and Cypher."""
    if version:
        from importlib.metadata import version as installed  # noqa: PLC0415 takes 0.03 s and is needed only here

        typer.echo(f"byline {installed('byline')}")
        raise typer.Exit


GC_THRESHOLD = 50_000
"""Threshold of the garbage collector in objects.

Python's default of 700 triggers hundreds of collections while modules are imported: a tenth of the run time of a short
command.
"""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(GC_THRESHOLD)
    # Ctrl-C ends the process until the command installs its own handlers: importing it takes seconds, and shells start
    # background jobs with SIGINT ignored
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_DFL)
    try:
        app()
    except Exception as error:
        if os.environ.get("BYLINE_TRACEBACK"):
            raise
        message = f"Byline failed with an internal error: {type(error).__name__}: {error}"
        sys.exit(f"{message}\nPlease report it with the traceback: run the command again with BYLINE_TRACEBACK=1.")


if __name__ == "__main__":
    main()
