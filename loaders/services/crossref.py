"""Crossref: works, 500 an answer, walked by cursors, which it forgets after five idle minutes.

Source: https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (limits since December 2025: lists once a
second, three times for who gives an address; single works five and ten times)
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

import msgspec

from loaders.fetch.json_answers import batches, found
from loaders.fetch.service import Caller, Found, Page, Query, Request, Service

ROWS, PER_LIST = 500, 50


class Message(msgspec.Struct, rename="kebab"):
    """A page of works."""

    items: list[msgspec.Raw]
    total_results: int | None = None
    next_cursor: str | None = None


class Answer(msgspec.Struct):
    """An answer of a list."""

    message: Message


class One(msgspec.Struct):
    """An answer about one work."""

    message: msgspec.Raw


_answer, _one = msgspec.json.Decoder(Answer), msgspec.json.Decoder(One)


def first(query: Query) -> Request:
    """Return the request for the first page."""
    said = (("filter", query.filter),) if query.filter else ()
    return Request("/works", (*said, *query.params, ("rows", str(ROWS)), ("cursor", "*")))


def by_ids(ids: Sequence[str], query: Query) -> Iterator[Request]:
    """Yield requests for lists of DOIs; one with a comma, which would part a list, is asked for by itself."""
    dois = [one.partition(":")[2] for one in ids]
    for part in batches([doi for doi in dois if "," not in doi], PER_LIST):
        said = ",".join(f"doi:{doi}" for doi in part)
        yield Request("/works", (("filter", said), *query.params, ("rows", str(PER_LIST))), ids=part)
    for doi in dois:
        if "," in doi:
            yield Request(f"/works/{quote(doi, safe='')}", query.params, ids=(doi,))


def read(body: bytes, request: Request) -> Page:
    """Return what an answer holds. Raises ValueError where it is out of form."""
    if request.path != "/works":
        return Page(_by_doi([_one.decode(body).message]))
    message = _answer.decode(body).message
    records = _by_doi(message.items)
    if request.ids:
        known = {one.key for one in records}
        return Page(records, missing=[doi for doi in request.ids if doi.lower() not in known])
    params = (*(pair for pair in request.params if pair[0] != "cursor"), ("cursor", message.next_cursor or ""))
    whole = message.total_results is not None and len(message.items) >= message.total_results
    more = bool(message.next_cursor and message.items) and not whole  # a short page need not be the last
    following = (Request(request.path, params, later=True),) if more else ()
    return Page(records, following, message.total_results)


def _by_doi(items: Sequence[msgspec.Raw]) -> list[Found]:
    return [Found(one.key.lower(), one.text) for one in found(items, "DOI")]


def _interval_s(caller: Caller) -> float:
    return 1 / 3 if caller.contact or caller.key else 1.0


SERVICE = Service(
    name="crossref",
    source="crossref",
    title="Crossref",
    address="https://api.crossref.org",
    hosts=("crossref.org",),
    docs="https://www.crossref.org/documentation/retrieve-metadata/rest-api/",
    filters="Crossref's filter: issn:0028-0836,from-pub-date:2024-01; words by --param query=...",
    example="byline fetch crossref --filter 'issn:1687-7594,from-pub-date:2024-01' --output mine",
    schemes=("doi",),
    own=frozenset({"cursor", "rows", "offset", "filter", "mailto", "sample", "facet", "select"}),
    first=first,
    by_ids=by_ids,
    read=read,
    interval_s=_interval_s,
    headers=lambda caller: {"Crossref-Plus-API-Token": f"Bearer {caller.key}"} if caller.key else {},
    params=lambda caller: {"mailto": caller.contact} if caller.contact else {},
    key="BYLINE_CROSSREF_KEY",
)
