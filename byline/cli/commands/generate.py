"""`byline generate`: a made-up graph for measuring."""

import time
from importlib import metadata
from typing import Annotated

import typer

from byline.cli.output.load_progress import show_progress
from byline.cli.runtime import out, run_with_graph
from cypher.driver.client import Graph
from cypher.migrate import migrate
from loaders.generate.graph_model import GraphShape
from loaders.generate.pipeline import generate as fill

app = typer.Typer(add_completion=False)

Papers = Annotated[int, typer.Option("--papers", min=1, max=100_000_000, help="How many papers.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed and number give the same graph.")]
Hub = Annotated[
    int | None,
    typer.Option(
        "--max-papers-per-author",
        min=1,
        help="Papers of the one who writes most; unless said, 20,000, or one paper in fifty.",
    ),
]


@app.command("generate", epilog="Example: byline generate --papers 100000")
def command(*, papers: Papers, seed: Seed = 0, hub: Hub = None) -> None:
    """Fill an empty graph with made-up papers, for measuring: heavy tails and hubs as real literature has them.

    No record of a source stands behind them: empty the graph (byline reset) before anything real is loaded.
    """
    shape = GraphShape(papers, seed, hub)
    started = time.perf_counter()
    generate(shape)
    out.print(
        f"{shape.papers:,} papers by {shape.people:,} researchers in {time.perf_counter() - started:,.0f} s. "
        f"One wrote {shape.hub:,} of them, and one is cited by {(shape.papers - 1) // shape.every:,}.\n"
        "Next: byline describe counts everything; byline serve answers questions."
    )


def generate(shape: GraphShape) -> None:
    """Fill the graph that the settings mean. Raises typer.Exit where it is not empty or something else is amiss."""
    run_with_graph(lambda graph: _generate(graph, shape))


async def _generate(graph: Graph, shape: GraphShape) -> None:
    await migrate(graph)
    async with show_progress("generate") as tell:
        await fill(graph, shape, metadata.version("byline"), tell)
