"""`byline match`: a table of messy names, titles or affiliations, with what each means in the graph."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from byline import given
from byline.commands.manners import fail

app = typer.Typer(add_completion=False)


class What(Enum):
    """What a table's rows describe."""

    papers = "papers"
    researchers = "researchers"
    institutions = "institutions"


@app.command("match", epilog="Example: byline match papers refs.csv --column title --with year=Published > found.csv")
def command(
    what: Annotated[What, typer.Argument(help="What the rows describe.")],
    table: Annotated[
        Path, typer.Argument(parser=given.path, help="A CSV or TSV file with a header, .txt with a text a line, or -.")
    ],
    column: Annotated[str | None, typer.Option(help="The column with the title, name or affiliation.")] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", help="A column that helps, as fact=column: year=Published. May be given again."),
    ] = None,
) -> None:
    """Write the table as CSV to standard output, with what each row means: id, name, score, whether it is a match.

    Columns with the name of a fact (title or name, year, authors, doi, affiliation, coauthors, work, orcid, country,
    ror) help by themselves. Several names in one cell have semicolons between them. docs/matching.md has the rule.
    """
    from byline.matching import match  # noqa: PLC0415 help must not pay a second for driver and resolvers

    if str(table) != "-" and not table.is_file():
        raise fail(f"There is no file {table}.")
    match(what.value, str(table), column, dict(map(_pair, with_ or [])))


def _pair(text: str) -> tuple[str, str]:
    fact, equals, column = text.partition("=")
    if not equals:
        raise fail(f"--with {text}: write it as fact=column, such as year=Published.")
    return fact, column
