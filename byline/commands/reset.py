"""`byline reset`: an empty graph."""

from typing import Annotated

import typer

from byline.commands.manners import fail

app = typer.Typer(add_completion=False)


@app.command("reset", epilog="Example: byline reset --yes")
def command(*, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Delete everything in the graph: what was loaded, and what people did. Asks first."""
    if not yes and not typer.confirm("Everything in the graph goes, for good. Go on?"):
        raise fail("Nothing was deleted.")
    from byline.resetting import reset  # noqa: PLC0415 help must not pay half a second for the driver

    reset()
