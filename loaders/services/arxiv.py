"""arXiv's API: papers that a query finds, 500 an answer, oldest first, 30,000 of a query at most.

Source: https://info.arxiv.org/help/api/user-manual.html, https://info.arxiv.org/help/api/tou.html (once in 3 seconds)
"""

from collections.abc import Iterator, Sequence

from loaders.fetch.json_answers import batches, following
from loaders.fetch.service import BrokenError, FetchError, Form, Found, Page, Query, Request, Service
from loaders.fetch.xml_answers import root, text
from loaders.files.markup import Element, child_text

ATOM = "{http://www.w3.org/2005/Atom}"
TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
RESULTS, PER_LIST = 500, 100
ERRORS = "/api/errors"
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'


def first(query: Query) -> Request:
    """Return the request for the first papers; the oldest stand first, so that new ones do not move those behind."""
    order = {"sortBy": "submittedDate", "sortOrder": "ascending"} | dict(query.params)
    said = (("search_query", query.filter),) if query.filter else ()
    return Request("/api/query", (*said, *order.items(), ("max_results", str(RESULTS)), ("start", "0")))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield requests for lists of ids."""
    for part in batches([one.partition(":")[2] for one in ids], PER_LIST):
        yield Request("/api/query", (("id_list", ",".join(part)), ("max_results", str(PER_LIST))), ids=part)


def read(body: bytes, request: Request) -> Page:
    """Return what an answer holds.

    Raises XMLSyntaxError where it is no XML, BrokenError where it is no feed, or empty though there is more (arXiv
    answers so under load), and FetchError with arXiv's words where it tells of a mistake.
    """
    feed = root(body, f"{ATOM}feed", "an Atom feed")
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        if ERRORS in (child_text(entry, f"{ATOM}id") or ""):
            raise FetchError(
                f"arXiv refuses the query: {child_text(entry, f'{ATOM}summary')}. Its terms: {SERVICE.docs}"
            )
    records = [Found(key(entry), text(entry)) for entry in entries]
    if request.ids:
        known = {one.key.rpartition("v")[0] for one in records} | {one.key for one in records}
        return Page(records, missing=[one for one in request.ids if one not in known])
    start = int(dict(request.params)["start"])
    total = int(child_text(feed, TOTAL) or 0)
    if not entries and start < total:
        raise BrokenError(f"the answer is empty, though the list goes on ({start:,} of {total:,})")
    return Page(records, following(request, "start", start, len(entries), total), total)


def key(entry: Element) -> str:
    """Return the id of a paper with its version."""
    return (child_text(entry, f"{ATOM}id") or "").partition("/abs/")[2]


SERVICE = Service(
    name="arxiv",
    source="arxiv",
    title="arXiv",
    address="https://export.arxiv.org",
    hosts=("arxiv.org",),
    docs="https://info.arxiv.org/help/api/user-manual.html#query_details",
    filters="a query of arXiv: cat:cs.DL AND submittedDate:[202401010000 TO 202402010000]",
    example="byline fetch arxiv --filter 'cat:cs.DL AND all:citation' --output mine",
    schemes=("arxiv",),
    own=frozenset({"start", "max_results", "search_query", "id_list"}),
    first=first,
    by_ids=by_ids,
    read=read,
    interval_s=lambda _: 3.0,
    accept="application/atom+xml, application/xml, text/xml",
    form=Form(".xml", HEAD, b"</feed>\n"),
    reach=30_000,
    narrow="Narrow the query by submittedDate, or take whole sets with `byline fetch arxiv-oai`.",
)
