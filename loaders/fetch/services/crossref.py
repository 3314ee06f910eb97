"""Crossref: works, 500 per response, paginated by cursors, which expire after five idle minutes.

Source: https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (limits since December 2025: one list request
per second, three with a mail address; five single works per second, ten with a mail address)
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

import msgspec

from loaders.fetch.responses import batches, raw_records
from loaders.fetch.service import Caller, Page, Query, RawRecord, Request, Service

ROWS, PER_LIST = 500, 50


class Message(msgspec.Struct, rename="kebab"):
    """A page of works."""

    items: list[msgspec.Raw]
    total_results: int | None = None
    next_cursor: str | None = None


class ListResponse(msgspec.Struct):
    """A response with a list."""

    message: Message


class SingleResponse(msgspec.Struct):
    """A response about one work."""

    message: msgspec.Raw


_list_decoder, _single_decoder = msgspec.json.Decoder(ListResponse), msgspec.json.Decoder(SingleResponse)


def first(query: Query) -> Request:
    """Return the first request."""
    filter_params = (("filter", query.filter),) if query.filter else ()
    return Request("/works", (*filter_params, *query.params, ("rows", str(ROWS)), ("cursor", "*")))


def by_ids(ids: Sequence[str], query: Query) -> Iterator[Request]:
    """Yield requests for batches of DOIs; a DOI with a comma, the separator of the list, is requested separately."""
    dois = [id_.partition(":")[2] for id_ in ids]
    for part in batches([doi for doi in dois if "," not in doi], PER_LIST):
        doi_filter = ",".join(f"doi:{doi}" for doi in part)
        yield Request("/works", (("filter", doi_filter), *query.params, ("rows", str(PER_LIST))), ids=part)
    for doi in dois:
        if "," in doi:
            yield Request(f"/works/{quote(doi, safe='')}", query.params, ids=(doi,))


def parse_response(body: bytes, request: Request) -> Page:
    """Return the page in a response. Raises ValueError if the response is malformed."""
    if request.path != "/works":
        return Page(_by_doi([_single_decoder.decode(body).message]))
    message = _list_decoder.decode(body).message
    records = _by_doi(message.items)
    if request.ids:
        known = {record.key for record in records}
        return Page(records, missing=[doi for doi in request.ids if doi.lower() not in known])
    params = (*(pair for pair in request.params if pair[0] != "cursor"), ("cursor", message.next_cursor or ""))
    complete = message.total_results is not None and len(message.items) >= message.total_results
    more = bool(message.next_cursor and message.items) and not complete  # a short page is not necessarily the last
    following = (Request(request.path, params, later=True),) if more else ()
    return Page(records, following, message.total_results)


def _by_doi(items: Sequence[msgspec.Raw]) -> list[RawRecord]:
    return [RawRecord(record.key.lower(), record.text) for record in raw_records(items, "DOI")]


def _interval_s(caller: Caller) -> float:
    return 1 / 3 if caller.contact or caller.key else 1.0


SERVICE = Service(
    name="crossref",
    source="crossref",
    title="Crossref",
    address="https://api.crossref.org",
    hosts=("crossref.org",),
    docs="https://www.crossref.org/documentation/retrieve-metadata/rest-api/",
    filters="a Crossref filter: issn:0028-0836,from-pub-date:2024-01; search terms with --param query=...",
    example="byline fetch crossref --filter 'issn:1687-7594,from-pub-date:2024-01' --output mine",
    schemes=("doi",),
    own=frozenset({"cursor", "rows", "offset", "filter", "mailto", "sample", "facet", "select"}),
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=_interval_s,
    headers=lambda caller: {"Crossref-Plus-API-Token": f"Bearer {caller.key}"} if caller.key else {},
    params=lambda caller: {"mailto": caller.contact} if caller.contact else {},
    key="BYLINE_CROSSREF_KEY",
)
