"""What `byline fetch` does: checks what is asked, fetches while it shows how far it is, and reports."""

import hashlib
import os
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from byline.commands.manners import fail, mannered, say
from byline.fetch_progress import shown
from byline.fetch_report import MIB, Fetched, as_line, report
from byline.logs import quieten
from byline.settings import Settings, settled
from loaders.fetch import ids as lists
from loaders.fetch import journal
from loaders.fetch.client import Client, Manners
from loaders.fetch.folder import Folder
from loaders.fetch.outlet import Outlet
from loaders.fetch.run import Bounds, Wish
from loaders.fetch.run import fetch as run
from loaders.fetch.service import Caller, FetchError, Query, Service, services
from resolvers.version import __version__


class Asked(NamedTuple):
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


class Most(NamedTuple):
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


def fetch(asked: Asked, most: Most, *, as_json: bool) -> None:
    """Fetch and report. Raises typer.Exit where that cannot be done."""
    quieten()
    known = services()
    if asked.service not in known:
        raise fail(f"There is no service {asked.service!r}. Services are: {', '.join(known)}.", code=2)
    service = known[asked.service]
    with mannered():
        settings = settled()
        try:
            query = _query(service, asked)
            ids = _ids(service, asked.ids)
            fetched = _fetch(service, asked, Wish(query, ids), settings, most)
            if as_json:
                as_line(fetched, asked.output)
            else:
                report(fetched, asked.output)
        except FetchError as error:
            raise fail(str(error)) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at exit
            raise fail("Who read the output is gone. What is fetched into a folder (--output) can go on.") from None
        except OSError as error:
            where = error.filename or asked.output or "standard output"
            raise fail(
                f"{where}: {error.strerror or error}. Name another folder with --output, or make room."
            ) from None


def _query(service: Service, asked: Asked) -> Query:
    """Return what is asked for in the service's terms. Raises typer.Exit where that makes no sense."""
    if asked.refresh and asked.output is None:
        raise fail("--refresh needs a folder (--output) in which something is.", code=2)
    if (asked.filter is None) == (asked.ids is None):
        raise fail(f"Give either --filter or --ids. A filter is {service.filters}.\nExample: {service.example}", code=2)
    if asked.entity is not None and asked.entity not in service.entities:
        has = f"one of {', '.join(service.entities)}" if service.entities else "not for this service"
        raise fail(f"--entity {asked.entity}: it is {has}.", code=2)
    pairs: list[tuple[str, str]] = []
    for said in asked.params:
        name, mark, value = said.partition("=")
        if not mark or not name.strip():
            raise fail(f"--param {said}: expected NAME=VALUE.", code=2)
        if name in service.own:
            raise fail(f"--param {name}: `byline fetch` sets that by itself; a filter is given with --filter.", code=2)
        pairs.append((name.strip(), value))
    entity = asked.entity or next(iter(service.entities), "")
    return Query(asked.filter, entity, tuple(pairs))


def _ids(service: Service, path: Path | None) -> Sequence[str] | None:
    if path is None:
        return None
    try:
        text = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return lists.read(text.decode("utf-8").splitlines(), service.schemes, str(path))
    except UnicodeDecodeError as error:
        raise FetchError(f"{path} is no UTF-8: byte {error.start + 1}.") from None
    except OSError as error:
        raise FetchError(f"{path} cannot be read: {error.strerror}.") from None


def _caller(service: Service, settings: Settings) -> Caller:
    key = settings.fetch_key(service.key) if service.key else None
    if settings.contact is None:
        say("BYLINE_CONTACT is not set: services answer better who says by mail address who asks.")
    return Caller(f"Byline/{__version__}", settings.contact, key)


def _fetch(service: Service, asked: Asked, wish: Wish, settings: Settings, most: Most) -> Fetched:
    caller = _caller(service, settings)
    own = service.interval_s(caller)
    pace = asked.pace if asked.address and asked.pace is not None else max(own, asked.pace or 0.0)
    began = time.monotonic()
    with (
        Client(service, caller, asked.address, Manners(interval_s=pace), say) as client,
        _sink(service, asked, wish) as sink,
        shown(service.name, most.limit) as tell,
    ):
        had = sink.place.records
        idle = sink.place.whole
        if sink.place.requests and not sink.place.whole:
            say(f"Goes on after {had:,} records that are there.")
        try:
            why = run(service, wish, client, sink, bounds=most.bounds, tell=tell)
        except KeyboardInterrupt:
            if asked.output is not None:
                say("What was fetched so far stays; the same command goes on.")
            raise
    return Fetched(service, sink.place, had, why, idle, time.monotonic() - began)


@contextmanager
def _sink(service: Service, asked: Asked, wish: Wish) -> Generator[Folder | Outlet]:
    if asked.output is None:
        with Outlet(sys.stdout.buffer, service.form) as outlet:
            yield outlet
        return
    digest = None if wish.ids is None else hashlib.sha256("\n".join(wish.ids).encode()).hexdigest()
    query = wish.query
    request = journal.Asked(
        service.name, service.source, query.filter, query.entity, query.params, digest, asked.address
    )
    name = f"{service.name}-{query.entity}" if query.entity else service.name
    with Folder(asked.output, name, service.form, request, anew=asked.refresh) as folder:
        yield folder
