"""Streamed responses: a list as lines of JSON, page by page, and a subscription as server-sent events (graphql-sse)."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, cast

import orjson
from starlette.responses import Response, StreamingResponse

from accounts.viewer import Viewer
from byline.server.content_negotiation import EVENT_STREAM, NDJSON
from byline.server.request_metrics import SUBSCRIPTIONS
from byline.server.responses import mask_internal_error
from resolvers.execute import Request, Service
from resolvers.execute_subscription import execute_subscription
from resolvers.export import iter_pages
from resolvers.live_updates import LiveUpdates
from resolvers.reply import FAILURES, Reply, failure_reply

HEARTBEAT_S = 15.0
"""Seconds after which a comment is sent, so that proxies keep the connection."""
LAST_EVENT_ID = "last-event-id"
"""Header with the ID of the last event, which browsers send when they connect again."""
AFTER = "after"
"""Variable that receives the ID of the last event."""
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


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


def event_stream(
    service: Service, live: LiveUpdates, request: Request, authorize: Callable[[], Awaitable[Viewer | None]]
) -> StreamingResponse:
    """Return the replies to an operation as events `next`, and the event `complete`.

    The response has one operation, as in the distinct mode of graphql-sse.
    """
    replies = execute_subscription(service, live, request, authorize)
    return StreamingResponse(_events(replies), media_type=EVENT_STREAM, headers=HEADERS)


async def _events(replies: AsyncGenerator[Reply]) -> AsyncGenerator[bytes]:
    with SUBSCRIPTIONS.track_inprogress():
        async with aclosing(replies):
            yield b":\n\n"  # so that the client knows at once that it is connected
            pending: asyncio.Task[Reply] | None = None
            try:
                while True:
                    pending = pending or asyncio.ensure_future(anext(replies))
                    done, _ = await asyncio.wait({pending}, timeout=HEARTBEAT_S)
                    if not done:
                        yield b":\n\n"
                        continue
                    try:
                        reply = mask_internal_error(pending.result())
                    except StopAsyncIteration:
                        break
                    pending = None
                    yield _event(reply)
            finally:
                if pending is not None:
                    pending.cancel()
                    await asyncio.gather(pending, return_exceptions=True)
            yield b"event: complete\ndata:\n\n"


def _event(reply: Reply) -> bytes:
    """Return an event; its ID is the cursor of the update, if the client selects it."""
    cursor = _cursor(reply.data)
    identifier = f"id: {cursor}\n".encode() if cursor is not None else b""
    return b"event: next\n" + identifier + b"data: " + orjson.dumps(reply.body()) + b"\n\n"


def _cursor(data: dict[str, Any] | None) -> str | None:
    values = list((data or {}).values())
    if len(values) != 1 or not isinstance(values[0], dict):
        return None
    cursor = cast("dict[str, object]", values[0]).get("cursor")
    return cursor if isinstance(cursor, str) else None
