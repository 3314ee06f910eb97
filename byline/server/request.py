"""Parse the GraphQL request, or a batch of requests, in an HTTP request."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qsl

import orjson
from starlette.datastructures import Headers
from starlette.requests import Request as HttpRequest

from byline.server.content_negotiation import JSON
from resolvers.errors import Code, RequestError

SHA256 = re.compile(r"[0-9a-f]{64}")
DRAIN = 64 * 1024 * 1024
"""Maximum number of bytes of an oversized body to read and discard, so that the client receives the 413."""


@dataclass(frozen=True, slots=True)
class GraphQLRequest:
    """A parsed GraphQL request with a document, or the ID of a trusted document."""

    query: str | None
    document_id: str | None
    variables: Mapping[str, Any]
    operation: str | None
    persisted_hash: str | None = None
    """SHA-256 of the document in hexadecimal digits, as Apollo's automatic persisted queries send it."""


async def parse_request(
    request: HttpRequest, max_body: int, batch: int
) -> GraphQLRequest | list[GraphQLRequest | RequestError]:
    """Parse the GraphQL request in an HTTP request, or a batch of at most `batch` requests. Raises RequestError.

    The error of one request in a batch is returned in its place, so that the other requests run.
    """
    if request.method in ("GET", "HEAD"):
        return _from_query(request)
    if request.method != "POST":
        raise RequestError(Code.METHOD_NOT_ALLOWED, f"GraphQL does not support {request.method}. Use POST or GET.")
    _json_in_utf8(request.headers)
    body = _json(await read_body(request, max_body))
    if isinstance(body, list):
        return _batch(cast("list[object]", body), batch)
    return request_from_json(body)


async def read_json_object(request: HttpRequest, max_body: int) -> dict[str, object]:
    """Return the JSON object in the body of a POST. Raises RequestError."""
    _json_in_utf8(request.headers)
    body = _json(await read_body(request, max_body))
    if not isinstance(body, dict):
        raise RequestError(Code.BAD_REQUEST, "The body is not a JSON object.")
    return cast("dict[str, object]", body)


def _batch(bodies: list[object], most: int) -> list[GraphQLRequest | RequestError]:
    if not most:
        raise RequestError(Code.BAD_REQUEST, "The body is a list, but batches are disabled. Send one JSON object.")
    if not 1 <= len(bodies) <= most:
        raise RequestError(Code.BAD_REQUEST, f"The batch has {len(bodies)} requests. Expected 1 to {most}.")
    return [_one(body) for body in bodies]


def _one(body: object) -> GraphQLRequest | RequestError:
    try:
        return request_from_json(body)
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
        raise RequestError(Code.BAD_REQUEST, f"The body is not valid UTF-8 (byte {error.start + 1:,}).") from None
    raise RequestError(Code.BAD_REQUEST, f"The body is not valid JSON: {wrong}.")


def _json_in_utf8(headers: Headers) -> None:
    packed = headers.get("content-encoding", "identity").strip().lower()
    if packed != "identity":
        raise RequestError(
            Code.UNSUPPORTED_MEDIA_TYPE, f"Unsupported content-encoding {packed!r}. Send the body without compression."
        )
    header = headers.get("content-type", "")
    name, *parameters = (part.strip().lower() for part in header.split(";"))
    charset = next((p.partition("=")[2].strip('"') for p in parameters if p.startswith("charset=")), "utf-8")
    if name != JSON or charset not in ("utf-8", "utf8"):
        raise RequestError(
            Code.UNSUPPORTED_MEDIA_TYPE, f"Unsupported content-type {header!r}. Use application/json in UTF-8."
        )


async def read_body(request: HttpRequest, max_body: int) -> bytes:
    """Read a body of at most `max_body` bytes. Raises RequestError (BODY_TOO_LARGE) after discarding a larger one."""
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
        raise RequestError(Code.BODY_TOO_LARGE, f"The body exceeds {max_body:,} bytes. Send a smaller one.")
    return b"".join(chunks)


def _from_query(request: HttpRequest) -> GraphQLRequest:
    try:
        pairs = dict(parse_qsl(request.scope["query_string"].decode("ascii"), keep_blank_values=True, errors="strict"))
    except UnicodeDecodeError:
        raise RequestError(Code.BAD_REQUEST, "The query string is not valid UTF-8.") from None
    parameters: dict[str, object] = dict(pairs)
    for name in ("variables", "extensions"):
        if parameters.get(name) == "":
            del parameters[name]
        elif name in parameters:
            try:
                parameters[name] = orjson.loads(str(parameters[name]))
            except orjson.JSONDecodeError as error:
                raise RequestError(Code.BAD_REQUEST, f"{name} is not valid JSON: {error}.") from None
    return request_from_json(parameters)


def request_from_json(value: object) -> GraphQLRequest:
    """Return the request in a JSON object. Raises RequestError."""
    if not isinstance(value, dict):
        raise RequestError(Code.BAD_REQUEST, "The request is not a JSON object with a query.")
    members = cast("dict[str, object]", value)
    query, document = _text(members, "query"), _text(members, "documentId")
    if query is not None and document is not None:
        raise RequestError(Code.BAD_REQUEST, "The request has both query and documentId. Send one of them.")
    for name in ("variables", "extensions"):
        if not isinstance(members.get(name), dict | None):
            raise RequestError(Code.BAD_REQUEST, f"{name} is not an object.")
    persisted_hash = _persisted_hash(cast("dict[str, object]", members.get("extensions") or {}))
    if document is not None and persisted_hash is not None:
        raise RequestError(
            Code.BAD_REQUEST, "The request has both documentId and extensions.persistedQuery. Send one of them."
        )
    if not (document or persisted_hash or (query and query.strip())):
        raise RequestError(
            Code.BAD_REQUEST,
            "query is missing. Send a GraphQL document as query, or the ID of a trusted document as documentId.",
        )
    variables = cast("dict[str, Any]", members.get("variables") or {})
    return GraphQLRequest(query, document, variables, _text(members, "operationName"), persisted_hash)


def _persisted_hash(extensions: Mapping[str, object]) -> str | None:
    """Return the hash in `extensions.persistedQuery`; None without this extension. Raises RequestError."""
    value = extensions.get("persistedQuery")
    if value is None:
        return None
    members = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    digest = members.get("sha256Hash")
    if members.get("version") != 1 or not isinstance(digest, str) or not SHA256.fullmatch(digest):
        raise RequestError(
            Code.BAD_REQUEST,
            "Invalid extensions.persistedQuery. Expected version 1 and, as sha256Hash, the SHA-256 of the document in "
            "64 lowercase hexadecimal digits.",
        )
    return digest


def _text(members: Mapping[str, object], name: str) -> str | None:
    value = members.get(name)
    if value == "" and name != "query":
        return None
    if not isinstance(value, str | None):
        raise RequestError(Code.BAD_REQUEST, f"{name} is not a string.")
    return value
