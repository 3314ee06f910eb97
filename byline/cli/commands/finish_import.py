"""`byline finish-import`: complete a bulk load after Neo4j has imported its files."""

from pathlib import Path
from typing import Annotated

import typer

from byline.cli.params import parse_path

app = typer.Typer(add_completion=False)

ImportDirectory = Annotated[
    Path | None,
    typer.Argument(
        parser=parse_path,
        metavar="FOLDER",
        help="Folder written by `byline load --bulk --output-dir`. Default: the interrupted bulk load in BYLINE_HOME.",
    ),
]


@app.command("finish-import", epilog="Example: byline finish-import prepared")
def command(folder: ImportDirectory = None) -> None:
    """Complete an imported graph: create its indexes and the data that the import cannot express."""
    from byline.cli import bulk_load as bulk_loading  # noqa: PLC0415 takes 0.8 s, and help does not need it

    bulk_loading.finish_import(folder)
