"""ORCID: people that match a search, 100 iDs per response, at most 10,000 per search; then the record of each.

Source: https://info.orcid.org/documentation/api-tutorials/api-tutorial-searching-the-orcid-registry/ (24 requests a
second; half of that is used)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.fetch.responses import following, line
from loaders.fetch.service import InvalidResponseError, Page, Query, RawRecord, Request, Service

ROWS = 100


class Identifier(msgspec.Struct):
    """An iD."""

    path: str


class Result(msgspec.Struct):
    """A search result."""

    identifier: Identifier = msgspec.field(name="orcid-identifier")


class ListResponse(msgspec.Struct):
    """A page of iDs; an empty result has no list."""

    num_found: int = msgspec.field(name="num-found")
    result: list[Result] | None = None


class Record(msgspec.Struct):
    """A record, with its iD."""

    identifier: Identifier = msgspec.field(name="orcid-identifier")


_list_decoder, _record = msgspec.json.Decoder(ListResponse), msgspec.json.Decoder(Record)


def first(query: Query) -> Request:
    """Return the first request."""
    return Request("/v3.0/search/", (("q", query.filter or "*:*"), *query.params, ("rows", str(ROWS)), ("start", "0")))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield a request per record."""
    for orcid in (id_.partition(":")[2] for id_ in ids):
        yield _request(orcid)


def _request(orcid: str) -> Request:
    return Request(f"/v3.0/{orcid}/record", ids=(orcid,))


def parse_response(body: bytes, request: Request) -> Page:
    """Return the record in a response, or the requests for the iDs that it lists.

    Raises:
        ValueError: The response is malformed.
        InvalidResponseError: It is empty although the list continues.
    """
    if request.ids:
        return Page([RawRecord(_record.decode(body).identifier.path, line(body))])
    response = _list_decoder.decode(body)
    start = int(dict(request.params)["start"])
    orcids = [result.identifier.path for result in response.result or ()]
    if not orcids and start < response.num_found:
        raise InvalidResponseError(
            f"the response is empty, although the list continues ({start:,} of {response.num_found:,})"
        )
    onwards = following(request, "start", start, len(orcids), response.num_found)
    return Page(next=(*map(_request, orcids), *onwards), total=response.num_found)


SERVICE = Service(
    name="orcid",
    source="orcid",
    title="ORCID",
    address="https://pub.orcid.org",
    hosts=("orcid.org",),
    docs="https://info.orcid.org/documentation/api-tutorials/api-tutorial-searching-the-orcid-registry/",
    filters='an ORCID search: ror-org-id:"https://ror.org/03jdj4y14", family-name:Curie',
    example="byline fetch orcid --filter 'ror-org-id:\"https://ror.org/03jdj4y14\"' --output mine",
    schemes=("orcid",),
    own=frozenset({"q", "rows", "start"}),
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=lambda _: 1 / 12,
    headers=lambda caller: {"Authorization": f"Bearer {caller.key}"} if caller.key else {},
    reach=10_000,
    key="BYLINE_ORCID_KEY",
)
