"""`byline generate`: a made-up graph for measuring."""

import time
from typing import Annotated

import typer

from byline.commands.manners import out
from loaders.generate.shape import Shape

app = typer.Typer(add_completion=False)

Papers = Annotated[int, typer.Option("--papers", min=1, max=100_000_000, help="How many papers.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed and number give the same graph.")]
Hub = Annotated[
    int | None,
    typer.Option("--hub", min=1, help="Papers of the one who writes most; unless said, 20,000, or one paper in fifty."),
]


@app.command("generate", epilog="Example: byline generate --papers 100000")
def command(*, papers: Papers, seed: Seed = 0, hub: Hub = None) -> None:
    """Fill an empty graph with made-up papers, for measuring: heavy tails and hubs as real literature has them.

    No record of a source stands behind them: empty the graph (byline reset) before anything real is loaded.
    """
    from byline.generating import generate  # noqa: PLC0415 help must not pay half a second for the driver

    shape = Shape(papers, seed, hub)
    started = time.perf_counter()
    generate(shape)
    out.print(
        f"{shape.papers:,} papers by {shape.people:,} researchers in {time.perf_counter() - started:,.0f} s. "
        f"One wrote {shape.hub:,} of them, and one is cited by {(shape.papers - 1) // shape.every:,}.\n"
        "Next: byline graph counts everything; byline serve answers questions."
    )
