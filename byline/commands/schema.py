"""`byline schema`: the GraphQL schema, printed, or what of it differs from an earlier one."""

from pathlib import Path
from typing import Annotated

import typer

from byline.given import path

app = typer.Typer(add_completion=False)


@app.command("schema", epilog="Example: byline schema --diff schema-before.graphql")
def command(
    diff: Annotated[
        Path | None,
        typer.Option(parser=path, help="An earlier schema, as this command printed it: tell what has changed since."),
    ] = None,
    *,
    roots: Annotated[bool, typer.Option("--roots", help="Print its roots as a table in Markdown instead.")] = False,
) -> None:
    """Print the GraphQL schema, descriptions and all.

    With --diff, print each change since an earlier schema instead, those that break clients first. Exit code 1 where
    there are such.
    """
    from byline import schema_changes  # noqa: PLC0415 help must not pay half a second for the schema

    if roots:
        typer.echo(schema_changes.roots(), nl=False)
    elif diff is None:
        typer.echo(schema_changes.printed(), nl=False)
    elif schema_changes.tell(diff):
        raise typer.Exit(1)
