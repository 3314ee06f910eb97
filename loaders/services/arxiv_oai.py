"""arXiv's OAI-PMH: whole sets, or what changed in a time, with licences and every version; walked by tokens.

Source: https://info.arxiv.org/help/oa/index.html, http://www.openarchives.org/OAI/openarchivesprotocol.html
"""

from collections.abc import Iterator, Sequence

from loaders.fetch.service import BrokenError, FetchError, ForgottenError, Form, Found, Page, Query, Request, Service
from loaders.fetch.xml_answers import root, text
from loaders.files.markup import Element, child_text, folded_text

OAI = "{http://www.openarchives.org/OAI/2.0/}"
PREFIX = "arXivRaw"
TERMS = ("set", "from", "until", "metadataPrefix")
HEAD = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">\n<ListRecords>\n'
)
SAID_NOTHING = frozenset({"noRecordsMatch", "idDoesNotExist"})


def first(query: Query) -> Request:
    """Return the request for the first records. Raises FetchError where the filter is out of form."""
    terms: dict[str, str] = {"metadataPrefix": PREFIX}
    for term in filter(None, (part.strip() for part in (query.filter or "").split(","))):
        name, mark, value = (part.strip() for part in term.partition("="))
        if not mark or name not in TERMS or not value:
            raise FetchError(f"{term!r} is no term of arXiv's OAI-PMH: expected {SERVICE.filters}.")
        terms[name] = value
    return Request("/oai", (("verb", "ListRecords"), *terms.items(), *query.params))


def by_ids(ids: Sequence[str], _: Query) -> Iterator[Request]:
    """Yield a request for each id."""
    for one in (one.partition(":")[2] for one in ids):
        params = (("verb", "GetRecord"), ("metadataPrefix", PREFIX), ("identifier", f"oai:arXiv.org:{one}"))
        yield Request("/oai", params, ids=(one,))


def read(body: bytes, request: Request) -> Page:
    """Return what an answer holds.

    Raises XMLSyntaxError where it is no XML, BrokenError where it is another document, FetchError with arXiv's words
    where it tells of a mistake, and ForgottenError where it no longer knows the token.
    """
    answer = root(body, f"{OAI}OAI-PMH", "an answer of OAI-PMH")
    error = answer.find(f"{OAI}error")
    if error is not None:
        return _told(error, request)
    records = [
        Found(child_text(one, f"{OAI}header/{OAI}identifier") or "", text(one)) for one in answer.iter(f"{OAI}record")
    ]
    if not records:
        raise BrokenError("the answer holds neither records nor an error")
    token = next(answer.iter(f"{OAI}resumptionToken"), None)
    said = folded_text(token) if token is not None else None
    size = token.get("completeListSize", "") if token is not None else ""
    params = (("verb", "ListRecords"), ("resumptionToken", said or ""))
    return Page(records, (Request("/oai", params, later=True),) if said else (), int(size) if size.isdigit() else None)


def _told(error: Element, request: Request) -> Page:
    code, said = error.get("code", ""), folded_text(error) or "no more than that"
    if code in SAID_NOTHING:
        return Page(missing=request.ids)
    if code == "badResumptionToken" and request.later:
        raise ForgottenError(f"arXiv no longer knows the place: {said}")
    raise FetchError(f"arXiv refuses the request: {code}: {said}. Its terms: {SERVICE.docs}")


SERVICE = Service(
    name="arxiv-oai",
    source="arxiv",
    title="arXiv's OAI-PMH",
    address="https://oaipmh.arxiv.org",
    hosts=("arxiv.org",),
    docs="https://info.arxiv.org/help/oa/index.html",
    filters="terms of OAI-PMH: set=cs, from=2024-01-01, until=2024-01-31, metadataPrefix=arXivRaw",
    example="byline fetch arxiv-oai --filter 'set=cs, from=2024-01-01' --output mine",
    schemes=("arxiv",),
    own=frozenset({"verb", "resumptionToken", "identifier", *TERMS}),
    first=first,
    by_ids=by_ids,
    read=read,
    interval_s=lambda _: 3.0,
    accept="text/xml, application/xml",
    form=Form(".xml", HEAD, b"</ListRecords>\n</OAI-PMH>\n"),
)
