"""`byline graph`: the graph described, from the database and the declared model."""

from pathlib import Path
from typing import Annotated

import typer

from byline.commands.manners import on_graph, say, write
from byline.given import path

app = typer.Typer(add_completion=False)


@app.command("graph", epilog="Example: byline graph --output docs/graph.md")
def command(
    output: Annotated[
        Path | None, typer.Option(parser=path, help="A file to write; standard output without it.")
    ] = None,
) -> None:
    """Describe every label, relationship and property: type, meaning and count, as Markdown."""
    from byline.graph_page import described  # noqa: PLC0415 help must not pay 0.3 s for the driver

    text = on_graph(described)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write(output, text)
        say(f"written to {output}")
