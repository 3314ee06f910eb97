"""`byline schema`: print the GraphQL schema, or compare it with an earlier version."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, cast

import typer
from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLType,
    build_schema,
    get_named_type,
)
from graphql.utilities import BreakingChange, DangerousChange, find_schema_changes

from byline.cli.params import parse_path
from byline.cli.runtime import fail, out
from resolvers.schema import print_schema

app = typer.Typer(add_completion=False, invoke_without_command=True)
SchemaFile = Annotated[Path, typer.Argument(parser=parse_path, metavar="OLD", help="File with the earlier schema.")]
OtherSchemaFile = Annotated[
    Path | None,
    typer.Argument(
        parser=parse_path, metavar="NEW", help="File with the later schema. Default: the schema of this version."
    ),
]


@app.callback(epilog="Example: byline schema diff old.graphql")
def command(
    context: typer.Context,
    *,
    roots: Annotated[bool, typer.Option("--roots", help="Print the query fields as a Markdown table instead.")] = False,
) -> None:
    """Print the GraphQL schema with all descriptions, or compare two versions of it."""
    if context.invoked_subcommand is None:
        typer.echo(roots_table() if roots else print_schema(), nl=False)


@app.command(
    "diff",
    epilog="Example: curl -s localhost:8000/schema.graphql > new.graphql; byline schema diff old.graphql new.graphql",
)
def diff_command(old: SchemaFile, new: OtherSchemaFile = None) -> None:
    """Print each change between two schemas: breaking changes first, then deprecations.

    Exit code 1 if there are breaking changes, 0 if all changes are compatible, 2 if a file is not a schema.
    """
    if print_changes(_read_schema(old), build_schema(print_schema()) if new is None else _read_schema(new)):
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
        declared = cast("GraphQLType", argument.type)  # pyright: ignore[reportUnknownMemberType] its type parameters are unbound
        kind = get_named_type(declared)
        if name in PAGE:
            yield name
        elif isinstance(kind, GraphQLInputObjectType) and kind.is_one_of:
            yield f"{name}: {{{' or '.join(kind.fields)}}}"
        else:
            yield f"{name}: {declared}"


def roots_table() -> str:
    """Return the query fields of the schema as a Markdown table."""
    return table(build_schema(print_schema()))


DESCRIPTION = "Description of "
"""Start of the message about a change of a description, which no client can notice."""


def print_changes(old: GraphQLSchema, new: GraphQLSchema) -> bool:
    """Print each change between two schemas. Return True if there are breaking changes."""
    changes = find_schema_changes(old, new)
    breaking = sorted(change.description for change in changes if isinstance(change, BreakingChange))
    dangerous = sorted(change.description for change in changes if isinstance(change, DangerousChange))
    safe = sorted(
        change.description
        for change in changes
        if not isinstance(change, BreakingChange | DangerousChange) and not change.description.startswith(DESCRIPTION)
    )
    before = deprecations(old)
    deprecated = [f"{name}: {reason}" for name, reason in deprecations(new).items() if name not in before]
    for kind, style, descriptions in (
        ("breaks", "red", breaking),
        ("may break", "yellow", dangerous),
        ("deprecates", "yellow", deprecated),
        ("adds", "", safe),
    ):
        for description in descriptions:
            out.print(f"{kind:<11}", style=style, end="")
            out.print(description, soft_wrap=True)
    out.print(
        f"{len(breaking)} breaking, {len(dangerous)} possibly breaking and {len(safe)} compatible changes; "
        f"{len(deprecated)} new deprecations."
    )
    return bool(breaking)


def deprecations(schema: GraphQLSchema) -> dict[str, str]:
    """Return the deprecated fields, arguments, input fields and enum values of a schema, each with its reason."""
    found: dict[str, str | None] = {}
    for type_ in schema.type_map.values():
        if isinstance(type_, GraphQLEnumType):
            found |= {f"{type_.name}.{name}": value.deprecation_reason for name, value in type_.values.items()}
        elif isinstance(type_, GraphQLInputObjectType):
            found |= {f"{type_.name}.{name}": field.deprecation_reason for name, field in type_.fields.items()}
        elif isinstance(type_, GraphQLObjectType | GraphQLInterfaceType):
            for name, field in type_.fields.items():
                found[f"{type_.name}.{name}"] = field.deprecation_reason
                found |= {
                    f"{type_.name}.{name}({argument}:)": definition.deprecation_reason
                    for argument, definition in field.args.items()
                }
    return {name: reason for name, reason in sorted(found.items()) if reason is not None}


def _read_schema(path: Path) -> GraphQLSchema:
    try:
        return build_schema(path.read_text("utf-8"))
    except OSError as error:
        raise fail(f"Cannot read {path}: {error.strerror}.", code=2) from None
    except UnicodeDecodeError as error:
        raise fail(f"Cannot read {path}: it is not UTF-8 (byte {error.start:,}).", code=2) from None
    except (GraphQLError, TypeError) as error:
        raise fail(f"{path} is not a valid GraphQL schema: {error}", code=2) from None
