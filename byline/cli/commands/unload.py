"""`byline unload`: remove the records of a source from the graph."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer

from byline.cli.output.load_progress import LINE_INTERVAL_S
from byline.cli.params import parse_path
from byline.cli.runtime import fail, out, print_status, run_with_graph, unknown_source_error, usage_error
from byline.settings import load_settings
from cypher.driver.client import Graph
from cypher.migrate import migrate, pending
from loaders.formats.archive import ArchiveError, PathNotFoundError
from loaders.pipeline.reader_pool import WorkerError
from loaders.pipeline.record_batches import ReaderError
from loaders.records.errors import SourceFileError
from loaders.records.record import BYLINE
from loaders.sources.base import sources
from loaders.unload.release_keys import ReleaseComparisonError, SourceRelease
from loaders.unload.remove_records import UnloadResult, UnloadSelection
from loaders.unload.remove_records import unload as remove

app = typer.Typer(add_completion=False)

SourceName = Annotated[str, typer.Argument(metavar="SOURCE", help="Source whose records to remove.")]
StatedSource = Annotated[
    str | None,
    typer.Option(
        "--source-name", metavar="NAME", help="Only records that state this source, such as the name of a mapping."
    ),
]
MissingFrom = Annotated[
    list[Path] | None,
    typer.Option(
        "--missing-from",
        parser=parse_path,
        metavar="PATH",
        help="Only records missing from these files, which must be the complete release; repeatable.",
    ),
]
IgnoreUnidentified = Annotated[
    bool,
    typer.Option(
        "--ignore-unidentified",
        help="With --missing-from: continue if records cannot be read, and remove their counterparts in the graph too.",
    ),
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Print the number of records to remove and the first ones, without removing them."),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=0, max=64, metavar="N", help="With --missing-from: number of reader processes, as for load."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")]


@app.command("unload", epilog="Example: byline unload acl --missing-from acl-anthology.tar.zst --dry-run")
def command(  # noqa: PLR0913 one argument per option
    source: SourceName,
    *,
    only: StatedSource = None,
    missing_from: MissingFrom = None,
    ignore_unidentified: IgnoreUnidentified = False,
    dry_run: DryRun = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Remove the records of a source, all or only those missing from its current release, and resolve the affected
    entities.

    Entities that no other record describes are deleted unless users have interacted with them. `byline unload byline`
    removes the topics that `byline classify` assigned.
    """
    request = UnloadRequest(source, only, tuple(missing_from or ()), ignore_unidentified, workers)
    unload(request, dry=dry_run, as_json=as_json)


class UnloadRequest(NamedTuple):
    """Selection of records: by loader, by stated source, and by absence from files."""

    loader: str
    only: str | None
    paths: Sequence[Path]
    ignore_unidentified: bool
    workers: int | None


def unload(request: UnloadRequest, *, dry: bool, as_json: bool) -> None:
    """Remove records and print the report. Raises typer.Exit if there are no such records, or the files cannot be
    compared.
    """
    selection = _select(request, dry=dry)
    result = run_with_graph(lambda graph: _unload(graph, request.loader, selection))
    if as_json:
        scope = {"source": request.loader, "only": request.only, "dry_run": dry}
        print(msgspec.json.encode({**scope, **_counts(result)}).decode())  # noqa: T201 for programs: no wrapping
        return
    out.print(_report_text(request, result, dry=dry), soft_wrap=True)


def _select(request: UnloadRequest, *, dry: bool) -> UnloadSelection:
    known = sources()
    if request.loader not in known and request.loader != BYLINE:
        error = unknown_source_error(request.loader, (*known, BYLINE))
        print_status(f"To remove the records of a mapping: byline unload table --source-name {request.loader}")
        raise error
    if not request.paths:
        if request.ignore_unidentified or request.workers is not None:
            raise fail("--ignore-unidentified and --workers require --missing-from.", code=2)
        return UnloadSelection(request.only, dry_run=dry)
    if request.loader == BYLINE:
        raise fail(
            "--missing-from does not apply to topics of `byline classify`: they are not read from files.", code=2
        )
    source = known[request.loader]
    if source.multiple_sources and request.only is None:
        reason = f"The files of {source.name} state their source, and records of other sources must stay"
        raise fail(f"{reason}. With --missing-from, select the source with --source-name NAME.", code=2)
    workers = load_settings().workers if request.workers is None else request.workers
    return UnloadSelection(
        request.only, SourceRelease(source, request.paths, workers, request.ignore_unidentified), dry
    )


async def _unload(graph: Graph, loader: str, selection: UnloadSelection) -> UnloadResult:
    try:
        await (pending(graph) if selection.dry_run else migrate(graph))
        return await remove(graph, loader, selection, ProgressLines())
    except PathNotFoundError as error:
        raise usage_error(str(error)) from None
    except (ReleaseComparisonError, ArchiveError, SourceFileError, WorkerError, ReaderError) as error:
        raise fail(str(error)) from None


class ProgressLines:
    """Prints a progress line every `LINE_INTERVAL_S` seconds."""

    def __init__(self) -> None:
        self._last_printed_at = time.monotonic()

    def __call__(self, activity: str) -> None:
        """Print the activity if a line is due."""
        if time.monotonic() - self._last_printed_at >= LINE_INTERVAL_S:
            self._last_printed_at = time.monotonic()
            print_status(f"{activity}.")


def _counts(result: UnloadResult) -> dict[str, object]:
    first = [{"source": record.source, "key": record.key} for record in result.examples]
    return {
        "gone": result.removed_count,
        "stay": result.stored_count - result.removed_count,
        "unidentified": result.unidentified,
        "first": first,
    }


def _report_text(request: UnloadRequest, result: UnloadResult, *, dry: bool) -> str:
    scope = request.loader if request.only is None else f"{request.loader} with the source {request.only}"
    action = "would be removed" if dry else "removed"
    lines = [f"{_number(result.removed_count)} of {scope} {action}{_kept_note(request, result)}."]
    if not result.stored_count and request.only is None:
        lines.append(
            f"The graph has no records of `byline load {request.loader}`. List the loads with: "
            "byline query '{ meta { loads { loader } } }'"
        )
    if result.unidentified:
        lines.append(f"{_number(result.unidentified)} in the files cannot be read or identified.")
    if dry and result.removed_count:
        more = result.removed_count - len(result.examples)
        lines += [f"  {record.source}:{record.key}" for record in result.examples]
        lines += [f"  and {more:,} more"] if more else []
    return "\n".join(lines)


def _kept_note(request: UnloadRequest, result: UnloadResult) -> str:
    stay = result.stored_count - result.removed_count
    return f"; {stay:,} in the files {'is' if stay == 1 else 'are'} kept" if request.paths else ""


def _number(count: int) -> str:
    return f"{count:,} record{'' if count == 1 else 's'}"
