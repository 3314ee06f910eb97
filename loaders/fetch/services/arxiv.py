"""arXiv API: papers that match a query, oldest first, 500 per response, at most 30,000 per query.

Source: https://info.arxiv.org/help/api/user-manual.html, https://info.arxiv.org/help/api/tou.html (one request in 3 s)
"""

from collections.abc import Iterator, Sequence

from loaders.fetch.responses import batches, following, root, text
from loaders.fetch.service import FetchError, FileFormat, InvalidResponseError, Page, Query, RawRecord, Request, Service
from loaders.formats.markup import Element, child_text

ATOM = "{http://www.w3.org/2005/Atom}"
TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
RESULTS, PER_LIST = 500, 100
ERRORS = "/api/errors"
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'


def first(query: Query) -> Request:
    """Return the first request. The oldest papers come first, so that new papers do not move the later ones."""
    order = {"sortBy": "submittedDate", "sortOrder": "ascending"} | dict(query.params)
    filter_params = (("search_query", query.filter),) if query.filter else ()
    return Request("/api/query", (*filter_params, *order.items(), ("max_results", str(RESULTS)), ("start", "0")))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield requests for batches of IDs."""
    for part in batches([id_.partition(":")[2] for id_ in ids], PER_LIST):
        yield Request("/api/query", (("id_list", ",".join(part)), ("max_results", str(PER_LIST))), ids=part)


def parse_response(body: bytes, request: Request) -> Page:
    """Return the page in a response.

    Raises:
        XMLSyntaxError: The body is not XML.
        InvalidResponseError: It is not a feed, or is empty although the list continues, as arXiv responds under load.
        FetchError: arXiv reports an error in the request.
    """
    feed = root(body, f"{ATOM}feed", "an Atom feed")
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        if ERRORS in (child_text(entry, f"{ATOM}id") or ""):
            raise FetchError(f"arXiv rejected the query: {child_text(entry, f'{ATOM}summary')}. See {SERVICE.docs}")
    records = [RawRecord(key(entry), text(entry)) for entry in entries]
    if request.ids:
        known = {record.key.rpartition("v")[0] for record in records} | {record.key for record in records}
        return Page(records, missing=[id_ for id_ in request.ids if id_ not in known])
    start = int(dict(request.params)["start"])
    total = int(child_text(feed, TOTAL) or 0)
    if not entries and start < total:
        raise InvalidResponseError(f"the response is empty, although the list continues ({start:,} of {total:,})")
    return Page(records, following(request, "start", start, len(entries), total), total)


def key(entry: Element) -> str:
    """Return the ID of a paper, including its version."""
    return (child_text(entry, f"{ATOM}id") or "").partition("/abs/")[2]


SERVICE = Service(
    name="arxiv",
    source="arxiv",
    title="arXiv",
    address="https://export.arxiv.org",
    hosts=("arxiv.org",),
    docs="https://info.arxiv.org/help/api/user-manual.html#query_details",
    filters="an arXiv query: cat:cs.DL AND submittedDate:[202401010000 TO 202402010000]",
    example="byline fetch arxiv --filter 'cat:cs.DL AND all:citation' --output mine",
    schemes=("arxiv",),
    own=frozenset({"start", "max_results", "search_query", "id_list"}),
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=lambda _: 3.0,
    accept="application/atom+xml, application/xml, text/xml",
    file_format=FileFormat(".xml", HEAD, b"</feed>\n"),
    reach=30_000,
    narrow="Narrow the query by submittedDate, or fetch whole sets with `byline fetch arxiv-oai`.",
)
