"""`byline sources`: what can be loaded."""

import typer
from rich.table import Table

from byline.commands.manners import out
from loaders.source import sources

app = typer.Typer(add_completion=False)


@app.command("sources", epilog="Example: byline sources")
def command() -> None:
    """List every source: what it gives, what it does not, its licence, and how to load it."""
    table = Table("source", "gives", "does not give", "licence", "load it with", show_lines=True)
    for source in sources().values():
        table.add_row(
            f"{source.name}\n{source.title}\n{source.address}",
            "\n".join(source.gives),
            "\n".join(source.lacks),
            source.licence,
            source.example,
        )
    out.print(table)
