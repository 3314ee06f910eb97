"""`byline fetch`: download records of a service into files that `byline load` reads."""

import hashlib
import os
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from byline.cli.output.fetch_report import MIB, Fetched, as_line, report, show_progress
from byline.cli.params import parse_path
from byline.cli.runtime import fail, handle_errors, print_status
from byline.server.logs import silence_loggers
from byline.settings import Settings, load_settings
from loaders.fetch import journal
from loaders.fetch.client import Client, RetryPolicy
from loaders.fetch.fetch_directory import FetchDirectory
from loaders.fetch.pipeline import Bounds, FetchTarget, read_ids
from loaders.fetch.pipeline import fetch as run
from loaders.fetch.service import Caller, FetchError, Query, Service, services
from loaders.fetch.stream_sink import StreamSink
from resolvers.version import __version__

app = typer.Typer(add_completion=False)

NAMES = "openalex, crossref, arxiv, arxiv-oai, orcid, s2, ror, datacite"
Name = Annotated[str, typer.Argument(metavar="SERVICE", help=f"Service to fetch from: {NAMES}.")]
Filter = Annotated[
    str | None,
    typer.Option("--filter", metavar="TEXT", help="Filter in the syntax of the service (docs/fetching.md)."),
]
Ids = Annotated[
    Path | None,
    typer.Option(
        "--ids",
        parser=parse_path,
        metavar="FILE",
        help="File with one DOI or other ID per line; - reads standard input.",
    ),
]
Params = Annotated[
    list[str] | None,
    typer.Option("--param", metavar="NAME=VALUE", help="Additional request parameter of the service; repeatable."),
]
Entity = Annotated[
    str | None, typer.Option("--entity", help="For openalex: works, authors, institutions, ... Default: works.")
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        parser=parse_path,
        metavar="DIR",
        help="Folder to write to. Default: standard output.",
    ),
]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, help="Maximum number of records, including those from earlier runs.")
]
Minutes = Annotated[float | None, typer.Option("--max-minutes", min=0, help="Stop cleanly after this many minutes.")]
Megabytes = Annotated[
    float | None, typer.Option("--max-megabytes", min=0, help="Stop cleanly after this many megabytes of responses.")
]
Address = Annotated[str | None, typer.Option("--base-url", help="URL of a mirror of the service.")]
Pace = Annotated[
    float | None,
    typer.Option(
        "--min-interval",
        min=0,
        metavar="SECONDS",
        help="Minimum time between requests, if longer than the service requires.",
    ),
]
Refresh = Annotated[bool, typer.Option("--refresh", help="Fetch everything again; unchanged pages are not downloaded.")]
Json = Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")]
EPILOG = "Example: byline fetch openalex --filter institutions.ror:03jdj4y14 -o mine && byline load openalex mine"


@app.command("fetch", epilog=EPILOG)
def command(  # noqa: PLR0913 one argument per option
    service: Name,
    *,
    text: Filter = None,
    ids: Ids = None,
    params: Params = None,
    entity: Entity = None,
    output: Output = None,
    limit: Limit = None,
    minutes: Minutes = None,
    megabytes: Megabytes = None,
    address: Address = None,
    pace: Pace = None,
    refresh: Refresh = False,
    as_json: Json = False,
) -> None:
    """Download records of a service. After an interruption, the same command continues without gaps or duplicates."""
    options = FetchRequest(service, text, ids, tuple(params or ()), entity, output, address, pace, refresh)
    fetch(options, FetchLimits(limit, minutes, megabytes), as_json=as_json)


class FetchRequest(NamedTuple):
    """The options of the command as given by the user."""

    service: str
    filter: str | None
    ids: Path | None
    params: tuple[str, ...]
    entity: str | None
    output: Path | None
    address: str | None
    pace: float | None
    refresh: bool = False


class FetchLimits(NamedTuple):
    """Limits after which the fetch stops."""

    limit: int | None
    minutes: float | None
    megabytes: float | None

    @property
    def bounds(self) -> Bounds:
        """The limits in records, seconds and bytes."""
        return Bounds(
            self.limit,
            None if self.minutes is None else self.minutes * 60,
            None if self.megabytes is None else int(self.megabytes * MIB),
        )


def fetch(options: FetchRequest, most: FetchLimits, *, as_json: bool) -> None:
    """Fetch and print the report. Raises typer.Exit if that fails."""
    silence_loggers()
    known = services()
    if options.service not in known:
        raise fail(f"Unknown service {options.service!r}. Known services: {', '.join(known)}.", code=2)
    service = known[options.service]
    with handle_errors():
        settings = load_settings()
        try:
            query = _query(service, options)
            ids = _ids(service, options.ids)
            fetched = _fetch(service, options, FetchTarget(query, ids), settings, most)
            if as_json:
                as_line(fetched, options.output)
            else:
                report(fetched, options.output)
        except FetchError as error:
            raise fail(str(error)) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at exit
            raise fail("The reader closed the output. Fetch into a folder (--output) to be able to resume.") from None
        except OSError as error:
            where = error.filename or options.output or "standard output"
            raise fail(
                f"Cannot write {where}: {error.strerror or error}. Name another folder with --output, or free space."
            ) from None


def _query(service: Service, options: FetchRequest) -> Query:
    """Return the query in the terms of the service. Raises typer.Exit if the options are invalid."""
    if options.refresh and options.output is None:
        raise fail("--refresh requires a folder with an earlier fetch (--output).", code=2)
    if options.filter is not None and options.ids is not None:
        raise fail("--filter and --ids exclude each other. Use one of them.", code=2)
    if options.filter is None and options.ids is None:
        text = f"Give --filter, such as {service.example_filter}, or --ids with a file of IDs."
        raise fail(f"{text}\nExample: {service.example}", code=2)
    if options.entity is not None and options.entity not in service.entities:
        has = f"expected one of {', '.join(service.entities)}" if service.entities else "this service has no entities"
        raise fail(f"--entity {options.entity}: {has}.", code=2)
    pairs: list[tuple[str, str]] = []
    for param in options.params:
        name, mark, value = param.partition("=")
        if not mark or not name.strip():
            raise fail(f"--param {param}: expected NAME=VALUE.", code=2)
        if name in service.own:
            raise fail(f"--param {name}: `byline fetch` sets this parameter itself. Use --filter for filters.", code=2)
        pairs.append((name.strip(), value))
    entity = options.entity or next(iter(service.entities), "")
    return Query(options.filter, entity, tuple(pairs))


def _ids(service: Service, path: Path | None) -> Sequence[str] | None:
    if path is None:
        return None
    try:
        text = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return read_ids(text.decode("utf-8").splitlines(), service.schemes, str(path))
    except UnicodeDecodeError as error:
        raise FetchError(f"{path} is not valid UTF-8: byte {error.start + 1}.") from None
    except OSError as error:
        raise FetchError(f"Cannot read {path}: {error.strerror}.") from None


def _caller(service: Service, settings: Settings) -> Caller:
    key = settings.fetch_key(service.key) if service.key else None
    if settings.contact is None:
        print_status(
            "BYLINE_CONTACT is not set. Set it to your mail address: services ask for one, and respond faster."
        )
    return Caller(f"Byline/{__version__}", settings.contact, key)


def _fetch(
    service: Service, options: FetchRequest, target: FetchTarget, settings: Settings, most: FetchLimits
) -> Fetched:
    caller = _caller(service, settings)
    own = service.interval_s(caller)
    pace = options.pace if options.address and options.pace is not None else max(own, options.pace or 0.0)
    began = time.monotonic()
    with (
        Client(service, caller, options.address, RetryPolicy(interval_s=pace), print_status) as client,
        _sink(service, options, target) as sink,
        show_progress(service.name, most.limit) as report,
    ):
        earlier_records = sink.checkpoint.records
        idle = sink.checkpoint.complete
        if sink.checkpoint.requests and not sink.checkpoint.complete:
            print_status(f"Continuing after {earlier_records:,} records from earlier runs.")
        try:
            stop_reason = run(service, target, client, sink, bounds=most.bounds, report=report)
        except KeyboardInterrupt:
            if options.output is not None:
                print_status("The records fetched so far are kept; run the same command to continue.")
            raise
    return Fetched(service, sink.checkpoint, earlier_records, stop_reason, idle, time.monotonic() - began)


@contextmanager
def _sink(service: Service, options: FetchRequest, target: FetchTarget) -> Generator[FetchDirectory | StreamSink]:
    if options.output is None:
        with StreamSink(sys.stdout.buffer, service.file_format) as outlet:
            yield outlet
        return
    digest = None if target.ids is None else hashlib.sha256("\n".join(target.ids).encode()).hexdigest()
    query = target.query
    request = journal.FetchSpec(
        service.name, service.source, query.filter, query.entity, query.params, digest, options.address
    )
    name = f"{service.name}-{query.entity}" if query.entity else service.name
    with FetchDirectory(options.output, name, service.file_format, request, refresh=options.refresh) as folder:
        yield folder
