"""Stream a list as lines of JSON, page by page."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import orjson
from starlette.responses import Response, StreamingResponse

from byline.server.content_negotiation import NDJSON
from byline.server.responses import mask_internal_error
from resolvers.execute import Request, Service
from resolvers.export import iter_pages
from resolvers.reply import FAILURES, Reply, failure_reply


async def lines(service: Service, request: Request) -> Response | Reply:
    """Return the list of a request as a stream of lines, or an error reply if its first page fails.

    If a later page fails, the last line is an object with `errors`.
    """
    pages = iter_pages(service, request)
    try:
        first = await anext(pages, list[Any]())
    except FAILURES as error:
        return await service.reply_to_failure(error, request)
    return StreamingResponse(
        _encode_lines(first, pages, request), media_type=NDJSON, headers={"cache-control": "no-store"}
    )


async def _encode_lines(first: list[Any], pages: AsyncGenerator[list[Any]], request: Request) -> AsyncGenerator[bytes]:
    async with aclosing(pages):
        yield page_of_lines(first)
        try:
            async for page in pages:
                yield page_of_lines(page)
        except FAILURES as error:
            yield orjson.dumps(
                {"errors": mask_internal_error(failure_reply(error, request.query)).errors},
                option=orjson.OPT_APPEND_NEWLINE,
            )


def page_of_lines(rows: list[Any]) -> bytes:
    """Return rows as lines of JSON."""
    return b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)
