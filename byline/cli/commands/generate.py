"""`byline generate`: generate a synthetic graph for benchmarks."""

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

Papers = Annotated[int, typer.Option("--papers", min=1, max=100_000_000, help="Number of papers.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="Seed; the same seed and number of papers give the same graph.")
]
Hub = Annotated[
    int | None,
    typer.Option(
        "--max-papers-per-author",
        min=1,
        help="Papers of the most productive researcher. Default: 20,000, at most 2% of the papers.",
    ),
]


@app.command("generate", epilog="Example: byline generate --papers 100000")
def command(*, papers: Papers, seed: Seed = 0, hub: Hub = None) -> None:
    """Fill an empty graph with synthetic papers for benchmarks, with heavy tails and hubs as in real literature.

    The data has no source records: empty the graph with `byline reset` before you load real data.
    """
    shape = GraphShape(papers, seed, hub)
    started = time.perf_counter()
    generate(shape)
    out.print(
        f"{shape.papers:,} papers by {shape.people:,} researchers in {time.perf_counter() - started:,.0f} s. "
        f"Most papers per researcher: {shape.hub:,}; most citations per paper: {(shape.papers - 1) // shape.every:,}.\n"
        "Next: `byline describe` counts everything; `byline serve` starts the server."
    )


def generate(shape: GraphShape) -> None:
    """Fill the graph that the settings select. Raises typer.Exit if it is not empty or another error occurs."""
    run_with_graph(lambda graph: _generate(graph, shape))


async def _generate(graph: Graph, shape: GraphShape) -> None:
    await migrate(graph)
    async with show_progress("generate") as report:
        await fill(graph, shape, metadata.version("byline"), report)
