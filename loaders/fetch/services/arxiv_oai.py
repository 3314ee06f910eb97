"""arXiv OAI-PMH: whole sets or changes in a period, with licenses and all versions; paginated by resumption tokens.

Source: https://info.arxiv.org/help/oa/index.html, http://www.openarchives.org/OAI/openarchivesprotocol.html
"""

from collections.abc import Iterator, Sequence

from loaders.fetch.responses import root, text
from loaders.fetch.service import (
    CursorExpiredError,
    FetchError,
    FileFormat,
    InvalidResponseError,
    Page,
    Query,
    RawRecord,
    Request,
    Service,
)
from loaders.formats.markup import Element, child_text, folded_text

OAI = "{http://www.openarchives.org/OAI/2.0/}"
PREFIX = "arXivRaw"
TERMS = ("set", "from", "until", "metadataPrefix")
HEAD = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">\n<ListRecords>\n'
)
SAID_NOTHING = frozenset({"noRecordsMatch", "idDoesNotExist"})


def first(query: Query) -> Request:
    """Return the first request. Raises FetchError if the filter is malformed."""
    terms: dict[str, str] = {"metadataPrefix": PREFIX}
    for term in filter(None, (part.strip() for part in (query.filter or "").split(","))):
        name, mark, value = (part.strip() for part in term.partition("="))
        if not mark or name not in TERMS or not value:
            raise FetchError(f"{term!r} is not a valid OAI-PMH parameter: expected {SERVICE.filters}.")
        terms[name] = value
    return Request("/oai", (("verb", "ListRecords"), *terms.items(), *query.params))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield a request per ID."""
    for arxiv_id in (id_.partition(":")[2] for id_ in ids):
        params = (("verb", "GetRecord"), ("metadataPrefix", PREFIX), ("identifier", f"oai:arXiv.org:{arxiv_id}"))
        yield Request("/oai", params, ids=(arxiv_id,))


def parse_response(body: bytes, request: Request) -> Page:
    """Return the page in a response.

    Raises:
        XMLSyntaxError: The body is not XML.
        InvalidResponseError: It is another document, or has neither records nor an error.
        CursorExpiredError: arXiv no longer accepts the resumption token.
        FetchError: arXiv reports another error in the request.
    """
    answer = root(body, f"{OAI}OAI-PMH", "an OAI-PMH response")
    error = answer.find(f"{OAI}error")
    if error is not None:
        return _error_page(error, request)
    records = [
        RawRecord(child_text(element, f"{OAI}header/{OAI}identifier") or "", text(element))
        for element in answer.iter(f"{OAI}record")
    ]
    if not records:
        raise InvalidResponseError("the response contains neither records nor an error")
    token = next(answer.iter(f"{OAI}resumptionToken"), None)
    token_text = folded_text(token) if token is not None else None
    size = token.get("completeListSize", "") if token is not None else ""
    params = (("verb", "ListRecords"), ("resumptionToken", token_text or ""))
    return Page(
        records, (Request("/oai", params, later=True),) if token_text else (), int(size) if size.isdigit() else None
    )


def _error_page(error: Element, request: Request) -> Page:
    code, message = error.get("code", ""), folded_text(error) or "no message"
    if code in SAID_NOTHING:
        return Page(missing=request.ids)
    if code == "badResumptionToken" and request.later:
        raise CursorExpiredError(f"arXiv no longer accepts the resumption token: {message}")
    raise FetchError(f"arXiv rejected the request: {code}: {message}. See {SERVICE.docs}")


SERVICE = Service(
    name="arxiv-oai",
    source="arxiv",
    title="arXiv OAI-PMH",
    address="https://oaipmh.arxiv.org",
    hosts=("arxiv.org",),
    docs="https://info.arxiv.org/help/oa/index.html",
    filters="OAI-PMH parameters: set=cs, from=2024-01-01, until=2024-01-31, metadataPrefix=arXivRaw",
    example="byline fetch arxiv-oai --filter 'set=cs, from=2024-01-01' --output mine",
    schemes=("arxiv",),
    own=frozenset({"verb", "resumptionToken", "identifier", *TERMS}),
    first=first,
    by_ids=by_ids,
    read=parse_response,
    interval_s=lambda _: 3.0,
    accept="text/xml, application/xml",
    file_format=FileFormat(".xml", HEAD, b"</ListRecords>\n</OAI-PMH>\n"),
)
