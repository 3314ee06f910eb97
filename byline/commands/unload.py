"""`byline unload`: take a loader's records out of the graph."""

from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command("unload", epilog="Example: byline unload sample")
def command(source: Annotated[str, typer.Argument(metavar="SOURCE", help="Whose records to take out.")]) -> None:
    """Take out every record that a loader brought, and settle what is left anew.

    What no other record describes goes away, unless people did something with it. `byline unload byline` takes out the
    topics that `byline classify` gave.
    """
    from byline.unloading import unload  # noqa: PLC0415 help must not pay half a second for driver and loaders

    unload(source)
