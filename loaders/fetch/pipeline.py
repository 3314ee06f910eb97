"""Run a fetch: send requests, store the records, and follow the pages until all records are fetched or a limit is
reached.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from loaders.fetch.client import Client
from loaders.fetch.dedup_index import number
from loaders.fetch.fetch_directory import FetchDirectory
from loaders.fetch.journal import Checkpoint, PageResult
from loaders.fetch.service import CursorExpiredError, FetchError, Page, Query, RawRecord, Request, Service
from loaders.fetch.stream_sink import StreamSink

SAME = 3
"""Number of consecutive pages equal to the page before them after which a fetch ends, because it would never end
otherwise.
"""
Why: TypeAlias = Literal["whole", "limit", "time", "size"]


class Bounds(NamedTuple):
    """Limits of a fetch: total number of records, and the seconds and response bytes of this run."""

    records: int | None = None
    seconds: float | None = None
    size: int | None = None


class FetchTarget(NamedTuple):
    """The records to fetch: the results of a query, or the records with the given IDs."""

    query: Query
    ids: Sequence[str] | None = None


def fetch(  # noqa: PLR0913 all are independent inputs
    service: Service,
    target: FetchTarget,
    client: Client,
    sink: FetchDirectory | StreamSink,
    *,
    bounds: Bounds,
    tell: Callable[[Checkpoint], None],
) -> Why:
    """Fetch until all records are stored or a limit is reached, and return the reason for the end.

    Args:
        tell: Called with the checkpoint after each response.

    Raises:
        FetchError: The fetch failed; records that were stored remain.
    """
    place = sink.place
    began, size_before = time.monotonic(), place.size
    initial = _initial(service, target, place.begun)
    restarted_at, repeated = -1, 0
    before: list[str] = []
    if place.complete:
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
            answer = client.send(request, sink.cache_validators(request))
            if answer.page is None and not sink.same(request):
                answer = client.send(request)
        except CursorExpiredError as error:
            if target.ids is not None or restarted_at == place.records:
                raise FetchError(str(error)) from None
            restarted_at = place.records
            sink.again()
            initial = _initial(service, target, 0)
            continue
        page = answer.page
        if page is None:
            tell(place)
            continue
        _require_within_max_results(service, page, request, bounds)
        keys = [record.key for record in page.records]
        repeated = repeated + 1 if keys and keys == before else 0
        before = keys
        if repeated >= SAME:
            raise FetchError(
                f"{service.title} returns the same {len(keys):,} records again and again, although its list has more. "
                "The records fetched so far are kept: run the same command again later to resume."
            )
        fresh = _fresh(sink, page, None if bounds.records is None else bounds.records - place.records)
        done = len(fresh.records) == fresh.new
        sink.write(page, fresh.records, PageResult(request, answer.validators, answer.size, done))
        tell(place)
        if not done and not place.waiting:
            initial = _initial(service, target, place.begun)


def _initial(service: Service, target: FetchTarget, done: int) -> Iterator[Request]:
    """Yield the initial requests of a target, without the first `done` ones."""
    requests = iter((service.first(target.query),)) if target.ids is None else service.by_ids(target.ids, target.query)
    return islice(requests, done, None)


class _Fresh(NamedTuple):
    records: list[RawRecord]
    new: int


def _fresh(sink: FetchDirectory | StreamSink, page: Page, room: int | None) -> _Fresh:
    """Return the new records, at most `room`, and the total number of new records in the page."""
    records: list[RawRecord] = []
    new = 0
    for record in page.records:
        key = number(record.key)
        if room is not None and new >= room:
            new += not sink.seen.holds(key)
        elif not sink.seen.holds(key):
            sink.seen.add(key)
            records.append(record)
            new += 1
    return _Fresh(records, new)


def _require_within_max_results(service: Service, page: Page, request: Request, bounds: Bounds) -> None:
    """Raise FetchError before the fetch if a query has more results than the service returns."""
    reach = service.reach
    if reach is None or request.later or request.ids or not page.total or page.total <= reach:
        return
    if bounds.records is None or bounds.records > reach:
        raise FetchError(
            f"{service.title} finds {page.total:,} records, but returns at most the first {reach:,} of a query. "
            f"{service.narrow}"
        )
