"""Bibliographies: export the bibliographic entries of papers as BibTeX, RIS or CSL-JSON, for one paper or a list."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from fastapi import Path
from fastapi.routing import APIRoute
from msgspec import Struct, convert
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from byline.server.content_negotiation import JSON
from byline.server.graphql import Endpoint
from byline.server.responses import mask_internal_error, to_http_response
from byline.server.rest import get_and_head_routes
from loaders.export.bibliography import BibliographyFormat, BibliographyWriter, CitedWork, person_name
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service
from resolvers.export import iter_pages
from resolvers.reply import FAILURES, Reply, error_reply, failure_reply

MAX_WORKS = 100_000
"""Maximum number of works in a bibliography. The writer keeps all citation keys in memory, because they must be unique.
"""
MAX_AUTHORS = 100
"""Maximum number of authors of an entry; a BibTeX entry with more authors ends its list with `and others`."""
WORK = f"""
fragment Work on Paper {{
  title kind publishedOn doi arxiv url authorsComplete
  authors(first: {MAX_AUTHORS}) {{ pageInfo {{ hasNextPage }} edges {{ nameAsWritten }} }}
  venue {{ name kind }}
  appearances {{ pages issue volume {{ title number issue publisher venues {{ name kind }} }} }}
}}"""
PAPER = "query Paper($ids: [ID!]!) { papers(where: {id: {in: $ids}}) { nodes { ...Work } } }" + WORK
PAPERS = (
    "query Papers($where: PaperFilter, $search: String) { papers(where: $where, query: $search) { nodes { ...Work } } }"
    + WORK
)
COLLECTION = "query Collection($id: ID!) { collection(id: $id) { papers { nodes { ...Work } } } }" + WORK
EXTENSIONS = {
    "bib": BibliographyFormat.bibtex,
    "ris": BibliographyFormat.ris,
    "json": BibliographyFormat.csl_json,
}
MEDIA_TYPES = {
    BibliographyFormat.bibtex: "application/x-bibtex",
    BibliographyFormat.ris: "application/x-research-info-systems",
    BibliographyFormat.csl_json: "application/vnd.citationstyles.csl+json",
}


class _Venue(Struct):
    name: str
    kind: str | None


class _Volume(Struct):
    title: str | None
    number: str | None
    issue: str | None
    publisher: str | None
    venues: list[_Venue]


class _Appearance(Struct):
    volume: _Volume
    pages: str | None
    issue: str | None


class _Author(Struct, rename="camel"):
    name_as_written: str


class _PageInfo(Struct, rename="camel"):
    has_next_page: bool


class _Authors(Struct, rename="camel"):
    page_info: _PageInfo
    edges: list[_Author]


class _Work(Struct, rename="camel"):
    """A paper with the fields that the fragment `Work` selects."""

    title: str
    kind: str
    published_on: str | None
    doi: str | None
    arxiv: str | None
    url: str | None
    authors_complete: bool
    authors: _Authors
    venue: _Venue | None
    appearances: list[_Appearance]


def cited_work(paper: object) -> CitedWork:
    """Convert a paper with the fields of the fragment `Work`."""
    work = convert(paper, _Work)
    appearance = next(iter(work.appearances), None)
    volume = appearance.volume if appearance else None
    venue = next(iter(volume.venues), work.venue) if volume else work.venue
    is_journal = venue is not None and venue.kind == "JOURNAL"
    name = venue.name if venue else None
    return CitedWork(
        title=work.title,
        kind=work.kind.lower(),
        date=work.published_on,
        authors=tuple(person_name(author.name_as_written) for author in work.authors.edges),
        authors_complete=work.authors_complete and not work.authors.page_info.has_next_page,
        journal=name if is_journal else None,
        book=None if is_journal else (volume.title if volume else None) or name,
        volume=volume.number if volume else None,
        issue=(appearance.issue if appearance else None) or (volume.issue if volume else None),
        pages=appearance.pages if appearance else None,
        publisher=volume.publisher if volume else None,
        doi=work.doi,
        arxiv=work.arxiv,
        url=work.url,
    )


async def bibliography_pages(
    service: Service, request: Request, file_format: BibliographyFormat
) -> AsyncGenerator[list[bytes]]:
    """Yield the entries of the papers that a request selects, page by page, then the end of the file.

    Raises:
        RequestError: the request is invalid, or selects more than MAX_WORKS papers.
        GraphError: Neo4j did not answer.
    """
    writer, count = BibliographyWriter(file_format), 0
    async with aclosing(iter_pages(service, request)) as pages:
        async for page in pages:
            count += len(page)
            if count > MAX_WORKS:
                raise RequestError(
                    Code.BAD_USER_INPUT,
                    f"The list has more than {MAX_WORKS:,} papers, the maximum of a bibliography. Use a filter.",
                )
            yield [writer.entry(cited_work(paper)) for paper in page]
    yield [writer.end()]


def bibliography_routes(endpoint: Endpoint) -> list[APIRoute]:
    """Return the routes `/papers/ID.bib` and `/collections/ID.bib`, also for `.ris` and `.json` (CSL-JSON)."""

    async def respond(request: HttpRequest, folder: str, name: str) -> Response:
        id_, _, extension = name.rpartition(".")
        if extension not in EXTENSIONS or not id_:
            return _error_response(
                error_reply(
                    Code.NOT_FOUND,
                    f"{request.url.path[:200]} does not exist. Expected /{folder}/ID with one of the extensions .bib, "
                    ".ris and .json.",
                )
            )
        query, variables = (PAPER, {"ids": [id_]}) if folder == "papers" else (COLLECTION, {"id": id_})
        file_format = EXTENSIONS[extension]
        try:
            authentication = await endpoint.authenticate(request)
            graphql_request = endpoint.create_request(request, authentication, query, variables)
            pages = [page async for page in bibliography_pages(endpoint.service, graphql_request, file_format)]
        except FAILURES as error:
            return _error_response(mask_internal_error(failure_reply(error)))
        # The last page is the end of the file: a collection that the client cannot read has no other page.
        if len(pages) == 1 or (folder == "papers" and not pages[0]):
            return _error_response(
                error_reply(Code.NOT_FOUND, f"/{folder}/{id_[:100]} does not exist, or you cannot read it.")
            )
        text = b"".join(entry for page in pages for entry in page)
        return Response(text, media_type=MEDIA_TYPES[file_format], headers={"cache-control": "private, no-cache"})

    async def paper(
        request: HttpRequest,
        name: Annotated[str, Path(description="ID of a paper, and an extension: arxiv:1909.08053.bib.")],
    ) -> Response:
        return await respond(request, "papers", name)

    async def collection(
        request: HttpRequest, name: Annotated[str, Path(description="ID of a collection, and an extension.")]
    ) -> Response:
        return await respond(request, "collections", name)

    summary = "Return the bibliographic entries of a {} in the format of the extension: .bib, .ris or .json (CSL-JSON)."
    return [
        *get_and_head_routes("/papers/{name:path}", paper, summary.format("paper")),
        *get_and_head_routes("/collections/{name:path}", collection, summary.format("collection")),
    ]


def _error_response(reply: Reply) -> Response:
    return to_http_response(reply, JSON, always_use_error_status=True)
