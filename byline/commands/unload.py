"""`byline unload`: take a loader's records out of the graph."""

from pathlib import Path
from typing import Annotated

import typer

from byline.given import path

app = typer.Typer(add_completion=False)

Name = Annotated[str, typer.Argument(metavar="SOURCE", help="Whose records to take out.")]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="NAME", help="Only those that name this as their source, such as a mapping's name."),
]
NotIn = Annotated[
    list[Path] | None,
    typer.Option(
        "--not-in",
        parser=path,
        metavar="PATH",
        help="Only those that these files do not have: all that the source now consists of; repeatable.",
    ),
]
Despite = Annotated[
    bool,
    typer.Option(
        "--despite-refused",
        help="With --not-in: also where records of the files cannot be read, and what the graph has of them goes too.",
    ),
]
Dry = Annotated[bool, typer.Option("--dry-run", help="Take nothing out; say how many would go, and name the first.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=0, max=64, metavar="N", help="With --not-in: processes that read the files, as for load."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="The counts as JSON.")]


@app.command("unload", epilog="Example: byline unload acl --not-in acl-anthology.tar.zst --dry-run")
def command(  # noqa: PLR0913 each is an option that a person may give
    source: Name,
    *,
    only: Only = None,
    not_in: NotIn = None,
    despite_refused: Despite = False,
    dry_run: Dry = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Take out the records that a loader brought, all or those that its files have no more, and settle what is left.

    What no other record describes goes away, unless people did something with it. `byline unload byline` takes out the
    topics that `byline classify` gave.
    """
    from byline import unloading  # noqa: PLC0415 help must not pay half a second for driver and loaders

    asked = unloading.Asked(source, only, tuple(not_in or ()), despite_refused, workers)
    unloading.unload(asked, dry=dry_run, as_json=as_json)
