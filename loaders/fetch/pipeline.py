"""Run a fetch: send requests, store the records, and follow the pages until all records are fetched or a limit is
reached; also parse the list of IDs to fetch.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from loaders.fetch.client import Client
from loaders.fetch.dedup_index import hash_key
from loaders.fetch.fetch_directory import FetchDirectory
from loaders.fetch.journal import Checkpoint, PageResult
from loaders.fetch.service import CursorExpiredError, FetchError, Page, Query, RawRecord, Request, Service
from loaders.fetch.stream_sink import StreamSink
from normalization import identifiers

MAX_EQUAL_PAGES = 3
"""Number of consecutive pages equal to the page before them after which a fetch ends, because it would never end
otherwise.
"""
StopReason: TypeAlias = Literal["complete", "limit", "time", "size"]


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
    report: Callable[[Checkpoint], None],
) -> StopReason:
    """Fetch until all records are stored or a limit is reached, and return the reason for the end.

    Args:
        report: Called with the checkpoint after each response.

    Raises:
        FetchError: The fetch failed; records that were stored remain.
    """
    checkpoint = sink.checkpoint
    began, size_before = time.monotonic(), checkpoint.size
    initial = _initial(service, target, checkpoint.begun)
    restarted_at, repeated = -1, 0
    before: list[str] = []
    if checkpoint.complete:
        return "complete"
    while True:
        if bounds.records is not None and checkpoint.records >= bounds.records:
            return "limit"
        if bounds.seconds is not None and time.monotonic() - began >= bounds.seconds:
            return "time"
        if bounds.size is not None and checkpoint.size - size_before >= bounds.size:
            return "size"
        request = checkpoint.waiting[0] if checkpoint.waiting else next(initial, None)
        if request is None:
            sink.finish()
            return "complete"
        try:
            answer = client.send(request, sink.cache_validators(request))
            if answer.page is None and not sink.same(request):
                answer = client.send(request)
        except CursorExpiredError as error:
            if target.ids is not None or restarted_at == checkpoint.records:
                raise FetchError(str(error)) from None
            restarted_at = checkpoint.records
            sink.again()
            initial = _initial(service, target, 0)
            continue
        page = answer.page
        if page is None:
            report(checkpoint)
            continue
        _require_within_max_results(service, page, request, bounds)
        keys = [record.key for record in page.records]
        repeated = repeated + 1 if keys and keys == before else 0
        before = keys
        if repeated >= MAX_EQUAL_PAGES:
            raise FetchError(
                f"{service.title} returns the same {len(keys):,} records again and again, although its list has more. "
                "The records fetched so far are kept: run the same command again later to resume."
            )
        selected = _select_new(sink, page, None if bounds.records is None else bounds.records - checkpoint.records)
        done = len(selected.records) == selected.new
        sink.write(page, selected.records, PageResult(request, answer.validators, answer.size, done))
        report(checkpoint)
        if not done and not checkpoint.waiting:
            initial = _initial(service, target, checkpoint.begun)


def _initial(service: Service, target: FetchTarget, done: int) -> Iterator[Request]:
    """Yield the initial requests of a target, without the first `done` ones."""
    requests = iter((service.first(target.query),)) if target.ids is None else service.by_ids(target.ids, target.query)
    return islice(requests, done, None)


class _NewRecords(NamedTuple):
    records: list[RawRecord]
    new: int


def _select_new(sink: FetchDirectory | StreamSink, page: Page, room: int | None) -> _NewRecords:
    """Return the new records, at most `room`, and the total number of new records in the page."""
    records: list[RawRecord] = []
    new = 0
    for record in page.records:
        key = hash_key(record.key)
        if room is not None and new >= room:
            new += not sink.seen.holds(key)
        elif not sink.seen.holds(key):
            sink.seen.add(key)
            records.append(record)
            new += 1
    return _NewRecords(records, new)


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


MAX_LISTED_LINES = 3


def read_ids(lines: Iterable[str], schemes: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the IDs as `scheme:value`, without duplicates.

    Args:
        lines: The lines of the list.
        schemes: The schemes that the service supports, in order of preference.
        name: Name of the list for messages.

    Raises:
        FetchError: The list is empty, or contains invalid lines, which the message lists.
    """
    parsed_ids: dict[str, None] = {}
    invalid_lines: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff").partition(" #")[0].strip().strip('",;')
        if not text or text.startswith("#"):
            continue
        identifier = parse_id(text, schemes)
        if identifier is None:
            invalid_lines.append(f"line {number}: {text[:60]}")
        else:
            parsed_ids[identifier] = None
    if invalid_lines:
        more = f" and {len(invalid_lines) - MAX_LISTED_LINES} more" if len(invalid_lines) > MAX_LISTED_LINES else ""
        takes = ", ".join(schemes)
        listed = "; ".join(invalid_lines[:MAX_LISTED_LINES])
        raise FetchError(f"{name}: these are not IDs that this service supports ({takes}): {listed}{more}.")
    if not parsed_ids:
        raise FetchError(f"{name}: the list contains no ID; expected one per line.")
    return tuple(parsed_ids)


def parse_id(text: str, schemes: Sequence[str]) -> str | None:
    """Return a text as an ID of the first matching scheme. A bare number is ambiguous and returns None."""
    if text.isdigit():
        return None
    for scheme in schemes:
        if scheme == "pmcid" and "pmc" not in text.lower():
            continue  # its pattern accepts any number at the end of a URL
        bare = text[len(scheme) + 1 :] if text.lower().startswith(f"{scheme}:") else text
        identifier = identifiers.normalize_or_none(f"{scheme}:{bare}")
        if identifier is not None and identifier.startswith(f"{scheme}:"):
            return identifier
    return None
