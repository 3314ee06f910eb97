"""Convert a GraphQL reply to an HTTP response: status, body and cache headers."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson
import structlog
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from byline.server.content_negotiation import GRAPHQL_JSON
from resolvers.errors import Code
from resolvers.reply import Reply, error_reply

log = structlog.get_logger()
RETRY_AFTER_S = 2
CLIENT_GONE = 499
"""Status that proxies log if the client disconnects before its request is complete."""
REQUEST_ERRORS = {
    Code.SYNTAX,
    Code.VALIDATION,
    Code.BAD_VARIABLES,
    Code.BAD_USER_INPUT,
    Code.BAD_ID,
    Code.BAD_CURSOR,
    Code.PAGE_TOO_LARGE,
    Code.TOO_DEEP,
    Code.TOO_COSTLY,
    Code.PERSISTED_QUERY_NOT_FOUND,
    Code.PERSISTED_QUERY_NOT_SUPPORTED,
}
"""Errors of well-formed requests. Clients that accept only application/json get status 200, as the specification
requires; clients that accept application/graphql-response+json get the status of the code.
"""


def mask_internal_error(reply: Reply) -> Reply:
    """Replace the message of an internal error, such as an unavailable graph; only the log contains its details."""
    if reply.code is not Code.UNAVAILABLE:
        return reply
    log.warning("unavailable", why=[error["message"] for error in reply.errors])
    return error_reply(reply.code, reply.code.advice)


def to_http_response(reply: Reply, media_type: str, *, always_use_error_status: bool = False) -> Response:
    """Return the HTTP response of a reply.

    Args:
        always_use_error_status: Use the status of the error code for all media types.
    """
    headers: dict[str, str] = {}
    status = 200
    if reply.code is not None and (
        always_use_error_status or media_type == GRAPHQL_JSON or reply.code not in REQUEST_ERRORS
    ):
        status = int(reply.code.status)
    if reply.code is Code.UNAVAILABLE or reply.wait_s is not None:
        headers["retry-after"] = str(reply.wait_s or RETRY_AFTER_S)
    if reply.code is Code.UNAUTHENTICATED:
        headers["www-authenticate"] = "Bearer"
    if reply.code is Code.METHOD_NOT_ALLOWED:
        headers["allow"] = "GET, HEAD, POST"
    if reply.timing_s:
        headers["server-timing"] = ", ".join(f"{step};dur={s * 1000:.2f}" for step, s in reply.timing_s.items())
    return Response(orjson.dumps(reply.body()), status, headers, f"{media_type}; charset=utf-8")


def to_batch_response(replies: Sequence[Reply], media_type: str) -> Response:
    """Return the HTTP response of a batch: the replies in order, with status 200 even if some have errors."""
    return Response(orjson.dumps([reply.body() for reply in replies]), 200, None, f"{media_type}; charset=utf-8")


def entity_tag(reply: Reply) -> str:
    """Return the weak entity tag of a reply.

    It leaves out the extensions: the estimated cost follows the size of the graph, also where the data is the same.
    """
    data = orjson.dumps({**reply.body(), "extensions": None})
    return f'W/"{hashlib.blake2b(data, digest_size=16).hexdigest()}"'


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """Caching of responses to GET: fresh for `max_age` seconds, then revalidated with the ETag."""

    max_age: int = 0

    def with_cache_headers(self, request: HttpRequest, tag: str | None, response: Response) -> Response:
        """Return the response with cache headers, or 304 without a body if the client's copy is current.

        Args:
            request: the HTTP request.
            tag: entity tag of the response; None if clients may not cache it.
            response: the response without cache headers.
        """
        if request.method == "POST":
            return response
        if tag is None or response.status_code != Response().status_code:
            response.headers["cache-control"] = "no-store"
            return response
        if "authorization" in request.headers or "cookie" in request.headers:
            policy = "private, no-cache"  # the response may depend on the viewer
        else:
            policy = f"public, max-age={self.max_age}" if self.max_age else "no-cache"
        headers = {"etag": tag, "cache-control": policy, "vary": "accept, authorization, cookie"}
        if _has(request.headers, tag):
            return Response(status_code=304, headers=headers)
        response.headers.update(headers)
        return response


def _has(headers: Mapping[str, str], tag: str) -> bool:
    """Return True if If-None-Match contains the tag (weak comparison)."""
    known = [part.strip().removeprefix("W/") for part in headers.get("if-none-match", "").split(",")]
    return "*" in known or tag.removeprefix("W/") in known
