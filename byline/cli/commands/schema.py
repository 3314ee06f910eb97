"""`byline schema`: the GraphQL schema, printed, or what of it differs from an earlier one."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, cast

import typer
from graphql import (
    GraphQLArgument,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLSchema,
    GraphQLType,
    build_schema,
    get_named_type,
)
from graphql.utilities import BreakingChange, DangerousChange, find_schema_changes

from byline.cli.params import parse_path
from byline.cli.runtime import fail, out
from resolvers.schema import printed

app = typer.Typer(add_completion=False)


@app.command("schema", epilog="Example: byline schema --diff schema-before.graphql")
def command(
    diff: Annotated[
        Path | None,
        typer.Option(
            parser=parse_path, help="An earlier schema, as this command printed it: tell what has changed since."
        ),
    ] = None,
    *,
    roots: Annotated[bool, typer.Option("--roots", help="Print its roots as a table in Markdown instead.")] = False,
) -> None:
    """Print the GraphQL schema, descriptions and all.

    With --diff, print each change since an earlier schema instead, those that break clients first. Exit code 1 where
    there are such.
    """
    if roots:
        typer.echo(roots_table(), nl=False)
    elif diff is None:
        typer.echo(printed(), nl=False)
    elif tell(diff):
        raise typer.Exit(1)


BEGIN = "<!-- byline schema --roots: made from the schema -->"
END = "<!-- end of what is made from the schema -->"
PAGE = ("first", "after", "last", "before")
"""The arguments that every list has; the page above the table says what they do."""


def table(schema: GraphQLSchema) -> str:
    """Return the table, between the marks that say where in a page it stands."""
    query = schema.query_type
    if query is None:
        raise TypeError("A schema without a query type has no roots.")
    lines = [BEGIN, "| root | what it gives |", "| --- | --- |"]
    for name, field in query.fields.items():
        arguments = ", ".join(_arguments(field.args.items()))
        called = f"{name}({arguments})" if arguments else name
        description = " ".join((field.description or "").replace("|", "\\|").split())
        lines.append(f"| `{called}: {field.type}` | {description} |")
    return "\n".join([*lines, END]) + "\n"


def _arguments(arguments: Iterable[tuple[str, GraphQLArgument]]) -> Iterable[str]:
    """Yield each argument with its type; of a choice of keys the keys, of a list's pages the names alone."""
    for name, argument in arguments:
        given_as = cast("GraphQLType", argument.type)  # pyright: ignore[reportUnknownMemberType] its generics are open
        kind = get_named_type(given_as)
        if name in PAGE:
            yield name
        elif isinstance(kind, GraphQLInputObjectType) and kind.is_one_of:
            yield f"{name}: {{{' or '.join(kind.fields)}}}"
        else:
            yield f"{name}: {given_as}"


__all__ = ["printed", "roots_table", "tell"]


def roots_table() -> str:
    """Return the roots of the schema as a table in Markdown."""
    return table(build_schema(printed()))


def tell(diff: Path) -> bool:
    """Print each change since an earlier schema; return whether some break clients.

    Raises typer.Exit where the file is no schema.
    """
    changes = find_schema_changes(_read_schema(diff), build_schema(printed()))
    breaking = sorted(change.description for change in changes if isinstance(change, BreakingChange))
    dangerous = sorted(change.description for change in changes if isinstance(change, DangerousChange))
    safe = sorted(change.description for change in changes if not isinstance(change, BreakingChange | DangerousChange))
    for kind, style, descriptions in (
        ("breaks", "red", breaking),
        ("may break", "yellow", dangerous),
        ("adds", "", safe),
    ):
        for one in descriptions:
            out.print(f"{kind:<10}", style=style, end="")
            out.print(one, soft_wrap=True)
    out.print(f"{len(breaking)} break clients, {len(dangerous)} may, {len(safe)} do not.")
    return bool(breaking)


def _read_schema(path: Path) -> GraphQLSchema:
    try:
        return build_schema(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"{path} cannot be read: {error}") from None
    except (GraphQLError, TypeError) as error:
        raise fail(f"{path} is no GraphQL schema: {error}") from None
