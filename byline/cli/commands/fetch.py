"""`byline fetch`: bring what a service says into files that `byline load` reads."""

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
from loaders.fetch import id_list as lists
from loaders.fetch import journal
from loaders.fetch.client import Client, RetryPolicy
from loaders.fetch.fetch_directory import FetchDirectory
from loaders.fetch.pipeline import Bounds, FetchTarget
from loaders.fetch.pipeline import fetch as run
from loaders.fetch.service import Caller, FetchError, Query, Service, services
from loaders.fetch.stream_sink import StreamSink
from resolvers.version import __version__

app = typer.Typer(add_completion=False)

NAMES = "openalex, crossref, arxiv, arxiv-oai, orcid, s2, ror, datacite"
Name = Annotated[str, typer.Argument(metavar="SERVICE", help=f"One of {NAMES}.")]
Filter = Annotated[
    str | None,
    typer.Option("--filter", metavar="TEXT", help="What is wanted, in the service's own terms (docs/fetching.md)."),
]
Ids = Annotated[
    Path | None,
    typer.Option(
        "--ids", parser=parse_path, metavar="FILE", help="A file of DOIs or other ids, one a line; - is standard input."
    ),
]
Params = Annotated[
    list[str] | None,
    typer.Option(
        "--param", metavar="NAME=VALUE", help="A further parameter of the service; may be given several times."
    ),
]
Entity = Annotated[
    str | None, typer.Option("--entity", help="For openalex: works (unless said), authors, institutions, ...")
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        parser=parse_path,
        metavar="DIR",
        help="The folder to write to; unless given, standard output.",
    ),
]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, help="At most so many records, with those that are there.")
]
Minutes = Annotated[float | None, typer.Option("--max-minutes", min=0, help="Stop in order after so long.")]
Megabytes = Annotated[
    float | None, typer.Option("--max-megabytes", min=0, help="Stop in order after answers of so much.")
]
Address = Annotated[
    str | None, typer.Option("--base-url", help="Where the service is, if not where it says: a mirror.")
]
Pace = Annotated[
    float | None,
    typer.Option(
        "--min-interval", min=0, metavar="SECONDS", help="Between two requests, if longer than the service asks for."
    ),
]
Refresh = Annotated[
    bool, typer.Option("--refresh", help="Ask anew for all that is there; what has not changed is not sent again.")
]
Json = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]
EPILOG = "Example: byline fetch openalex --filter institutions.ror:03jdj4y14 -o mine && byline load openalex mine"


@app.command("fetch", epilog=EPILOG)
def command(  # noqa: PLR0913 each is an option that a person may give
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
    """Fetch what a service knows. Killed at any moment, the same command goes on: nothing twice, nothing lost."""
    options = FetchRequest(service, text, ids, tuple(params or ()), entity, output, address, pace, refresh)
    fetch(options, FetchLimits(limit, minutes, megabytes), as_json=as_json)


class FetchRequest(NamedTuple):
    """What a person asks for, as it was typed."""

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
    """Where to stop though there is more."""

    limit: int | None
    minutes: float | None
    megabytes: float | None

    @property
    def bounds(self) -> Bounds:
        """The same in records, seconds and bytes."""
        return Bounds(
            self.limit,
            None if self.minutes is None else self.minutes * 60,
            None if self.megabytes is None else int(self.megabytes * MIB),
        )


def fetch(options: FetchRequest, most: FetchLimits, *, as_json: bool) -> None:
    """Fetch and report. Raises typer.Exit where that cannot be done."""
    silence_loggers()
    known = services()
    if options.service not in known:
        raise fail(f"There is no service {options.service!r}. Services are: {', '.join(known)}.", code=2)
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
            raise fail("Who read the output is gone. What is fetched into a folder (--output) can go on.") from None
        except OSError as error:
            where = error.filename or options.output or "standard output"
            raise fail(
                f"{where}: {error.strerror or error}. Name another folder with --output, or make room."
            ) from None


def _query(service: Service, options: FetchRequest) -> Query:
    """Return what is asked for in the service's terms. Raises typer.Exit where that makes no sense."""
    if options.refresh and options.output is None:
        raise fail("--refresh needs a folder (--output) in which something is.", code=2)
    if (options.filter is None) == (options.ids is None):
        raise fail(f"Give either --filter or --ids. A filter is {service.filters}.\nExample: {service.example}", code=2)
    if options.entity is not None and options.entity not in service.entities:
        has = f"one of {', '.join(service.entities)}" if service.entities else "not for this service"
        raise fail(f"--entity {options.entity}: it is {has}.", code=2)
    pairs: list[tuple[str, str]] = []
    for param in options.params:
        name, mark, value = param.partition("=")
        if not mark or not name.strip():
            raise fail(f"--param {param}: expected NAME=VALUE.", code=2)
        if name in service.own:
            raise fail(f"--param {name}: `byline fetch` sets that by itself; a filter is given with --filter.", code=2)
        pairs.append((name.strip(), value))
    entity = options.entity or next(iter(service.entities), "")
    return Query(options.filter, entity, tuple(pairs))


def _ids(service: Service, path: Path | None) -> Sequence[str] | None:
    if path is None:
        return None
    try:
        text = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return lists.read_ids(text.decode("utf-8").splitlines(), service.schemes, str(path))
    except UnicodeDecodeError as error:
        raise FetchError(f"{path} is no UTF-8: byte {error.start + 1}.") from None
    except OSError as error:
        raise FetchError(f"{path} cannot be read: {error.strerror}.") from None


def _caller(service: Service, settings: Settings) -> Caller:
    key = settings.fetch_key(service.key) if service.key else None
    if settings.contact is None:
        print_status("BYLINE_CONTACT is not set: services answer better who says by mail address who asks.")
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
        show_progress(service.name, most.limit) as tell,
    ):
        had = sink.place.records
        idle = sink.place.complete
        if sink.place.requests and not sink.place.complete:
            print_status(f"Goes on after {had:,} records that are there.")
        try:
            why = run(service, target, client, sink, bounds=most.bounds, tell=tell)
        except KeyboardInterrupt:
            if options.output is not None:
                print_status("What was fetched so far stays; the same command goes on.")
            raise
    return Fetched(service, sink.place, had, why, idle, time.monotonic() - began)


@contextmanager
def _sink(service: Service, options: FetchRequest, target: FetchTarget) -> Generator[FetchDirectory | StreamSink]:
    if options.output is None:
        with StreamSink(sys.stdout.buffer, service.form) as outlet:
            yield outlet
        return
    digest = None if target.ids is None else hashlib.sha256("\n".join(target.ids).encode()).hexdigest()
    query = target.query
    request = journal.FetchSpec(
        service.name, service.source, query.filter, query.entity, query.params, digest, options.address
    )
    name = f"{service.name}-{query.entity}" if query.entity else service.name
    with FetchDirectory(options.output, name, service.form, request, refresh=options.refresh) as folder:
        yield folder
