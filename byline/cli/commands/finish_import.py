"""`byline finish-import`: what is left to do once Neo4j has imported the files of a bulk load."""

from pathlib import Path
from typing import Annotated

import typer

from byline.cli.params import parse_path

app = typer.Typer(add_completion=False)

Folder = Annotated[
    Path | None,
    typer.Argument(
        parser=parse_path,
        metavar="FOLDER",
        help="The folder that `byline load --bulk --output-dir` wrote; none: what a bulk load here left, broken off.",
    ),
]


@app.command("finish-import", epilog="Example: byline finish-import prepared")
def command(folder: Folder = None) -> None:
    """Make the indexes of an imported graph, and what the import has no words for."""
    from byline.cli import bulk_load as bulk_loading  # noqa: PLC0415 help must not pay 0.8 s for driver and loaders

    bulk_loading.finish_import(folder)
