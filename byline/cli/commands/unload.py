"""`byline unload`: take a loader's records out of the graph."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer

from byline.cli.output.load_progress import EVERY_S
from byline.cli.params import parse_path
from byline.cli.runtime import fail, out, print_status, run_with_graph
from byline.settings import load_settings
from cypher.driver.client import Graph
from cypher.migrate import migrate, pending
from loaders.formats.archive import ArchiveError
from loaders.pipeline.reader_pool import WorkerError
from loaders.records.errors import SourceFileError
from loaders.records.record import BYLINE
from loaders.sources.base import sources
from loaders.unload.remove_records import UnloadResult, UnloadSelection
from loaders.unload.remove_records import unload as take_out
from loaders.unload.stale_records import ReleaseComparisonError, SourceRelease

app = typer.Typer(add_completion=False)

Name = Annotated[str, typer.Argument(metavar="SOURCE", help="Whose records to take out.")]
Only = Annotated[
    str | None,
    typer.Option(
        "--source-name", metavar="NAME", help="Only those that name this as their source, such as a mapping's name."
    ),
]
NotIn = Annotated[
    list[Path] | None,
    typer.Option(
        "--missing-from",
        parser=parse_path,
        metavar="PATH",
        help="Only those that these files do not have: all that the source now consists of; repeatable.",
    ),
]
Despite = Annotated[
    bool,
    typer.Option(
        "--ignore-unidentified",
        help="With --missing-from: continue if records cannot be read, and remove their counterparts in the graph too.",
    ),
]
Dry = Annotated[bool, typer.Option("--dry-run", help="Take nothing out; say how many would go, and name the first.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=0, max=64, metavar="N", help="With --missing-from: processes that read the files, as for load."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="The counts as JSON.")]


@app.command("unload", epilog="Example: byline unload acl --missing-from acl-anthology.tar.zst --dry-run")
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
    request = UnloadRequest(source, only, tuple(not_in or ()), despite_refused, workers)
    unload(request, dry=dry_run, as_json=as_json)


class UnloadRequest(NamedTuple):
    """Whose records are to go: a loader's; of one source alone; those that files have no more."""

    loader: str
    only: str | None
    paths: Sequence[Path]
    despite_refused: bool
    workers: int | None


def unload(request: UnloadRequest, *, dry: bool, as_json: bool) -> None:
    """Take out records of a loader, and report. Raises typer.Exit where there is none, or where nothing can be told."""
    which = _which(request, dry=dry)
    taken = run_with_graph(lambda graph: _unload(graph, request.loader, which))
    if as_json:
        scope = {"source": request.loader, "only": request.only, "dry_run": dry}
        print(msgspec.json.encode({**scope, **_counts(taken)}).decode())  # noqa: T201 for programs: no wrapping
        return
    out.print(_report_text(request, taken, dry=dry), soft_wrap=True)


def _which(request: UnloadRequest, *, dry: bool) -> UnloadSelection:
    known = sources()
    if request.loader not in known and request.loader != BYLINE:
        mapped = f"For what a mapping of that name brought: byline unload table --source-name {request.loader}"
        raise fail(
            f"There is no source {request.loader!r}. Sources are: {', '.join((*known, BYLINE))}. {mapped}", code=2
        )
    if not request.paths:
        if request.despite_refused or request.workers is not None:
            raise fail("--ignore-unidentified and --workers are for --missing-from.", code=2)
        return UnloadSelection(request.only, dry=dry)
    if request.loader == BYLINE:
        raise fail("The topics that byline classify gave are in no file: --missing-from is for sources.", code=2)
    source = known[request.loader]
    if source.several and request.only is None:
        why = f"The files of {source.name} name the source whose word they are, and others' are not to go with it"
        raise fail(f"{why}: with --missing-from say which one by --source-name NAME.", code=2)
    workers = load_settings().workers if request.workers is None else request.workers
    return UnloadSelection(request.only, SourceRelease(source, request.paths, workers, request.despite_refused), dry)


async def _unload(graph: Graph, loader: str, which: UnloadSelection) -> UnloadResult:
    try:
        await (pending(graph) if which.dry else migrate(graph))
        return await take_out(graph, loader, which, _Lines())
    except (ReleaseComparisonError, ArchiveError, SourceFileError, WorkerError) as error:
        raise fail(str(error)) from None


class _Lines:
    """Says how far it is, now and then."""

    def __init__(self) -> None:
        self._said_at = time.monotonic()

    def __call__(self, doing: str) -> None:
        """Take in how far it is."""
        if time.monotonic() - self._said_at >= EVERY_S:
            self._said_at = time.monotonic()
            print_status(f"{doing}.")


def _counts(taken: UnloadResult) -> dict[str, object]:
    first = [{"source": record.source, "key": record.key} for record in taken.first]
    return {"gone": taken.gone, "stay": taken.there - taken.gone, "unidentified": taken.nameless, "first": first}


def _report_text(request: UnloadRequest, taken: UnloadResult, *, dry: bool) -> str:
    whose = request.loader if request.only is None else f"{request.loader} that name {request.only} as their source"
    done = "would be taken out" if dry else "taken out"
    lines = [f"{_number(taken.gone)} of {whose} {done}{_kept_note(request, taken)}."]
    if taken.nameless:
        lines.append(f"{_number(taken.nameless)} of the files could not be read, nor be told apart.")
    if dry and taken.gone:
        more = taken.gone - len(taken.first)
        lines += [f"  {record.source}:{record.key}" for record in taken.first]
        lines += [f"  and {more:,} more"] if more else []
    return "\n".join(lines)


def _kept_note(request: UnloadRequest, taken: UnloadResult) -> str:
    stay = taken.there - taken.gone
    return f"; {stay:,} that the files have stay{'s' if stay == 1 else ''}" if request.paths else ""


def _number(count: int) -> str:
    return f"{count:,} record{'' if count == 1 else 's'}"
