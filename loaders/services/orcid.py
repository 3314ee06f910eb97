"""ORCID: whom a search finds, 100 iDs an answer, 10,000 of a search at most; then each one's record.

Source: https://info.orcid.org/documentation/api-tutorials/api-tutorial-searching-the-orcid-registry/ (24 requests a
second; half of that is asked)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.fetch.json_answers import following, line
from loaders.fetch.service import BrokenError, Found, Page, Query, Request, Service

ROWS = 100


class Identifier(msgspec.Struct):
    """An iD."""

    path: str


class Result(msgspec.Struct):
    """One that was found."""

    identifier: Identifier = msgspec.field(name="orcid-identifier")


class Answer(msgspec.Struct):
    """A page of iDs; where nothing is found there is no list."""

    num_found: int = msgspec.field(name="num-found")
    result: list[Result] | None = None


class Record(msgspec.Struct):
    """A record, by its iD."""

    identifier: Identifier = msgspec.field(name="orcid-identifier")


_answer, _record = msgspec.json.Decoder(Answer), msgspec.json.Decoder(Record)


def first(query: Query) -> Request:
    """Return the request for the first iDs."""
    return Request("/v3.0/search/", (("q", query.filter or "*:*"), *query.params, ("rows", str(ROWS)), ("start", "0")))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield a request for each record."""
    for one in (one.partition(":")[2] for one in ids):
        yield _request(one)


def _request(orcid: str) -> Request:
    return Request(f"/v3.0/{orcid}/record", ids=(orcid,))


def read(body: bytes, request: Request) -> Page:
    """Return a record, or the requests for those that were found.

    Raises ValueError where the answer is out of form, and BrokenError where it is empty in the middle of the list.
    """
    if request.ids:
        return Page([Found(_record.decode(body).identifier.path, line(body))])
    answer = _answer.decode(body)
    start = int(dict(request.params)["start"])
    orcids = [one.identifier.path for one in answer.result or ()]
    if not orcids and start < answer.num_found:
        raise BrokenError(f"the answer is empty, though the list goes on ({start:,} of {answer.num_found:,})")
    onwards = following(request, "start", start, len(orcids), answer.num_found)
    return Page(next=(*map(_request, orcids), *onwards), total=answer.num_found)


SERVICE = Service(
    name="orcid",
    source="orcid",
    title="ORCID",
    address="https://pub.orcid.org",
    hosts=("orcid.org",),
    docs="https://info.orcid.org/documentation/api-tutorials/api-tutorial-searching-the-orcid-registry/",
    filters='a search of ORCID: ror-org-id:"https://ror.org/03jdj4y14", family-name:Curie',
    example="byline fetch orcid --filter 'ror-org-id:\"https://ror.org/03jdj4y14\"' --output mine",
    schemes=("orcid",),
    own=frozenset({"q", "rows", "start"}),
    first=first,
    by_ids=by_ids,
    read=read,
    interval_s=lambda _: 1 / 12,
    headers=lambda caller: {"Authorization": f"Bearer {caller.key}"} if caller.key else {},
    reach=10_000,
    key="BYLINE_ORCID_KEY",
)
