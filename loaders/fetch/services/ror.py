"""Research Organization Registry (ROR): 20 organizations per response, by page number, at most 10,000 per query.

Source: https://ror.readme.io/docs/rest-api (2,000 requests in five minutes with a client ID, 50 without)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.fetch.responses import raw_records
from loaders.fetch.service import InvalidResponseError, Page, Query, Request, Service

PER_PAGE = 20


class ListResponse(msgspec.Struct):
    """A page of organizations."""

    items: list[msgspec.Raw]
    number_of_results: int


_list_decoder = msgspec.json.Decoder(ListResponse)


def first(query: Query) -> Request:
    """Return the first request."""
    filter_params = (("filter", query.filter),) if query.filter else ()
    return Request("/v2/organizations", (*filter_params, *query.params, ("page", "1")))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield a request per ID."""
    for ror_id in (id_.partition(":")[2] for id_ in ids):
        yield Request(f"/v2/organizations/{ror_id}", ids=(ror_id,))


def parse_response(body: bytes, request: Request) -> Page:
    """Return the page in a response. If organizations were removed from the list, the previous page is requested again.

    Raises:
        ValueError: The response is malformed.
        InvalidResponseError: It is empty although the list continues.
    """
    if request.ids:
        return Page(raw_records([msgspec.Raw(body)], "id"))
    response = _list_decoder.decode(body)
    page = int(dict(request.params)["page"])
    total = response.number_of_results
    if not response.items and (page - 1) * PER_PAGE < total:
        raise InvalidResponseError(
            f"the response is empty, although the list continues (page {page} of {total:,} organizations)"
        )
    moved = request.total is not None and total < request.total and page > 1
    params = (*(pair for pair in request.params if pair[0] != "page"), ("page", str(page - 1 if moved else page + 1)))
    more = moved or page * PER_PAGE < total
    return Page(
        raw_records(response.items, "id"),
        (Request(request.path, params, later=True, total=total),) if more else (),
        total,
    )


SERVICE = Service(
    name="ror",
    source="ror",
    title="ROR",
    address="https://api.ror.org",
    hosts=("ror.org",),
    docs="https://ror.readme.io/docs/api-filtering",
    filters="a ROR filter: types:education,country.country_code:DE; search terms with --param query=...",
    example="byline fetch ror --filter 'country.country_code:DE,types:education' --output mine",
    schemes=("ror",),
    own=frozenset({"page", "filter"}),
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=lambda caller: 0.15 if caller.key else 6.0,
    headers=lambda caller: {"Client-Id": caller.key} if caller.key else {},
    reach=10_000,
    narrow="Narrow the filter, or load the complete dump: https://doi.org/10.5281/zenodo.6347574.",
    key="BYLINE_ROR_KEY",
)
