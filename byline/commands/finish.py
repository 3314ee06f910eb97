"""`byline finish`: what is left to do once Neo4j has imported the files of a bulk load."""

from pathlib import Path
from typing import Annotated

import typer

from byline.given import path

app = typer.Typer(add_completion=False)

Folder = Annotated[
    Path | None,
    typer.Argument(
        parser=path,
        metavar="FOLDER",
        help="The folder that `byline load --bulk --to` wrote; none: what a bulk load here left, broken off.",
    ),
]


@app.command("finish", epilog="Example: byline finish prepared")
def command(folder: Folder = None) -> None:
    """Make the indexes of an imported graph, and what the import has no words for."""
    from byline import bulk_loading  # noqa: PLC0415 help must not pay 0.8 s for driver and loaders

    bulk_loading.finish_import(folder)
