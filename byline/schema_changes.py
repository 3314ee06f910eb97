"""What `byline schema` prints: the schema, its roots, or what has changed since an earlier one."""

from pathlib import Path

from graphql import GraphQLError, GraphQLSchema, build_schema
from graphql.utilities import BreakingChange, DangerousChange, find_schema_changes

from byline.commands.manners import fail, out
from byline.roots_page import table
from resolvers.schema import printed

__all__ = ["printed", "roots", "tell"]


def roots() -> str:
    """Return the roots of the schema as a table in Markdown."""
    return table(build_schema(printed()))


def tell(diff: Path) -> bool:
    """Print each change since an earlier schema; return whether some break clients.

    Raises typer.Exit where the file is no schema.
    """
    changes = find_schema_changes(_read(diff), build_schema(printed()))
    breaking = sorted(one.description for one in changes if isinstance(one, BreakingChange))
    dangerous = sorted(one.description for one in changes if isinstance(one, DangerousChange))
    safe = sorted(one.description for one in changes if not isinstance(one, BreakingChange | DangerousChange))
    for kind, style, told in (("breaks", "red", breaking), ("may break", "yellow", dangerous), ("adds", "", safe)):
        for one in told:
            out.print(f"{kind:<10}", style=style, end="")
            out.print(one, soft_wrap=True)
    out.print(f"{len(breaking)} break clients, {len(dangerous)} may, {len(safe)} do not.")
    return bool(breaking)


def _read(path: Path) -> GraphQLSchema:
    try:
        return build_schema(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"{path} cannot be read: {error}") from None
    except (GraphQLError, TypeError) as error:
        raise fail(f"{path} is no GraphQL schema: {error}") from None
