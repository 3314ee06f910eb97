"""`byline load`: bring a source's records into the graph."""

import asyncio
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byline.commands.manners import err, fail, on_graph, out, say, write

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from cypher.run import Graph
    from loaders.run import Progress as Told
    from loaders.run import Summary, Wishes
    from loaders.source import Source

app = typer.Typer(add_completion=False)

Names = Annotated[str, typer.Argument(metavar="SOURCE", help="Which source: `byline sources` lists them.")]
Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="PATH...", help="Files, folders or archives (.gz .zst .tar.gz .tar.zst .zip)."),
]
Dry = Annotated[bool, typer.Option("--dry-run", help="Write nothing; say what would change.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where the last load of the same paths was broken off.")]
Json = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]
Only = Annotated[str | None, typer.Option("--only", help="One bundled file, such as three-papers.")]
Rejects = Annotated[Path | None, typer.Option("--rejects", help="Where rejected records are listed, one a line.")]


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
    from loaders.run import Wishes  # noqa: PLC0415 help must not pay for the loaders
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
    wishes = Wishes(dry=dry_run, resume=resume, version=metadata.version("byline"))
    summary = on_graph(lambda graph: _load(graph, known[source], given, wishes))
    _report(summary, rejects or Path(f"rejects-{source}.jsonl"), as_json=as_json, dry=dry_run)
    if summary.unreadable:
        raise typer.Exit(1)


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


def _report(summary: "Summary", rejects: Path, *, as_json: bool, dry: bool) -> None:
    import msgspec  # noqa: PLC0415

    if summary.rejects:
        lines = [msgspec.json.encode(one._asdict()).decode() for one in summary.rejects]
        write(rejects, "\n".join(lines) + "\n")
    if as_json:
        said = msgspec.to_builtins(summary) | {"dry": dry, "rejectFile": str(rejects) if summary.rejects else None}
        out.print_json(msgspec.json.encode(said).decode())
        return
    _table(summary, dry=dry)
    for one in summary.unreadable:
        err.print(f"{one.file} could not be read: {one.reason}", style="red", markup=False, highlight=False)
    if summary.rejects:
        err.print(f"What was refused is listed with its place and reason in {rejects}", highlight=False)


def _table(summary: "Summary", *, dry: bool) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table(title=f"{summary.loader}: {'what a load would do' if dry else 'loaded'}", title_justify="left")
    table.add_column("records")
    table.add_column("", justify="right")
    for name, count, note in (
        ("read", summary.read, f"from {summary.files:,} file{'' if summary.files == 1 else 's'}"),
        ("new", summary.new, ""),
        ("changed", summary.changed, ""),
        ("unchanged", summary.unchanged, ""),
        ("rejected", summary.rejected, ""),
        ("authorships", summary.authorships, "places in by-lines of the new and changed"),
        ("edges", summary.authorship_edges, "people in those by-lines: one whom a by-line names twice is one"),
        ("merged", summary.merged, "of the new and changed, with what other records describe"),
        ("conflicts", len(summary.conflicts), "ids that two records of one source state"),
        ("ambiguous", summary.ambiguous, "people without an id whom the evidence leads to several of"),
    ):
        table.add_row(name, f"{count:,}", note)
    out.print(table)
