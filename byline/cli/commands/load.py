"""`byline load`: bring a source's records into the graph."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from byline.cli.output.load_progress import show_progress
from byline.cli.output.load_report import all_refused, nothing_read, report
from byline.cli.params import parse_path
from byline.cli.params import parse_scheduler_address as address
from byline.cli.reject_file import RejectFile, RejectFileError
from byline.cli.runtime import fail, handle_errors, print_status, run_with_graph
from byline.settings import Settings, load_settings
from cypher.driver.client import Graph
from cypher.migrate import migrate, pending
from loaders.bulk.splits import SourceInput as OneOfSeveral
from loaders.formats.archive import ArchiveError
from loaders.pipeline.reader_pool import WorkerError
from loaders.pipeline.run import LoadOptions
from loaders.pipeline.run import load as run
from loaders.pipeline.summary import Summary
from loaders.records.errors import SourceFileError
from loaders.sources.base import Source, sources
from resolvers.version import __version__

app = typer.Typer(add_completion=False)

Names = Annotated[str, typer.Argument(metavar="SOURCE", help="Which source: `byline sources` lists them.")]
Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        parser=parse_path,
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
Only = Annotated[str | None, typer.Option("--bundle", help="One bundled file, such as three-papers.")]
Rejects = Annotated[
    Path | None,
    typer.Option(
        "--rejects",
        parser=parse_path,
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
    typer.Option("--also", metavar="SOURCE=PATH", help="With --bulk: another source for the same graph; repeatable."),
]
To = Annotated[
    Path | None,
    typer.Option(
        "--output-dir",
        parser=parse_path,
        metavar="FOLDER",
        help="With --bulk: leave the files there, for another server.",
    ),
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
    extra_sources: With = None,
    to: To = None,
    replace: Replace = False,
    scheduler: Scheduler = None,
) -> None:
    """Load a source's records. Loading twice changes nothing; a load that was broken off goes on with --resume."""
    request = LoadRequest(source, tuple(paths or ()), only, rejects)
    if bulk:
        from byline.cli import bulk_load as bulk_loading  # noqa: PLC0415 as above

        if dry_run or resume or rejects:
            raise refused("--bulk makes a new graph at once: it knows no --dry-run, --resume or --rejects.")
        sources = collect_bulk_sources(request, extra_sources or [])
        place = to and to.absolute()  # workers elsewhere begin in folders of their own
        bulk_loading.load(sources, bulk_loading.BulkRequest(place, replace, workers, as_json, scheduler))
        return
    if extra_sources or to or replace or scheduler:
        raise refused("--also, --output-dir, --replace and --scheduler are for --bulk.")
    load(request, LoadSettings(dry_run, resume, workers), as_json=as_json)


class LoadRequest(NamedTuple):
    """What a person asks to be loaded: a source's name, files, or the name of a bundled one, and where refusals go."""

    source: str
    paths: tuple[Path, ...]
    only: str | None
    rejects: Path | None


class LoadSettings(NamedTuple):
    """How to load: as a dry run, on from where it was broken off, read by so many processes (None: as is set)."""

    dry: bool = False
    resume: bool = False
    workers: int | None = None


def load(request: LoadRequest, how: LoadSettings, *, as_json: bool) -> None:
    """Load and report. Raises typer.Exit where something cannot be read or written."""
    source, paths = _chosen(request)
    settings, listed = _prepared(source.name, request.rejects, dry=how.dry)
    workers = settings.workers if how.workers is None else how.workers
    options = LoadOptions(dry=how.dry, resume=how.resume, version=__version__, workers=workers, rejects=listed)
    summary = run_with_graph(lambda graph: _load(graph, source, paths, options), settings)
    report(summary, listed, as_json=as_json, dry=how.dry)
    if why := nothing_read([summary], {source.name: source.expects}) or all_refused(
        [summary], listed.read_rejects(summary.rejects)
    ):
        raise fail(why)
    if summary.unreadable:
        raise typer.Exit(1)


def collect_bulk_sources(main_request: LoadRequest, extra_sources: Sequence[str]) -> list[OneOfSeveral]:
    """Return the sources of a bulk load, each with all its paths: the one asked for, and every `SOURCE=PATH` beside it.

    Raises typer.Exit for what is none.
    """
    paths_by_source: dict[str, tuple[Source, list[Path]]] = {}
    for request in (main_request, *map(_parse_additional_source, extra_sources)):
        source, paths = _chosen(request)
        paths_by_source.setdefault(source.name, (source, []))[1].extend(paths)
    return [OneOfSeveral(source, tuple(paths)) for source, paths in paths_by_source.values()]


def _parse_additional_source(text: str) -> LoadRequest:
    name, equals, path = text.partition("=")
    if not equals or not path:
        raise refused(f"--also takes SOURCE=PATH, and {text!r} has no {'path' if equals else '='}.")
    return LoadRequest(name, (Path(path).expanduser(),), None, None)


def refused(text: str) -> typer.Exit:
    """Say that options do not go together, and return the exit to raise."""
    return fail(text, code=2)


def _chosen(request: LoadRequest) -> tuple[Source, Sequence[Path]]:
    """Return the source and its files. Raises typer.Exit for a source or a bundled file that there is not."""
    known = sources()
    if request.source not in known:
        raise fail(f"There is no source {request.source!r}. Sources are: {', '.join(known)}.", code=2)
    source = known[request.source]
    if request.only is not None and (request.paths or not source.bundled):
        bundled = ", ".join(name for name, known_source in known.items() if known_source.bundled)
        why = "paths were given as well" if request.paths else f"{source.name} has none"
        raise fail(
            f"--bundle names a file that comes with Byline, and {why}. Sources that have some: {bundled}.", code=2
        )
    try:
        return source, request.paths or (source.bundle(request.only),)
    except SourceFileError as error:
        text = str(error) if source.bundled else f"Which file? For example: {source.example}"
        raise fail(text, code=2) from None


def _prepared(source: str, rejects: Path | None, *, dry: bool) -> tuple[Settings, RejectFile]:
    """Return the settings and where refused records go. Raises typer.Exit where that file could not be written."""
    with handle_errors():
        settings = load_settings()
    listed = RejectFile(rejects) if rejects else RejectFile.for_source(settings.home, source, dry=dry)
    try:
        listed.check()
    except OSError as error:
        what = f"{listed.path}, the list of refused records, cannot be written: {error.strerror}."
        raise fail(f"{what} Nothing was read. Name another file with --rejects.") from None
    return settings, listed


async def _load(graph: Graph, source: Source, paths: Sequence[Path], options: LoadOptions) -> Summary:
    """Load until done or told to stop; what was acknowledged by then stays."""
    try:
        await (pending(graph) if options.dry else migrate(graph))
        async with show_progress(source.name) as tell:
            summary = await run(graph, source, paths, replace(options, tell=tell))
        if options.resume and not summary.resumed:
            print_status("No load of these paths was broken off: this one began at their start.")
        return summary
    except asyncio.CancelledError:
        print_status("What was loaded so far stays; go on with --resume.")
        raise
    except RejectFileError as error:
        raise fail(
            str(error) if options.dry else f"{error} What was loaded so far stays; go on with --resume."
        ) from None
    except (ArchiveError, SourceFileError, WorkerError) as error:
        raise fail(str(error)) from None
