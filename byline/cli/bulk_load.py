"""Run `byline load --bulk`: prepare a new graph, import it or leave its files in a folder, and finish the import."""

import shutil
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from byline.cli.output.load_report import describe_empty_sources, describe_full_rejection, report_all
from byline.cli.runtime import err, fail, handle_errors, print_status, run_with_graph, usage_error
from byline.local_neo4j import state
from byline.local_neo4j.backup import ManagedGraph, import_full
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import convert_os_errors
from byline.local_neo4j.server import require_no_owner_process
from byline.settings import Settings, load_settings
from cypher.driver.client import Graph
from cypher.queries import admin, lookup
from cypher.queries.accounts import COUNT_USERS
from loaders.bulk import import_package as folders
from loaders.bulk.duckdb_session import BulkTableError
from loaders.bulk.executors.dask import WorkerWaitPolicy, dask_executor
from loaders.bulk.executors.local import ExecutorError, local_executor
from loaders.bulk.import_package import finish, missing
from loaders.bulk.pipeline import FILES, BulkOptions, BulkResult, IncompleteSourceError, prepare
from loaders.bulk.splits import SourceInput
from loaders.formats.archive import ArchiveError, PathNotFoundError
from loaders.graph_queries import run_query
from loaders.pipeline.progress import Progress
from loaders.pipeline.record_batches import ReaderError
from loaders.pipeline.timings import TimeBreakdown
from loaders.records.errors import SourceFileError
from loaders.writing.lease import write_lease
from resolvers.version import __version__

WORKING = "bulk-"
"""Prefix of the names of work directories."""


class BulkRequest(NamedTuple):
    """Options of a bulk load.

    Attributes:
        output_dir: Folder for the prepared files; None imports them into the managed Neo4j.
        replace: Replace an existing graph.
        workers: Number of local processes; None for the setting.
        as_json: Print the summary as JSON.
        scheduler: Address of a Dask scheduler whose workers prepare the graph; None for local processes.
    """

    output_dir: Path | None = None
    replace: bool = False
    workers: int | None = None
    as_json: bool = False
    scheduler: str | None = None


THERE = (
    "The graph is not empty, and a bulk load creates a new graph. Add --no-bulk to add the records to the existing "
    "graph, or --bulk --replace to replace it."
)


@contextmanager
def lock_home(home: Path) -> Generator[None]:
    """Allow one bulk load at a time in a home folder, and remove work directories of killed loads."""
    lock = FileLock(home / "bulk.lock")
    with handle_errors(), convert_os_errors("lock the folder for a bulk load", home):
        home.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:  # also an OSError
            raise fail(f"Another bulk load is running in {home}. Wait for it to finish, or stop it.") from None
    try:
        for left in home.glob(f"{WORKING}*/"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        lock.release()


@contextmanager
def create_output_dir(output_dir: Path) -> Generator[None]:
    """Create the folder for prepared files; remove a new folder again if the load fails.

    Raises typer.Exit if the folder is not empty or cannot be created.
    """
    is_new = not output_dir.exists()
    try:
        folders.check(output_dir)
    except folders.FolderError as error:
        raise fail(str(error), code=2) from None
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):  # the folder is not empty
                output_dir.rmdir()
        raise


def check(source_inputs: Sequence[SourceInput], request: BulkRequest, settings: Settings) -> None:
    """Check the options and that no graph would be overwritten. Raises typer.Exit."""
    if any(source_input.source.name == "curator" for source_input in source_inputs):
        raise fail(
            "A bulk load cannot load decisions. Load them into the existing graph: byline load curator ...", code=2
        )
    if request.scheduler is not None and request.workers is not None:
        raise fail(
            "--workers (local processes) and --scheduler (Dask workers) exclude each other. Use one of them.", code=2
        )
    if request.output_dir is not None:
        return
    if settings.neo4j_uri is not None:
        raise fail(
            f"Cannot import into the external Neo4j at {settings.neo4j_uri} (NEO4J_URI): an import runs on the "
            "server's machine. Prepare the files with --output-dir FOLDER; its README.txt explains the import.",
            code=2,
        )
    check_again(request, settings)
    if (
        not request.replace
        and not _runs(settings)
        and run_with_graph(lambda graph: holds_anything(graph, settings.home), settings)
    ):
        raise fail(THERE)


def check_again(request: BulkRequest, settings: Settings) -> None:
    """Raise typer.Exit if a running Neo4j belongs to another command, is being written to, or holds a graph."""
    server_state = state.read_state(DataDirectory.for_version(settings.home))
    if server_state is None or not server_state.jvm.alive():
        return
    with handle_errors():
        require_no_owner_process(server_state, "replace its graph")
    if run_with_graph(lambda graph: holds_anything(graph, settings.home), settings) and not request.replace:
        raise fail(THERE)


def _runs(settings: Settings) -> bool:
    server_state = state.read_state(DataDirectory.for_version(settings.home))
    return server_state is not None and server_state.jvm.alive()


async def holds_anything(graph: Graph, home: Path) -> bool:
    """Return True if the graph has records or accounts. Raises LeaseHeldError if another process writes to it.

    The graph of a bulk load that was killed before it was finished counts as empty, so that the load can be repeated.
    """
    async with write_lease(graph, "byline load --bulk"):
        if await _is_killed_bulk_load(graph, home):
            return False
        holds_records = bool((await run_query(graph, lookup.IS_GRAPH_NONEMPTY))[0].is_nonempty)
        return holds_records or (await graph.fetch(COUNT_USERS))[0].users > 0


async def _is_killed_bulk_load(graph: Graph, home: Path) -> bool:
    """Return True if the graph is an unfinished import of the bulk load with the manifest in the home folder."""
    if not (await graph.fetch(admin.UNFINISHED_IMPORT))[0].unfinished:
        return False
    try:
        loads = folders.read_manifest(home).loads
    except folders.FolderError:
        return False
    return bool(loads) and not await missing(graph, loads)


READING, IMPORTING = "reading", "importing into Neo4j"
DERIVING_STEPS = ("deriving relationships and counts", "writing the import files")


@dataclass(slots=True)
class Steps:
    """Steps of a bulk load: prints each one and measures how long it takes."""

    began: float = field(default_factory=time.monotonic)
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    now: str = ""

    def begin(self, step: str) -> None:
        """Print the name of a step and start its timer."""
        self.end()
        self.now, self.began = step, time.monotonic()
        print_status(f"{step} ...")

    def end(self) -> None:
        """Stop the timer of the current step."""
        if self.now:
            self.seconds[self.now] = self.seconds.get(self.now, 0.0) + time.monotonic() - self.began
        self.now = ""

    def report(self, progress: Progress) -> None:
        """Print the progress of reading."""
        counts = progress.counts
        print_status(f"{progress.read:,} records so far, {counts.files:,} of {counts.total_files:,} files read")

    def spent(self) -> TimeBreakdown:
        """Return the time per activity."""
        self.end()
        reading, neo4j = self.seconds.pop(READING, 0.0), self.seconds.pop(IMPORTING, 0.0)
        deriving = sum(self.seconds.pop(step_name, 0.0) for step_name in DERIVING_STEPS)
        return TimeBreakdown(
            reading_s=reading, resolving_s=sum(self.seconds.values()), neo4j_s=neo4j, deriving_s=deriving
        )


def load(source_inputs: Sequence[SourceInput], request: BulkRequest) -> None:
    """Load sources as a new graph. Raises typer.Exit if reading or writing fails."""
    with handle_errors():
        settings = load_settings()
    steps = Steps()
    with create_output_dir(request.output_dir) if request.output_dir else lock_home(settings.home):
        check(source_inputs, request, settings)
        prepared = _build_graph(source_inputs, request, settings, steps)
    prepared.summaries[0].spent = steps.spent()
    report_all(prepared.summaries, settings.home, as_json=request.as_json)
    if request.output_dir is not None:
        print_status(f"Import instructions: {request.output_dir / 'README.txt'}")


def _build_graph(
    source_inputs: Sequence[SourceInput], request: BulkRequest, settings: Settings, steps: Steps
) -> BulkResult:
    with handle_errors(), tempfile.TemporaryDirectory(dir=request.output_dir or settings.home, prefix=WORKING) as place:
        try:
            prepared = _prepared(source_inputs, Path(place), settings, request, steps)
            steps.begin(IMPORTING if request.output_dir is None else "writing the import instructions")
            if request.output_dir is None:
                _import(Path(place), prepared, request, settings)
            else:
                (Path(place) / FILES).rename(request.output_dir / FILES)
                folders.write(request.output_dir, prepared, __version__)
        except IncompleteSourceError as error:
            for summary in error.summaries:
                summary.new = summary.changed = summary.unchanged = (
                    0  # they count written records, and nothing was written
                )
            report_all(error.summaries, settings.home, as_json=request.as_json, loaded=False)
            nothing = describe_empty_sources(
                error.summaries,
                {source_input.source.name: source_input.source.expected_files for source_input in source_inputs},
            )
            why = nothing or describe_full_rejection(error.summaries) or str(error)
            hint = (
                " --no-bulk loads their complete records."
                if any(summary.unreadable for summary in error.summaries)
                else ""
            )
            raise fail(f"{why} Nothing was loaded.{hint}") from None
        except PathNotFoundError as error:
            raise usage_error(f"{error} Nothing was loaded.") from None
        except (ArchiveError, SourceFileError, BulkTableError, ExecutorError, ReaderError) as error:
            raise fail(f"{error} Nothing was loaded.") from None
        except OSError as error:
            raise fail(f"{error.filename or place}: {error.strerror}. Nothing was loaded.") from None
    return prepared


def finish_import(folder: Path | None) -> None:
    """Finish the import of a prepared folder, or of the last bulk load into the managed Neo4j.

    Raises typer.Exit if the folder is not a prepared import, or the graph was not imported from it.
    """
    with handle_errors():
        home = load_settings().home
    try:
        left = folders.read_manifest(folder or home)
    except folders.FolderError as error:
        if folder is not None:
            raise fail(str(error)) from None
        if (home / folders.MANIFEST).exists():
            raise fail(
                f"{home / folders.MANIFEST} is damaged, so that the import cannot be finished. Run the bulk load again "
                "with --replace."
            ) from None
        raise fail(
            "No unfinished import found. Name the folder that `byline load --bulk --output-dir` wrote."
        ) from None

    async def finished(graph: Graph) -> list[str]:
        lacks = await missing(graph, left.loads)
        if not lacks:
            async with write_lease(graph, "byline finish-import"):
                await finish(graph, left.empty)
        return lacks

    if lacks := run_with_graph(finished):
        what = f"The graph was not imported from {folder or home}: it does not contain the load {lacks[0]}."
        if folder is None:
            raise fail(f"{what} The graph was replaced after that import; there is nothing to finish.")
        raise fail(f"{what} Import the files first (see {folder / 'README.txt'}), then run this command again.")
    if folder is None:
        folders.remove_manifest(home)
    print_status("The import is finished.")


def _prepared(
    source_inputs: Sequence[SourceInput], place: Path, settings: Settings, request: BulkRequest, steps: Steps
) -> BulkResult:
    workers = settings.workers if request.workers is None else request.workers
    by = (
        dask_executor(request.scheduler, __version__, WorkerWaitPolicy(print_status))
        if request.scheduler
        else local_executor(workers)
    )
    with by as at_work:
        steps.begin(READING)
        options = BulkOptions(at_work, settings.bulk_memory, version=__version__, report=steps.report, step=steps.begin)
        return prepare(source_inputs, place, options)


def _import(place: Path, prepared: BulkResult, request: BulkRequest, settings: Settings) -> None:
    check_again(request, settings)  # another process may have loaded data during the preparation
    target = ManagedGraph(settings.home, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache)

    def write_manifest() -> None:
        folders.write_manifest(settings.home, prepared)

    import_full(target, place / FILES, prepared.exported.options, before_replacement=write_manifest, progress=err)
    try:
        finish_import(None)
    except BaseException:
        print_status(
            "The graph is imported, but some of its indexes are missing. Run `byline finish-import` to create them."
        )
        raise
