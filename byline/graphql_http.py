"""GraphQL over HTTP, as its specification has it: reads the request, lets the service answer, writes JSON."""

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import parse_qsl

import orjson
import structlog
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from resolvers.errors import Code, RequestError
from resolvers.execute import Reply, Request, Service, problem, refused

log = structlog.get_logger()
GRAPHQL_JSON = "application/graphql-response+json"
JSON = "application/json"
DRAIN = 64 * 1024 * 1024
"""Bytes of an oversized body that are read and thrown away, so that the client hears the 413."""
RETRY_AFTER_S = 2
CLIENT_GONE = 499
"""What proxies log where the client went away before its request was whole."""
TOLD_IN_JSON = {
    Code.SYNTAX,
    Code.VALIDATION,
    Code.BAD_VARIABLES,
    Code.BAD_USER_INPUT,
    Code.BAD_ID,
    Code.BAD_CURSOR,
    Code.PAGE_TOO_LARGE,
    Code.TOO_DEEP,
    Code.TOO_COSTLY,
}
"""Refusals of a well-formed request: status 200 for a client that only knows application/json, as the specification
asks, and the code's own status for one that accepts application/graphql-response+json."""


async def answer(request: HttpRequest, service: Service, max_body: int) -> Response:
    """Answer one HTTP request. Never raises for what a client did."""
    try:
        media_type = accepted(request.headers.get("accept"))
    except RequestError as error:
        return written(refused(error.code, [problem(error.code, error.message)]), JSON)
    try:
        asked = await parsed(request, max_body)
    except RequestError as error:
        return written(refused(error.code, [problem(error.code, error.message)]), media_type, malformed=True)
    except ClientDisconnect:
        return Response(status_code=CLIENT_GONE)  # for the log and the metrics: nobody hears it
    reply = await service.answer(asked)
    if reply.code is Code.UNAVAILABLE:  # where the graph is and how it fails is the operator's to know
        log.warning("unavailable", why=[error["message"] for error in reply.errors])
        reply = refused(reply.code, [problem(reply.code, reply.code.advice)])
    return written(reply, media_type)


def written(reply: Reply, media_type: str, *, malformed: bool = False) -> Response:
    """Return the HTTP response for a reply."""
    headers: dict[str, str] = {}
    status = 200
    if reply.code is not None and (malformed or media_type == GRAPHQL_JSON or reply.code not in TOLD_IN_JSON):
        status = int(reply.code.status)
    if reply.code is Code.UNAVAILABLE:
        headers["retry-after"] = str(RETRY_AFTER_S)
    if reply.code is Code.METHOD_NOT_ALLOWED:
        headers["allow"] = "GET, POST"
    return Response(orjson.dumps(reply.body()), status, headers, f"{media_type}; charset=utf-8")


def accepted(header: str | None) -> str:
    """Return the media type to answer with. Raises RequestError (NOT_ACCEPTABLE)."""
    if not header:
        return JSON
    best, found = 0.0, ""
    for part in header.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = next((_number(p.removeprefix("q=")) for p in parameters if p.startswith("q=")), 1.0)
        match name:
            case "application/graphql-response+json":
                offered = GRAPHQL_JSON
            case "application/json":
                offered = JSON
            case "application/*" | "*/*":
                offered = GRAPHQL_JSON
            case _:
                continue
        if quality > best:
            best, found = quality, offered
    if not found:
        raise RequestError(Code.NOT_ACCEPTABLE, f"{header!r} accepts neither {GRAPHQL_JSON} nor {JSON}.")
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


async def parsed(request: HttpRequest, max_body: int) -> Request:
    """Read the GraphQL request out of an HTTP request. Raises RequestError."""
    if request.method == "GET":
        return _from_query(request)
    if request.method != "POST":
        raise RequestError(Code.METHOD_NOT_ALLOWED, f"{request.method} is not for GraphQL. Use POST, or GET.")
    _json_in_utf8(request.headers.get("content-type", ""))
    body = await read_body(request, max_body)
    try:
        found: object = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise RequestError(Code.BAD_REQUEST, f"The body is no JSON: {error}.") from None
    if not isinstance(found, dict):
        raise RequestError(Code.BAD_REQUEST, "The body is no JSON object with a query in it.")
    return _request(cast("dict[str, object]", found))


def _json_in_utf8(header: str) -> None:
    name, *parameters = (part.strip().lower() for part in header.split(";"))
    charset = next((p.partition("=")[2].strip('"') for p in parameters if p.startswith("charset=")), "utf-8")
    if name != JSON or charset not in ("utf-8", "utf8"):
        raise RequestError(Code.UNSUPPORTED_MEDIA_TYPE, f"{header!r} is not application/json in UTF-8.")


async def read_body(request: HttpRequest, max_body: int) -> bytes:
    """Read a body of at most `max_body` bytes. Raises RequestError (BODY_TOO_LARGE) once a larger one is drained."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= max_body:
            chunks.append(chunk)
        elif size > DRAIN:
            break
        else:
            chunks.clear()
    if size > max_body:
        raise RequestError(Code.BODY_TOO_LARGE, f"The body has over {max_body:,} bytes. Send less.")
    return b"".join(chunks)


def _from_query(request: HttpRequest) -> Request:
    try:
        pairs = dict(parse_qsl(request.scope["query_string"].decode("ascii"), keep_blank_values=True, errors="strict"))
    except UnicodeDecodeError:
        raise RequestError(Code.BAD_REQUEST, "The query string is no UTF-8.") from None
    found: dict[str, object] = dict(pairs)
    for name in ("variables", "extensions"):
        if found.get(name) == "":
            del found[name]
        elif name in found:
            try:
                found[name] = orjson.loads(str(found[name]))
            except orjson.JSONDecodeError as error:
                raise RequestError(Code.BAD_REQUEST, f"{name} is no JSON: {error}.") from None
    if found.get("operationName") == "":
        del found["operationName"]
    return _request(found)


def _request(found: Mapping[str, object]) -> Request:
    query, operation = found.get("query"), found.get("operationName")
    if not isinstance(query, str) or not query.strip():
        raise RequestError(Code.BAD_REQUEST, "query is missing: it is the GraphQL document, a string.")
    if operation is not None and not isinstance(operation, str):
        raise RequestError(Code.BAD_REQUEST, "operationName is no string.")
    for name in ("variables", "extensions"):
        if not isinstance(found.get(name), dict | None):
            raise RequestError(Code.BAD_REQUEST, f"{name} is no object.")
    return Request(query, cast("dict[str, Any]", found.get("variables") or {}), operation)
