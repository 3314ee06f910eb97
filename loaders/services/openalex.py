"""OpenAlex: any of its entities, 200 an answer, walked by cursors.

Source: https://docs.openalex.org/how-to-use-the-api (list requests cost credits: a key has 100,000 a day, none has 100)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.fetch.json_answers import batches, found
from loaders.fetch.service import Caller, FetchError, Page, Query, Request, Service

PER_PAGE, PER_LIST = 200, 50
FILTERS = {
    "works": {"doi": "doi", "openalex": "openalex_id", "pmid": "pmid", "pmcid": "pmcid"},
    "authors": {"openalex": "openalex_id", "orcid": "orcid"},
    "institutions": {"openalex": "openalex_id", "ror": "ror"},
    "sources": {"openalex": "openalex_id", "issn": "issn"},
}
"""By which filter an entity is asked for under an id."""
SEPARATORS = frozenset(",|")


class Meta(msgspec.Struct):
    """What an answer says of its list."""

    count: int | None = None
    next_cursor: str | None = None


class Answer(msgspec.Struct):
    """A page of entities."""

    results: list[msgspec.Raw]
    meta: Meta = msgspec.field(default_factory=Meta)


class Named(msgspec.Struct):
    """By what an entity is known."""

    ids: dict[str, object] = msgspec.field(default_factory=dict[str, object])
    issn: list[str] | None = None


_answer, _named = msgspec.json.Decoder(Answer), msgspec.json.Decoder(Named)


def first(query: Query) -> Request:
    """Return the request for the first page."""
    said = (("filter", query.filter),) if query.filter else ()
    return Request(f"/{query.entity}", (*said, *query.params, ("per-page", str(PER_PAGE)), ("cursor", "*")))


def by_ids(ids: Sequence[str], query: Query) -> Iterator[Request]:
    """Yield requests for lists of ids, each of one scheme; an id that would part a list is asked for by itself."""
    filters = FILTERS.get(query.entity, {"openalex": "openalex_id"})
    for scheme, name in filters.items():
        values = [one.partition(":")[2] for one in ids if one.startswith(f"{scheme}:")]
        alone = [value for value in values if SEPARATORS & set(value)]
        for part in batches([value for value in values if not SEPARATORS & set(value)], PER_LIST):
            params = (("filter", f"{name}:{'|'.join(part)}"), *query.params, ("per-page", str(PER_PAGE)))
            yield Request(f"/{query.entity}", params, ids=part)
        for value in alone:
            yield Request(f"/{query.entity}/{scheme}:{value}", query.params, ids=(value,))
    other = [one for one in ids if one.partition(":")[0] not in filters]
    if other:
        raise FetchError(f"{other[0]} names none of OpenAlex's {query.entity}: ids of these are {', '.join(filters)}.")


def read(body: bytes, request: Request) -> Page:
    """Return what an answer holds. Raises ValueError where it is out of form."""
    if request.ids and not any(name == "filter" for name, _ in request.params):
        return Page(found([msgspec.Raw(body)], "id"))
    answer = _answer.decode(body)
    records = found(answer.results, "id")
    if request.ids:
        return Page(records, missing=_missing(answer.results, request.ids))
    cursor = answer.meta.next_cursor
    params = (*(pair for pair in request.params if pair[0] != "cursor"), ("cursor", cursor or ""))
    following = (Request(request.path, params, later=True),) if cursor and records else ()
    return Page(records, following, answer.meta.count)


def _missing(results: Sequence[msgspec.Raw], ids: Sequence[str]) -> list[str]:
    told = " ".join(
        str(one).lower() for named in map(_named.decode, results) for one in (*named.ids.values(), *(named.issn or ()))
    )
    known = {tail for word in told.split() for tail in _tails(word)}
    return [one for one in ids if one.lower() not in known]


def _tails(address: str) -> Iterator[str]:
    """Yield what an address may be the address of: all that stands behind one of its slashes."""
    parts = address.strip("[]',").split("/")
    return ("/".join(parts[at:]) for at in range(len(parts)))


def _params(caller: Caller) -> dict[str, str]:
    key = {"api_key": caller.key} if caller.key else {}
    return {"mailto": caller.contact, **key} if caller.contact else key


SERVICE = Service(
    name="openalex",
    source="openalex",
    title="OpenAlex",
    address="https://api.openalex.org",
    hosts=("openalex.org",),
    docs="https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/filter-entity-lists",
    filters="OpenAlex's filter: institutions.ror:03jdj4y14,from_publication_date:2024-01-01",
    example="byline fetch openalex --filter 'institutions.ror:03jdj4y14,publication_year:2024' --output mine",
    schemes=("doi", "openalex", "pmcid", "orcid", "ror", "issn", "pmid"),
    entities=("works", "authors", "institutions", "sources", "topics", "funders"),
    own=frozenset({"cursor", "per-page", "per_page", "page", "api_key", "mailto", "filter", "group_by", "sample"}),
    first=first,
    by_ids=by_ids,
    read=read,
    interval_s=lambda _: 0.1,
    params=_params,
    key="BYLINE_OPENALEX_KEY",
)
