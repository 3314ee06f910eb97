"""`byline sources`: what can be loaded, and whom Byline believes."""

from typing import Annotated

import typer
from rich.table import Table

from byline.commands.manners import mannered, out
from byline.settings import settled
from cypher.trust import OTHERWISE, table
from loaders.source import sources

app = typer.Typer(add_completion=False)


@app.command("sources", epilog="Example: byline sources")
def command(
    *,
    trust: Annotated[bool, typer.Option("--trust", help="For each kind of fact, whom Byline believes first.")] = False,
) -> None:
    """List every source: what it gives, what it does not, its licence, and how to load it."""
    out.print(_trust() if trust else _sources())


def _sources() -> Table:
    found = Table("source", "gives", "does not give", "licence", "load it with", show_lines=True)
    for source in sources().values():
        found.add_row(
            f"{source.name}\n{source.title}\n{source.address}",
            "\n".join(source.gives),
            "\n".join(source.lacks),
            source.licence,
            source.example,
        )
    return found


def _trust() -> Table:
    with mannered():
        settled()
    found = Table("kind of fact", "believed first to last; then others, by name", show_lines=True)
    rows = table()
    for fact in sorted(rows, key=lambda fact: (fact == OTHERWISE, fact)):
        found.add_row(fact, ", ".join(rows[fact]))
    return found
