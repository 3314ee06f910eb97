"""The command line, `byline COMMAND`. Each command is a module of `byline.cli.commands`, imported when it is called."""

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
    "demo": "Start everything on a sample, and say what to try.",
    "serve": "Serve GraphQL over the graph that is there.",
    "fetch": "Fetch from OpenAlex, Crossref, arXiv and others into files.",
    "load": "Load a source.",
    "classify": "Give topics to papers that no source gave any, and measure how well.",
    "generate": "Fill an empty graph with made-up papers, for measuring.",
    "unload": "Take a source's records out again.",
    "finish-import": "Finish what another server imported from a bulk load.",
    "identity": "Who is who: merge, part, split, undo, explain, review.",
    "sources": "List what can be loaded.",
    "query": "Answer one GraphQL question.",
    "export": "Write a list of any length as lines of JSON.",
    "changes": "What was added, changed, merged or removed, as lines of JSON.",
    "match": "Match a table of messy names, titles or affiliations.",
    "examples": "The analysts' query book: list it, or answer one of its questions.",
    "describe": "Describe the graph: every label, relationship and property, with counts.",
    "schema": "Print the GraphQL schema.",
    "migrate": "Apply constraints and indexes.",
    "reset": "Empty the graph.",
    "doctor": "Check everything that Byline needs.",
    "db": "Byline's own Neo4j: start, stop, status, console, dump, restore, browser.",
}


class LazyCommandGroup(TyperGroup):
    """A group that imports a command's module when the command is named, so that help costs nothing."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride] typer's context is click's
        """Return the names in the order of COMMANDS."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | TyperGroup | None:  # pyright: ignore[reportIncompatibleMethodOverride] as above
        """Return one command; for the help of the group, only its line."""
        if cmd_name not in COMMANDS:
            return None
        if ctx.resilient_parsing or not _is_invoked(cmd_name):
            return TyperCommand(cmd_name, help=COMMANDS[cmd_name])
        app: typer.Typer = importlib.import_module(f"byline.cli.commands.{cmd_name.replace('-', '_')}").app
        return cast("TyperCommand | TyperGroup", get_command(app))


def _is_invoked(name: str) -> bool:
    return name == next((word for word in sys.argv[1:] if not word.startswith("-")), None)


app = typer.Typer(
    cls=LazyCommandGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Byline: a scholarly knowledge graph in Neo4j, asked through GraphQL and Cypher.",
    epilog="Example: byline demo",
)


@app.callback(invoke_without_command=True)
def root(
    *,
    version: bool = typer.Option(False, "--version", help="Print Byline's version.", is_eager=True),  # noqa: FBT003 typer's default
) -> None:
    """Byline: a scholarly knowledge graph in Neo4j, asked through GraphQL and Cypher."""
    if version:
        from importlib.metadata import version as installed  # noqa: PLC0415 0.03 s that only this needs

        typer.echo(f"byline {installed('byline')}")
        raise typer.Exit


ALLOCATIONS = 50_000
"""Objects made between two looks for cycles of garbage: of the 700 that Python begins with, reading modules makes
hundreds of looks, which took a tenth of a short command's time."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(ALLOCATIONS)
    for number in (signal.SIGINT, signal.SIGTERM):  # until a command handles them: reading one takes seconds,
        signal.signal(number, signal.SIG_DFL)  # and a shell starts its background jobs with SIGINT ignored
    try:
        app()
    except Exception as error:
        if os.environ.get("BYLINE_TRACEBACK"):
            raise
        message = f"Byline failed by a mistake of its own: {type(error).__name__}: {error}"
        sys.exit(f"{message}\nPlease report it, with what BYLINE_TRACEBACK=1 before the command shows.")


if __name__ == "__main__":
    main()
