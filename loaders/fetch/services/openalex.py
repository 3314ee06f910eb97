"""OpenAlex: entities of any type, 200 per response, paginated by cursors.

Source: https://docs.openalex.org/how-to-use-the-api (list requests cost credits: 100,000 a day with a key, 100 without)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.fetch.responses import batches, raw_records
from loaders.fetch.service import Caller, FetchError, Page, Query, Request, Service

PER_PAGE, PER_LIST = 200, 50
FILTERS = {
    "works": {"doi": "doi", "openalex": "openalex_id", "pmid": "pmid", "pmcid": "pmcid"},
    "authors": {"openalex": "openalex_id", "orcid": "orcid"},
    "institutions": {"openalex": "openalex_id", "ror": "ror"},
    "sources": {"openalex": "openalex_id", "issn": "issn"},
}
"""The filter for each ID scheme, by entity type."""
SEPARATORS = frozenset(",|")


class Meta(msgspec.Struct):
    """Length of the list, and the next cursor."""

    count: int | None = None
    next_cursor: str | None = None


class ListResponse(msgspec.Struct):
    """A page of entities."""

    results: list[msgspec.Raw]
    meta: Meta = msgspec.field(default_factory=Meta)


class Named(msgspec.Struct):
    """The IDs of an entity."""

    ids: dict[str, object] = msgspec.field(default_factory=dict[str, object])
    issn: list[str] | None = None


_list_decoder, _named = msgspec.json.Decoder(ListResponse), msgspec.json.Decoder(Named)


def first(query: Query) -> Request:
    """Return the first request."""
    filter_params = (("filter", query.filter),) if query.filter else ()
    return Request(f"/{query.entity}", (*filter_params, *query.params, ("per-page", str(PER_PAGE)), ("cursor", "*")))


def by_ids(ids: Sequence[str], query: Query) -> Iterator[Request]:
    """Yield requests for batches of IDs of one scheme; an ID that contains a separator is requested separately.

    Raises FetchError if the entity type does not support the scheme of an ID.
    """
    filters = FILTERS.get(query.entity, {"openalex": "openalex_id"})
    for scheme, name in filters.items():
        values = [id_.partition(":")[2] for id_ in ids if id_.startswith(f"{scheme}:")]
        single_values = [value for value in values if SEPARATORS & set(value)]
        for part in batches([value for value in values if not SEPARATORS & set(value)], PER_LIST):
            params = (("filter", f"{name}:{'|'.join(part)}"), *query.params, ("per-page", str(PER_PAGE)))
            yield Request(f"/{query.entity}", params, ids=part)
        for value in single_values:
            yield Request(f"/{query.entity}/{scheme}:{value}", query.params, ids=(value,))
    unsupported = [id_ for id_ in ids if id_.partition(":")[0] not in filters]
    if unsupported:
        raise FetchError(
            f"{unsupported[0]} cannot identify OpenAlex {query.entity}: supported schemes are {', '.join(filters)}."
        )


def parse_response(body: bytes, request: Request) -> Page:
    """Return the page in a response. Raises ValueError if the response is malformed."""
    if request.ids and not any(name == "filter" for name, _ in request.params):
        return Page(raw_records([msgspec.Raw(body)], "id"))
    response = _list_decoder.decode(body)
    records = raw_records(response.results, "id")
    if request.ids:
        return Page(records, missing=_missing(response.results, request.ids))
    cursor = response.meta.next_cursor
    params = (*(pair for pair in request.params if pair[0] != "cursor"), ("cursor", cursor or ""))
    following = (Request(request.path, params, later=True),) if cursor and records else ()
    return Page(records, following, response.meta.count)


def _missing(results: Sequence[msgspec.Raw], ids: Sequence[str]) -> list[str]:
    identifier_text = " ".join(
        str(identifier).lower()
        for entity in map(_named.decode, results)
        for identifier in (*entity.ids.values(), *(entity.issn or ()))
    )
    known = {tail for word in identifier_text.split() for tail in _tails(word)}
    return [id_ for id_ in ids if id_.lower() not in known]


def _tails(address: str) -> Iterator[str]:
    """Yield the possible IDs in a URL: all texts after one of its slashes."""
    parts = address.strip("[]',").split("/")
    return ("/".join(parts[index:]) for index in range(len(parts)))


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
    filters="an OpenAlex filter: institutions.ror:03jdj4y14,from_publication_date:2024-01-01",
    example="byline fetch openalex --filter 'institutions.ror:03jdj4y14,publication_year:2024' --output mine",
    schemes=("doi", "openalex", "pmcid", "orcid", "ror", "issn", "pmid"),
    entities=("works", "authors", "institutions", "sources", "topics", "funders"),
    own=frozenset({"cursor", "per-page", "per_page", "page", "api_key", "mailto", "filter", "group_by", "sample"}),
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=lambda _: 0.1,
    params=_params,
    key="BYLINE_OPENALEX_KEY",
)
