"""`byline graph`: the graph described, from the database and the declared model."""

from pathlib import Path
from typing import Annotated, cast

import typer

from byline.commands.manners import on_graph, say
from byline.graph_page import page
from cypher.catalog import statement
from cypher.run import Graph
from cypher.values import Row

app = typer.Typer()
LONG_S = 600.0


@app.command("graph", epilog="Example: byline graph --output docs/graph.md")
def command(
    output: Annotated[Path | None, typer.Option(help="A file to write; standard output without it.")] = None,
) -> None:
    """Describe every label, relationship and property: type, meaning and count, as Markdown."""
    text = on_graph(_described)
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, "utf-8")
        say(f"written to {output}")


async def _described(graph: Graph) -> str:
    async def rows(name: str) -> list[Row]:
        return (await graph.read(statement(name).text, timeout_s=LONG_S)).rows

    labels = {str(label): cast("int", count) for label, count in await rows("admin/label_counts")}
    return page(labels, await rows("admin/node_properties"), await rows("admin/relationship_properties"))
