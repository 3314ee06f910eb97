"""Semantic Scholar: papers by bulk search, 1,000 per response, paginated by tokens; or by ID, 500 per response.

Source: https://api.semanticscholar.org/api-docs/graph (one request per second with a key; without, all share a limit)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.fetch.responses import batches, raw_records
from loaders.fetch.service import Page, Query, Request, Service

PER_LIST = 500
FIELDS = (
    "paperId,corpusId,externalIds,url,title,abstract,venue,publicationVenue,year,isOpenAccess,openAccessPdf,"
    "fieldsOfStudy,s2FieldsOfStudy,publicationTypes,publicationDate,journal,authors"
)
"""Fields that the source reads; only requests by ID can also return summaries (tldr)."""
PREFIXES = {
    "doi": "DOI:",
    "arxiv": "ARXIV:",
    "s2-corpus": "CorpusId:",
    "s2": "",
    "pmid": "PMID:",
    "pmcid": "PMCID:",
    "acl": "ACL:",
}


class ListResponse(msgspec.Struct):
    """A page of papers."""

    data: list[msgspec.Raw]
    total: int | None = None
    token: str | None = None


_list_decoder = msgspec.json.Decoder(ListResponse)
_papers = msgspec.json.Decoder(list[msgspec.Raw])


def first(query: Query) -> Request:
    """Return the first request."""
    filter_params = (("query", query.filter),) if query.filter else ()
    return Request("/graph/v1/paper/search/bulk", (*filter_params, *_fields(query, FIELDS)))


def by_ids(ids: Sequence[str], query: Query) -> Iterator[Request]:
    """Yield requests for batches of IDs."""
    spelt = [PREFIXES[scheme] + value for scheme, _, value in (id_.partition(":") for id_ in ids)]
    for part in batches(spelt, PER_LIST):
        yield Request("/graph/v1/paper/batch", _fields(query, f"{FIELDS},tldr"), ids=part, post=True)


def _fields(query: Query, fields: str) -> tuple[tuple[str, str], ...]:
    return query.params if "fields" in dict(query.params) else (*query.params, ("fields", fields))


def parse_response(body: bytes, request: Request) -> Page:
    """Return the page in a response; null in it is an unknown ID. Raises ValueError if the response is malformed."""
    if request.ids:
        papers = _papers.decode(body)
        if len(papers) != len(request.ids):
            raise ValueError(f"{len(papers)} papers for {len(request.ids)} IDs")
        missing = [
            paper_id for paper_id, paper in zip(request.ids, papers, strict=True) if bytes(paper).strip() == b"null"
        ]
        return Page(raw_records(papers, "paperId"), missing=missing)
    response = _list_decoder.decode(body)
    params = (*(pair for pair in request.params if pair[0] != "token"), ("token", response.token or ""))
    following = (Request(request.path, params, later=True),) if response.token and response.data else ()
    return Page(raw_records(response.data, "paperId"), following, response.total)


SERVICE = Service(
    name="s2",
    source="semanticscholar",
    title="Semantic Scholar",
    address="https://api.semanticscholar.org",
    hosts=("semanticscholar.org",),
    docs="https://api.semanticscholar.org/api-docs/graph",
    filters="bulk search terms: '\"graph database\" + scholarly'; more filters with --param year=2020-2024",
    example="byline fetch s2 --filter '\"knowledge graph\"' --param year=2024 --output mine",
    schemes=("doi", "arxiv", "s2-corpus", "s2", "pmcid", "acl", "pmid"),
    own=frozenset({"token", "query", "offset", "limit"}),
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=lambda _: 1.0,
    headers=lambda caller: {"x-api-key": caller.key} if caller.key else {},
    nothing=b"No valid paper ids given",
    key="BYLINE_S2_KEY",
)
