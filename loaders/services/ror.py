"""The Research Organization Registry: 20 organisations an answer, by the number of the page, 10,000 of a query at most.

Source: https://ror.readme.io/docs/rest-api (2,000 requests in five minutes with a client id, 50 without)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.fetch.json_answers import found
from loaders.fetch.service import BrokenError, Page, Query, Request, Service

PER_PAGE = 20


class Answer(msgspec.Struct):
    """A page of organisations."""

    items: list[msgspec.Raw]
    number_of_results: int


_answer = msgspec.json.Decoder(Answer)


def first(query: Query) -> Request:
    """Return the request for the first page."""
    said = (("filter", query.filter),) if query.filter else ()
    return Request("/v2/organizations", (*said, *query.params, ("page", "1")))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield a request for each id."""
    for one in (one.partition(":")[2] for one in ids):
        yield Request(f"/v2/organizations/{one}", ids=(one,))


def read(body: bytes, request: Request) -> Page:
    """Return what an answer holds; where organisations went out of the list, the page is asked for again.

    Raises ValueError where it is out of form, and BrokenError where it is empty in the middle of the list.
    """
    if request.ids:
        return Page(found([msgspec.Raw(body)], "id"))
    answer = _answer.decode(body)
    page = int(dict(request.params)["page"])
    total = answer.number_of_results
    if not answer.items and (page - 1) * PER_PAGE < total:
        raise BrokenError(f"the answer is empty, though the list goes on (page {page} of {total:,} organisations)")
    moved = request.total is not None and total < request.total and page > 1
    params = (*(pair for pair in request.params if pair[0] != "page"), ("page", str(page - 1 if moved else page + 1)))
    more = moved or page * PER_PAGE < total
    return Page(
        found(answer.items, "id"), (Request(request.path, params, later=True, total=total),) if more else (), total
    )


SERVICE = Service(
    name="ror",
    source="ror",
    title="ROR",
    address="https://api.ror.org",
    hosts=("ror.org",),
    docs="https://ror.readme.io/docs/api-filtering",
    filters="ROR's filter: types:education,country.country_code:DE; words by --param query=...",
    example="byline fetch ror --filter 'country.country_code:DE,types:education' --output mine",
    schemes=("ror",),
    own=frozenset({"page", "filter"}),
    first=first,
    by_ids=by_ids,
    read=read,
    interval_s=lambda caller: 0.15 if caller.key else 6.0,
    headers=lambda caller: {"Client-Id": caller.key} if caller.key else {},
    reach=10_000,
    narrow="Narrow the filter, or take the dump, which has everything: https://doi.org/10.5281/zenodo.6347574.",
    key="BYLINE_ROR_KEY",
)
