"""`byline changes`: the feed of changes, a line of JSON for each."""

from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command("changes", epilog="Example: byline changes --since 2026-01-31T12:00:00Z > changes.ndjson")
def command(
    since: Annotated[
        str | None,
        typer.Option(
            help="A load's id, a time, or a change's number; from the beginning unless said.", show_default=False
        ),
    ] = None,
    after: Annotated[str | None, typer.Option(help="A line's cursor: go on behind it.", show_default=False)] = None,
) -> None:
    """Tell what was added, changed, merged or removed, oldest first; each thing where it was added and changed last.

    Each line has its cursor: `--after` with the last one goes on behind it, also when more has changed. A thing is told
    of by its Byline id, which GraphQL's `nodes` takes; what was merged names what it was merged into. Derived figures,
    such as counts of citations, are no changes.
    """
    from byline.change_feed import tell  # noqa: PLC0415 help must not pay a second for driver and resolvers

    tell(since, after)
