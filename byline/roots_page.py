"""Every root of the schema as a table in Markdown: how it is called, what its keys are, what it gives."""

from collections.abc import Iterable
from typing import cast

from graphql import GraphQLArgument, GraphQLInputObjectType, GraphQLSchema, GraphQLType, get_named_type

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
        told = " ".join((field.description or "").replace("|", "\\|").split())
        lines.append(f"| `{called}: {field.type}` | {told} |")
    return "\n".join([*lines, END]) + "\n"


def _arguments(given: Iterable[tuple[str, GraphQLArgument]]) -> Iterable[str]:
    """Yield each argument with its type; of a choice of keys the keys, of a list's pages the names alone."""
    for name, argument in given:
        given_as = cast("GraphQLType", argument.type)  # pyright: ignore[reportUnknownMemberType] its generics are open
        kind = get_named_type(given_as)
        if name in PAGE:
            yield name
        elif isinstance(kind, GraphQLInputObjectType) and kind.is_one_of:
            yield f"{name}: {{{' or '.join(kind.fields)}}}"
        else:
            yield f"{name}: {given_as}"
