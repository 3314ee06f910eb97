"""`byline load`: bring a source's records into the graph."""

import asyncio
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byline.commands.manners import err, fail, mannered, on_graph, say
from byline.settings import Settings, settled

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from byline.reject_file import RejectFile
    from cypher.run import Graph
    from loaders.run import Progress as Told
    from loaders.run import Wishes
    from loaders.source import Source
    from loaders.summary import Summary

app = typer.Typer(add_completion=False)

Names = Annotated[str, typer.Argument(metavar="SOURCE", help="Which source: `byline sources` lists them.")]
Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="PATH...", help="Files, folders or archives (.gz .zst .tar.gz .tar.zst .zip)."),
]
Dry = Annotated[
    bool, typer.Option("--dry-run", help="Write nothing; say what would change, each 2,000 records seen by themselves.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where the last load of the same paths was broken off.")]
Json = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]
Only = Annotated[str | None, typer.Option("--only", help="One bundled file, such as three-papers.")]
Rejects = Annotated[
    Path | None,
    typer.Option(
        "--rejects",
        help="Where refused records are listed; unless said, rejects/SOURCE.jsonl in BYLINE_HOME.",
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
) -> None:
    """Load a source's records. Loading twice changes nothing; a load that was broken off goes on with --resume."""
    from byline.load_report import report  # noqa: PLC0415 help must not pay for what a load needs
    from loaders.run import Wishes  # noqa: PLC0415
    from loaders.source import SourceError, sources  # noqa: PLC0415

    known = sources()
    if source not in known:
        raise fail(f"There is no source {source!r}. Sources are: {', '.join(known)}.", code=2)
    if only is not None and (paths or not known[source].bundled):
        bundled = ", ".join(name for name, one in known.items() if one.bundled)
        why = "paths were given as well" if paths else f"{source} has none"
        raise fail(f"--only names a file that comes with Byline, and {why}. Sources that have some: {bundled}.", code=2)
    try:
        given = list(paths or ()) or [known[source].bundle(only)]
    except SourceError as error:
        text = str(error) if known[source].bundled else f"Which file? For example: {known[source].example}"
        raise fail(text, code=2) from None
    settings, listed = _prepared(source, rejects)
    wishes = Wishes(dry=dry_run, resume=resume, version=metadata.version("byline"))
    summary = on_graph(lambda graph: _load(graph, known[source], given, wishes), settings)
    report(summary, listed, as_json=as_json, dry=dry_run)
    if not summary.read:
        raise fail(f"Nothing was read. Expected: {known[source].expects}.")
    if summary.unreadable:
        raise typer.Exit(1)


def _prepared(source: str, rejects: Path | None) -> "tuple[Settings, RejectFile]":
    """Return the settings and where refused records go. Raises typer.Exit where that file could not be written."""
    from byline.reject_file import RejectFile  # noqa: PLC0415

    with mannered():
        settings = settled()
    listed = RejectFile(rejects) if rejects else RejectFile.of(settings.home, source)
    try:
        listed.check()
    except OSError as error:
        what = f"{listed.path}, the list of refused records, cannot be written: {error.strerror}."
        raise fail(f"{what} Nothing was read. Name another file with --rejects.") from None
    return settings, listed


async def _load(graph: "Graph", source: "Source", paths: list[Path], wishes: "Wishes") -> "Summary":
    """Load until done or told to stop; what was acknowledged by then stays."""
    from dataclasses import replace  # noqa: PLC0415

    from cypher.migrate import migrate  # noqa: PLC0415
    from loaders.archive import ArchiveError  # noqa: PLC0415
    from loaders.run import load as run  # noqa: PLC0415
    from loaders.source import SourceError  # noqa: PLC0415

    try:
        if not wishes.dry:
            await migrate(graph)
        with _bar(source.name) as tell:
            return await run(graph, source, paths, replace(wishes, tell=tell))
    except asyncio.CancelledError:
        say("What was loaded so far stays; go on with --resume.")
        raise
    except (ArchiveError, SourceError) as error:
        raise fail(str(error)) from None


@contextmanager
def _bar(name: str) -> "Generator[Callable[[Told], None]]":
    """Show how far the load has come, on standard error."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[read]:,} records, {task.fields[rate]:,.0f}/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(name, total=None, read=0, rate=0.0)

        def tell(now: "Told") -> None:
            elapsed = bar.tasks[0].elapsed or 0
            rate = now.read / elapsed if elapsed else 0.0
            bar.update(
                task,
                total=now.total_bytes,
                completed=now.done_bytes,
                description=f"{name}: {now.doing}",
                read=now.read,
                rate=rate,
            )

        yield tell
