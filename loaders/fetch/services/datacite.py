"""DataCite: data sets and other works with DataCite DOIs, 500 per response, paginated by cursors.

Source: https://support.datacite.org/docs/api-queries, https://support.datacite.org/docs/pagination (500 requests in
five minutes, 1,000 with a mail address)
"""

from collections.abc import Iterator, Sequence
from urllib.parse import parse_qs, quote, urlsplit

import msgspec

from loaders.fetch.responses import raw_records
from loaders.fetch.service import Page, Query, Request, Service

SIZE = 500
CURSOR = "page[cursor]"


class Links(msgspec.Struct):
    """Link to the next page."""

    next: str | None = None


class Meta(msgspec.Struct):
    """Length of the list."""

    total: int | None = None


class ListResponse(msgspec.Struct):
    """A page of works."""

    data: list[msgspec.Raw]
    links: Links = msgspec.field(default_factory=Links)
    meta: Meta = msgspec.field(default_factory=Meta)


class SingleResponse(msgspec.Struct):
    """A response about one work."""

    data: msgspec.Raw


_list_decoder, _single_decoder = msgspec.json.Decoder(ListResponse), msgspec.json.Decoder(SingleResponse)


def first(query: Query) -> Request:
    """Return the first request."""
    filter_params = (("query", query.filter),) if query.filter else ()
    return Request(
        "/dois", (*filter_params, *query.params, ("affiliation", "true"), ("page[size]", str(SIZE)), (CURSOR, "1"))
    )


def by_ids(ids: Sequence[str], query: Query) -> Iterator[Request]:
    """Yield a request per DOI."""
    for doi in (id_.partition(":")[2] for id_ in ids):
        yield Request(f"/dois/{quote(doi, safe='')}", (*query.params, ("affiliation", "true")), ids=(doi,))


def parse_response(body: bytes, request: Request) -> Page:
    """Return the page in a response. Raises ValueError if the response is malformed."""
    if request.ids:
        return Page(raw_records([_single_decoder.decode(body).data], "id"))
    response = _list_decoder.decode(body)
    records = raw_records(response.data, "id")
    cursor = parse_qs(urlsplit(response.links.next or "").query).get(CURSOR)
    params = (
        *(pair for pair in request.params if pair[0] != CURSOR),
        *((CURSOR, cursor_value) for cursor_value in (cursor or ())[:1]),
    )
    return Page(
        records, (Request(request.path, params, later=True),) if cursor and records else (), response.meta.total
    )


SERVICE = Service(
    name="datacite",
    source="datacite",
    title="DataCite",
    address="https://api.datacite.org",
    hosts=("datacite.org",),
    docs="https://support.datacite.org/docs/api-queries",
    filters="a DataCite query: publisher:Zenodo AND publicationYear:2024",
    example="byline fetch datacite --filter 'publisher:Zenodo AND publicationYear:2024' --output mine",
    schemes=("doi",),
    own=frozenset({"page[cursor]", "page[size]", "page[number]", "query", "affiliation", "mailto", "random"}),
    accept="application/vnd.api+json, application/json",
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=lambda caller: 0.3 if caller.contact else 0.6,
)
