"""One fetch: asks, writes, asks for what comes next, until all came or a bound is reached."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from loaders.fetch.client import Client
from loaders.fetch.folder import Folder
from loaders.fetch.journal import Got, Place
from loaders.fetch.outlet import Outlet
from loaders.fetch.seen import number
from loaders.fetch.service import FetchError, ForgottenError, Found, Page, Query, Request, Service

SAME = 3
"""Pages one after the other with the records of the page before, at which a fetch ends: it would never do."""
Why: TypeAlias = Literal["whole", "limit", "time", "size"]


class Bounds(NamedTuple):
    """Where a fetch stops though there is more: records in all, seconds of this run, bytes of answers in this run."""

    records: int | None = None
    seconds: float | None = None
    size: int | None = None


class Wish(NamedTuple):
    """What is fetched: what a query finds, or the records of these ids."""

    query: Query
    ids: Sequence[str] | None = None


def fetch(  # noqa: PLR0913 a fetch is these six things
    service: Service,
    wish: Wish,
    client: Client,
    sink: Folder | Outlet,
    *,
    bounds: Bounds,
    tell: Callable[[Place], None],
) -> Why:
    """Fetch until all came or a bound is reached, and tell which. Raises FetchError; what was written stays."""
    place = sink.place
    began, size_before = time.monotonic(), place.size
    initial = _initial(service, wish, place.begun)
    restarted_at, repeated = -1, 0
    before: list[str] = []
    if place.whole:
        return "whole"
    while True:
        if bounds.records is not None and place.records >= bounds.records:
            return "limit"
        if bounds.seconds is not None and time.monotonic() - began >= bounds.seconds:
            return "time"
        if bounds.size is not None and place.size - size_before >= bounds.size:
            return "size"
        request = place.waiting[0] if place.waiting else next(initial, None)
        if request is None:
            sink.finish()
            return "whole"
        try:
            answer = client.ask(request, sink.kept(request))
            if answer.page is None and not sink.same(request):
                answer = client.ask(request)
        except ForgottenError as error:
            if wish.ids is not None or restarted_at == place.records:
                raise FetchError(str(error)) from None
            restarted_at = place.records
            sink.again()
            initial = _initial(service, wish, 0)
            continue
        page = answer.page
        if page is None:
            tell(place)
            continue
        _within_reach(service, page, request, bounds)
        keys = [one.key for one in page.records]
        repeated = repeated + 1 if keys and keys == before else 0
        before = keys
        if repeated >= SAME:
            raise FetchError(
                f"{service.title} answers with the same {len(keys):,} records again and again, though there are to be "
                "more. What came is there; ask again later, and it goes on."
            )
        fresh = _fresh(sink, page, None if bounds.records is None else bounds.records - place.records)
        done = len(fresh.kept) == fresh.new
        sink.write(page, fresh.kept, Got(request, answer.kept, answer.size, done))
        tell(place)
        if not done and not place.waiting:
            initial = _initial(service, wish, place.begun)


def _initial(service: Service, wish: Wish, done: int) -> Iterator[Request]:
    """Yield the requests that a wish begins with, but for those that are done."""
    requests = iter((service.first(wish.query),)) if wish.ids is None else service.by_ids(wish.ids, wish.query)
    return islice(requests, done, None)


class _Fresh(NamedTuple):
    kept: list[Found]
    new: int


def _fresh(sink: Folder | Outlet, page: Page, room: int | None) -> _Fresh:
    """Return the records that did not come before, as many as there is room for, and how many of them there are."""
    kept: list[Found] = []
    new = 0
    for one in page.records:
        key = number(one.key)
        if room is not None and new >= room:
            new += not sink.seen.holds(key)
        elif not sink.seen.holds(key):
            sink.seen.add(key)
            kept.append(one)
            new += 1
    return _Fresh(kept, new)


def _within_reach(service: Service, page: Page, request: Request, bounds: Bounds) -> None:
    """Raise FetchError where a query finds more than can be had of it, before that is noticed at the end."""
    reach = service.reach
    if reach is None or request.later or request.ids or not page.total or page.total <= reach:
        return
    if bounds.records is None or bounds.records > reach:
        raise FetchError(
            f"{service.title} finds {page.total:,}, and gives the first {reach:,} of a query at most. {service.narrow}"
        )
