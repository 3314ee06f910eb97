"""What a client asks: the GraphQL request, or several, in an HTTP request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qsl

import orjson
from starlette.datastructures import Headers
from starlette.requests import Request as HttpRequest

from byline.http.negotiate import JSON
from resolvers.errors import Code, RequestError

DRAIN = 64 * 1024 * 1024
"""Bytes of an oversized body that are read and thrown away, so that the client hears the 413."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One GraphQL request as it came: a document, or the id of one that is known here."""

    query: str | None
    document_id: str | None
    variables: Mapping[str, Any]
    operation: str | None


async def parsed(request: HttpRequest, max_body: int, batch: int) -> Asked | list[Asked | RequestError]:
    """Read the GraphQL request out of an HTTP request, or up to `batch` of them. Raises RequestError.

    What is wrong with one of a batch stands in its place, so that the others are answered.
    """
    if request.method in ("GET", "HEAD"):
        return _from_query(request)
    if request.method != "POST":
        raise RequestError(Code.METHOD_NOT_ALLOWED, f"{request.method} is not for GraphQL. Use POST, or GET.")
    _json_in_utf8(request.headers)
    found = _json(await read_body(request, max_body))
    if isinstance(found, list):
        return _batch(cast("list[object]", found), batch)
    return _asked(found)


def _batch(found: list[object], most: int) -> list[Asked | RequestError]:
    if not most:
        raise RequestError(Code.BAD_REQUEST, "The body is a list. Batches are off here: send one JSON object.")
    if not 1 <= len(found) <= most:
        raise RequestError(Code.BAD_REQUEST, f"The batch has {len(found)} requests; it can have 1 to {most}.")
    return [_one(one) for one in found]


def _one(found: object) -> Asked | RequestError:
    try:
        return _asked(found)
    except RequestError as error:
        return error


def _json(body: bytes) -> object:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        wrong = str(error)
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise RequestError(
            Code.BAD_REQUEST, f"The body is no UTF-8: byte {error.start + 1:,} begins no character."
        ) from None
    raise RequestError(Code.BAD_REQUEST, f"The body is no JSON: {wrong}.")


def _json_in_utf8(headers: Headers) -> None:
    packed = headers.get("content-encoding", "identity").strip().lower()
    if packed != "identity":
        raise RequestError(
            Code.UNSUPPORTED_MEDIA_TYPE, f"Bodies are taken as they are, not in {packed!r}. Send no content-encoding."
        )
    header = headers.get("content-type", "")
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


def _from_query(request: HttpRequest) -> Asked:
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
    return _asked(found)


def _asked(found: object) -> Asked:
    if not isinstance(found, dict):
        raise RequestError(Code.BAD_REQUEST, "This is no JSON object with a query in it.")
    given = cast("dict[str, object]", found)
    query, document = _text(given, "query"), _text(given, "documentId")
    if query is not None and document is not None:
        raise RequestError(Code.BAD_REQUEST, "query and documentId stand together. Send one of them.")
    if not (document or (query and query.strip())):
        raise RequestError(
            Code.BAD_REQUEST, "query is missing: it is the GraphQL document, a string; or documentId names one."
        )
    for name in ("variables", "extensions"):
        if not isinstance(given.get(name), dict | None):
            raise RequestError(Code.BAD_REQUEST, f"{name} is no object.")
    variables = cast("dict[str, Any]", given.get("variables") or {})
    return Asked(query, document, variables, _text(given, "operationName"))


def _text(given: Mapping[str, object], name: str) -> str | None:
    found = given.get(name)
    if found == "" and name != "query":
        return None
    if not isinstance(found, str | None):
        raise RequestError(Code.BAD_REQUEST, f"{name} is no string.")
    return found
