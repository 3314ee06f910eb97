"""`byline schema`: print the GraphQL schema, or compare it with an earlier version."""

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
            parser=parse_path, help="Print the changes since an earlier schema, a file printed by this command."
        ),
    ] = None,
    *,
    roots: Annotated[bool, typer.Option("--roots", help="Print the query fields as a Markdown table instead.")] = False,
) -> None:
    """Print the GraphQL schema with all descriptions.

    With --diff, print each change since an earlier schema instead, breaking changes first. Exit code 1 if there are
    breaking changes.
    """
    if roots:
        typer.echo(roots_table(), nl=False)
    elif diff is None:
        typer.echo(printed(), nl=False)
    elif tell(diff):
        raise typer.Exit(1)


BEGIN = "<!-- byline schema --roots: generated from the schema -->"
END = "<!-- byline schema --roots: end -->"
PAGE = ("first", "after", "last", "before")
"""Pagination arguments, which every list has; the page that contains the table explains them."""


def table(schema: GraphQLSchema) -> str:
    """Return the table of query fields, between the markers of its position in a page."""
    query = schema.query_type
    if query is None:
        raise TypeError("The schema has no query type.")
    lines = [BEGIN, "| query field | description |", "| --- | --- |"]
    for name, field in query.fields.items():
        arguments = ", ".join(_arguments(field.args.items()))
        called = f"{name}({arguments})" if arguments else name
        description = " ".join((field.description or "").replace("|", "\\|").split())
        lines.append(f"| `{called}: {field.type}` | {description} |")
    return "\n".join([*lines, END]) + "\n"


def _arguments(arguments: Iterable[tuple[str, GraphQLArgument]]) -> Iterable[str]:
    """Yield each argument with its type; the keys of a oneOf input; only the name of a pagination argument."""
    for name, argument in arguments:
        given_as = cast("GraphQLType", argument.type)  # pyright: ignore[reportUnknownMemberType] its type parameters are unbound
        kind = get_named_type(given_as)
        if name in PAGE:
            yield name
        elif isinstance(kind, GraphQLInputObjectType) and kind.is_one_of:
            yield f"{name}: {{{' or '.join(kind.fields)}}}"
        else:
            yield f"{name}: {given_as}"


__all__ = ["printed", "roots_table", "tell"]


def roots_table() -> str:
    """Return the query fields of the schema as a Markdown table."""
    return table(build_schema(printed()))


def tell(diff: Path) -> bool:
    """Print each change since an earlier schema; return True if some are breaking.

    Raises typer.Exit if the file is not a valid schema.
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
    out.print(f"{len(breaking)} breaking, {len(dangerous)} possibly breaking and {len(safe)} compatible changes.")
    return bool(breaking)


def _read_schema(path: Path) -> GraphQLSchema:
    try:
        return build_schema(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"Cannot read {path}: {error}") from None
    except (GraphQLError, TypeError) as error:
        raise fail(f"{path} is not a valid GraphQL schema: {error}") from None
