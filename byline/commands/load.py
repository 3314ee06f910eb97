"""`byline load`: bring a source's records into the graph."""

from pathlib import Path
from typing import Annotated

import typer

from byline.given import path
from byline.given import scheduler as address

app = typer.Typer(add_completion=False)

Names = Annotated[str, typer.Argument(metavar="SOURCE", help="Which source: `byline sources` lists them.")]
Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        parser=path,
        metavar="PATH...",
        help="Files, folders or archives (.gz .zst .bz2 .tar .zip); - is standard input.",
    ),
]
Dry = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Write nothing to the graph; say what would change, each 2,000 records seen by themselves, and list what "
        "would be refused.",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where the last load of the same paths was broken off.")]
Json = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]
Only = Annotated[str | None, typer.Option("--only", help="One bundled file, such as three-papers.")]
Rejects = Annotated[
    Path | None,
    typer.Option(
        "--rejects",
        parser=path,
        help="Where refused records are listed; unless said, rejects/SOURCE.jsonl in BYLINE_HOME, of a dry run "
        "rejects/SOURCE.dry-run.jsonl.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        min=0,
        max=64,
        metavar="N",
        help="Processes that read the files; 0 reads them in this one. Unless said, BYLINE_WORKERS.",
    ),
]
Bulk = Annotated[
    bool,
    typer.Option(
        "--bulk", help="Make a new graph by Neo4j's own import: large sources take half the time, small ones longer."
    ),
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="SOURCE=PATH", help="With --bulk: another source for the same graph; repeatable."),
]
To = Annotated[
    Path | None,
    typer.Option("--to", parser=path, metavar="FOLDER", help="With --bulk: leave the files there, for another server."),
]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace", help="With --bulk: in place of the graph that is there; its Byline ids and decisions go with it."
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        parser=address,
        metavar="ADDRESS",
        help="With --bulk: a Dask scheduler whose workers do the preparing, such as tcp://10.0.0.5:8786.",
    ),
]


@app.command("load", epilog="Example: byline load acl acl-anthology.tar.zst")
def command(  # noqa: PLR0913 each is an option that a person may give
    source: Names,
    paths: Paths = None,
    *,
    dry_run: Dry = False,
    resume: Resume = False,
    as_json: Json = False,
    only: Only = None,
    rejects: Rejects = None,
    workers: Workers = None,
    bulk: Bulk = False,
    beside: With = None,
    to: To = None,
    replace: Replace = False,
    scheduler: Scheduler = None,
) -> None:
    """Load a source's records. Loading twice changes nothing; a load that was broken off goes on with --resume."""
    from byline import loading  # noqa: PLC0415 help must not pay 0.6 s for driver and loaders

    asked = loading.Asked(source, tuple(paths or ()), only, rejects)
    if bulk:
        from byline import bulk_loading  # noqa: PLC0415 as above

        if dry_run or resume or rejects:
            raise loading.refused("--bulk makes a new graph at once: it knows no --dry-run, --resume or --rejects.")
        sources = loading.several(asked, beside or [])
        place = to and to.absolute()  # workers elsewhere begin in folders of their own
        bulk_loading.load(sources, bulk_loading.Wish(place, replace, workers, as_json, scheduler))
        return
    if beside or to or replace or scheduler:
        raise loading.refused("--with, --to, --replace and --scheduler are for --bulk.")
    loading.load(asked, loading.How(dry_run, resume, workers), as_json=as_json)
