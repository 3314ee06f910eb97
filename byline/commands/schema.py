"""`byline schema`: the GraphQL schema, printed, or what of it differs from an earlier one."""

from pathlib import Path
from typing import Annotated

import typer
from graphql import GraphQLError, GraphQLSchema, build_schema
from graphql.utilities import BreakingChange, DangerousChange, find_schema_changes

from byline.commands.manners import fail, out
from byline.given import path
from byline.roots_page import table
from resolvers.schema import printed

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
    if roots:
        typer.echo(table(build_schema(printed())), nl=False)
        return
    if diff is None:
        typer.echo(printed(), nl=False)
        return
    changes = find_schema_changes(_read(diff), build_schema(printed()))
    breaking = sorted(one.description for one in changes if isinstance(one, BreakingChange))
    dangerous = sorted(one.description for one in changes if isinstance(one, DangerousChange))
    safe = sorted(one.description for one in changes if not isinstance(one, BreakingChange | DangerousChange))
    for kind, style, told in (("breaks", "red", breaking), ("may break", "yellow", dangerous), ("adds", "", safe)):
        for one in told:
            out.print(f"{kind:<10}", style=style, end="")
            out.print(one, soft_wrap=True)
    out.print(f"{len(breaking)} break clients, {len(dangerous)} may, {len(safe)} do not.")
    if breaking:
        raise typer.Exit(1)


def _read(path: Path) -> GraphQLSchema:
    try:
        return build_schema(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"{path} cannot be read: {error}") from None
    except (GraphQLError, TypeError) as error:
        raise fail(f"{path} is no GraphQL schema: {error}") from None
