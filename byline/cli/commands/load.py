"""`byline load`: load the records of a source into the graph."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NamedTuple

import structlog
import typer

from byline.cli.output.load_progress import show_progress
from byline.cli.output.load_report import describe_empty_sources, describe_full_rejection, report
from byline.cli.params import parse_path, parse_scheduler_address
from byline.cli.reject_file import RejectFile, RejectFileError
from byline.cli.runtime import (
    fail,
    handle_errors,
    print_status,
    run_with_graph,
    unknown_source_error,
    usage_error,
)
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.state import read_state
from byline.settings import Settings, load_settings
from cypher.driver.client import Graph
from cypher.migrate import migrate, pending
from loaders.bulk.splits import SourceInput
from loaders.formats.archive import INPUT, ArchiveError, PathNotFoundError, size_on_disk
from loaders.pipeline.reader_pool import WorkerError
from loaders.pipeline.record_batches import ReaderError
from loaders.pipeline.run import LoadOptions
from loaders.pipeline.run import load as run_load
from loaders.pipeline.summary import Summary
from loaders.records.errors import SourceFileError
from loaders.sources.base import Source, sources
from resolvers.version import __version__

log = structlog.get_logger()
app = typer.Typer(add_completion=False)

SourceName = Annotated[str, typer.Argument(metavar="SOURCE", help="Name of a source; `byline sources` lists them.")]
Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        parser=parse_path,
        metavar="PATH...",
        help="Files, folders or archives (.gz .zst .bz2 .tar .zip); - reads standard input.",
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Report changes and rejects without writing to the graph. Each batch of 2,000 records is resolved "
        "separately.",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the interrupted load of the same paths.")]
Json = Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")]
Bundle = Annotated[str | None, typer.Option("--bundle", help="Load one bundled file, such as three-papers.")]
Rejects = Annotated[
    Path | None,
    typer.Option(
        "--rejects",
        parser=parse_path,
        help="File for rejects. Default: rejects/SOURCE.jsonl in BYLINE_HOME; for a dry run, "
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
        help="Number of reader processes; 0 reads in the main process. Default: BYLINE_WORKERS.",
    ),
]
Bulk = Annotated[
    bool | None,
    typer.Option(
        "--bulk/--no-bulk",
        help="Create a new graph with Neo4j's import, or write in transactions. Default: --bulk if Byline's "
        "own Neo4j is not running, its graph is empty, and the files have BYLINE_BULK_FROM or more.",
        show_default=False,
    ),
]
ExtraSources = Annotated[
    list[str] | None,
    typer.Option(
        "--also", metavar="SOURCE=PATH", help="With --bulk: additional source for the same graph; repeatable."
    ),
]
OutputDir = Annotated[
    Path | None,
    typer.Option(
        "--output-dir",
        parser=parse_path,
        metavar="FOLDER",
        help="With --bulk: write the import files to a folder, for another server.",
    ),
]
Replace = Annotated[
    bool,
    typer.Option("--replace", help="With --bulk: replace the existing graph with its IDs, decisions and accounts."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        parser=parse_scheduler_address,
        metavar="ADDRESS",
        help="With --bulk: prepare the graph on the workers of a Dask scheduler, such as tcp://10.0.0.5:8786.",
    ),
]


@app.command("load", epilog="Example: byline load acl acl-anthology.tar.zst")
def command(  # noqa: PLR0913 one argument per option
    source: SourceName,
    paths: Paths = None,
    *,
    dry_run: DryRun = False,
    resume: Resume = False,
    as_json: Json = False,
    bundle: Bundle = None,
    rejects: Rejects = None,
    workers: Workers = None,
    bulk: Bulk = None,
    extra_sources: ExtraSources = None,
    output_dir: OutputDir = None,
    replace: Replace = False,
    scheduler: Scheduler = None,
) -> None:
    """Load the records of a source. Loading the same data again changes nothing; --resume continues an interrupted
    load.

    Exit code 0: loaded, even if some records are rejected. 1: a file is damaged, nothing was read, or Neo4j failed. 2:
    invalid arguments, such as an unknown source or a path that does not exist.
    """
    request = LoadInput(source, tuple(paths or ()), bundle, rejects)
    if bulk:
        from byline.cli import bulk_load as bulk_loading  # noqa: PLC0415 only bulk loads need it

        if names := given_options({"--dry-run": dry_run, "--resume": resume, "--rejects": rejects}):
            raise usage_error(f"--bulk does not work with {names}. Omit one of them.")
        sources = collect_bulk_sources(request, extra_sources or [])
        absolute_output_dir = (
            output_dir and output_dir.absolute()
        )  # workers on other machines have another current folder
        bulk_loading.load(sources, bulk_loading.BulkRequest(absolute_output_dir, replace, workers, as_json, scheduler))
        return
    bulk_options = {"--also": extra_sources, "--output-dir": output_dir, "--replace": replace, "--scheduler": scheduler}
    if names := given_options(bulk_options):
        raise usage_error(f"Add --bulk: {names} only works with a bulk load.")
    load(
        request,
        LoadOptions(dry_run=dry_run, resume=resume, version=__version__),
        workers,
        as_json=as_json,
        bulk_allowed=bulk is None and not (dry_run or resume or rejects),
    )


def given_options(options: Mapping[str, object]) -> str:
    """Return the names of the options that have a value, for an error; empty without such options."""
    return " and ".join(name for name, value in options.items() if value)


class LoadInput(NamedTuple):
    """The input of a load: name of a source, its paths or the name of a bundled file, and path of the reject file."""

    source: str
    paths: tuple[Path, ...]
    bundle: str | None
    rejects: Path | None


def load(
    request: LoadInput, options: LoadOptions, workers: int | None, *, as_json: bool, bulk_allowed: bool = False
) -> None:
    """Load and print the report. Raises typer.Exit if reading or writing fails.

    Args:
        workers: Number of reader processes; None for the setting.
        bulk_allowed: Use a bulk load if the graph is empty and the input is large.
    """
    source, paths = _resolve_source(request)
    settings, reject_file = _open_reject_file(source.name, request.rejects, dry=options.dry_run)
    options = replace(options, workers=settings.workers if workers is None else workers, rejects=reject_file)
    prefers_bulk = bulk_allowed and _prefers_bulk(source, paths, settings)
    summary = None
    if not (prefers_bulk and DataDirectory.for_version(settings.home).is_new()):
        summary = _load_in_transactions(source, paths, options, settings, unless_empty=prefers_bulk)
    if summary is None:
        _load_in_bulk(SourceInput(source, tuple(paths)), workers, settings, as_json=as_json)
        return
    report(summary, reject_file, as_json=as_json, dry=options.dry_run)
    if reason := describe_empty_sources([summary], {source.name: source.expected_files}) or describe_full_rejection(
        [summary], reject_file.iter_rejects(summary.rejects)
    ):
        raise fail(reason)
    if summary.unreadable:
        raise typer.Exit(1)


def _prefers_bulk(source: Source, paths: Sequence[Path], settings: Settings) -> bool:
    """Return True if an empty graph is filled by a bulk load, which is faster than transactions for large files.

    It needs a Neo4j of Byline's own, and files that can be read again if it fails.
    """
    if settings.neo4j_uri is not None or source.name == "curator" or INPUT in paths:
        return False
    return size_on_disk(paths, source.accepts) >= settings.min_bulk_bytes


def _load_in_transactions(
    source: Source, paths: Sequence[Path], options: LoadOptions, settings: Settings, *, unless_empty: bool
) -> Summary | None:
    """Load into the graph of the settings.

    Args:
        unless_empty: Return None without a load if the graph is empty and this command has started Neo4j.
    """
    server = read_state(DataDirectory.for_version(settings.home)) if unless_empty else None
    was_running = server is not None and server.jvm.alive()

    async def run(graph: Graph) -> Summary | None:
        if unless_empty:
            from byline.cli.bulk_load import holds_anything  # noqa: PLC0415 only large loads need it

            if not await holds_anything(graph, settings.home):
                if not was_running:
                    return None
                print_status("Neo4j was running before: writing in transactions. Stop it, and a bulk load is faster.")
        return await _load(graph, source, paths, options)

    return run_with_graph(run, settings)


def _load_in_bulk(source_input: SourceInput, workers: int | None, settings: Settings, *, as_json: bool) -> None:
    """Create the graph by bulk load."""
    from byline.cli import bulk_load as bulk_loading  # noqa: PLC0415 only bulk loads need it

    print_status(
        f"The graph is empty: creating it by bulk load, because the files have {settings.bulk_from} or more "
        "(BYLINE_BULK_FROM). --no-bulk writes in transactions."
    )
    bulk_loading.load([source_input], bulk_loading.BulkRequest(workers=workers, as_json=as_json))


def collect_bulk_sources(main_request: LoadInput, extra_sources: Sequence[str]) -> list[SourceInput]:
    """Return the sources of a bulk load, each with all its paths: the main source and every `SOURCE=PATH` of --also.

    Raises typer.Exit if a source or path is invalid.
    """
    paths_by_source: dict[str, tuple[Source, list[Path]]] = {}
    for request in (main_request, *map(_parse_additional_source, extra_sources)):
        source, paths = _resolve_source(request)
        paths_by_source.setdefault(source.name, (source, []))[1].extend(paths)
    return [SourceInput(source, tuple(paths)) for source, paths in paths_by_source.values()]


def _parse_additional_source(text: str) -> LoadInput:
    name, equals, path = text.partition("=")
    if not equals or not path:
        raise usage_error(f"--also {text!r}: expected SOURCE=PATH; the {'path' if equals else '='} is missing.")
    return LoadInput(name, (Path(path).expanduser(),), None, None)


def _resolve_source(request: LoadInput) -> tuple[Source, Sequence[Path]]:
    """Return the source and its paths. Raises typer.Exit if the source or bundled file is unknown."""
    known_sources = sources()
    if request.source not in known_sources:
        raise unknown_source_error(request.source, known_sources)
    source = known_sources[request.source]
    if request.bundle is not None and (request.paths or not source.bundled):
        bundled = ", ".join(name for name, known_source in known_sources.items() if known_source.bundled)
        reason = "paths are given as well" if request.paths else f"{source.name} has no bundled files"
        raise fail(
            f"--bundle selects a file bundled with Byline, but {reason}. Sources with bundled files: {bundled}.", code=2
        )
    try:
        return source, request.paths or (source.bundle(request.bundle),)
    except SourceFileError as error:
        text = str(error) if source.bundled else f"No file given. Example: {source.example}"
        raise fail(text, code=2) from None


def _open_reject_file(source: str, rejects: Path | None, *, dry: bool) -> tuple[Settings, RejectFile]:
    """Return the settings and the reject file. Raises typer.Exit if that file cannot be written."""
    with handle_errors():
        settings = load_settings()
    reject_file = RejectFile(rejects) if rejects else RejectFile.default_for(settings.home, source, dry=dry)
    try:
        reject_file.check()
    except OSError as error:
        message = f"Cannot write the reject file {reject_file.path}: {error.strerror}."
        advice = (
            "Name another file with --rejects." if rejects else "Set BYLINE_HOME to a folder that you can write to."
        )
        raise fail(f"{message} Nothing was loaded. {advice}") from None
    return settings, reject_file


async def _load(graph: Graph, source: Source, paths: Sequence[Path], options: LoadOptions) -> Summary:
    """Load until done or cancelled; committed batches are kept."""
    try:
        await (pending(graph) if options.dry_run else migrate(graph))
        async with show_progress(source.name) as report_progress:
            summary = await run_load(graph, source, paths, replace(options, report=report_progress))
        if options.resume and not summary.resumed:
            run_name = "dry run" if options.dry_run else "load"
            print_status(f"No interrupted load of these paths was found; the {run_name} started from the beginning.")
        return summary
    except asyncio.CancelledError:
        print_status("Committed batches are kept; continue with --resume.")
        raise
    except RejectFileError as error:
        raise fail(
            str(error) if options.dry_run else f"{error} Committed batches are kept; continue with --resume."
        ) from None
    except PathNotFoundError as error:
        raise usage_error(str(error)) from None
    except ReaderError as error:
        log.exception("reader_failed", source=source.name)
        raise fail(str(error)) from None
    except (ArchiveError, SourceFileError, WorkerError) as error:
        raise fail(str(error)) from None
