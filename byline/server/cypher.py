"""The route POST /cypher: reading Cypher statements of analysts, over the public part of the graph."""

from collections.abc import Iterator
from typing import Any, cast

import orjson
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from accounts.roles import Scope
from accounts.viewer import Viewer
from byline.server.content_negotiation import JSON, NDJSON
from byline.server.graphql import DisconnectWatcher, Endpoint
from byline.server.rate_limit import client_budget
from byline.server.request import read_json_object
from byline.server.responses import CLIENT_GONE, mask_internal_error, to_http_response
from cypher.driver.bolt import Answer, ReadLimits
from cypher.driver.errors import (
    GraphError,
    GraphMemoryError,
    GraphRejectedError,
    GraphTimeoutError,
    ResultTooLargeError,
)
from cypher.driver.values import Value
from cypher.public.public_graph import StatementRefusedError, decode_public_entity
from cypher.public.statement_plan import check_plan
from cypher.public.statement_text import check_parameters, check_text
from resolvers.errors import Code, RequestError
from resolvers.expensive_queries import EXPENSIVE_COST, ClientQuery
from resolvers.reply import failure_reply, problem

PATH = "/cypher"
LIMITS = ReadLimits(10_000, 32 * 1024 * 1024, decode_public_entity, row_bytes=4 * 1024 * 1024, values=1_000_000)
SCOPE_ADVICE = (
    "A statement needs an access token with the scope cypher. The operator creates it with: "
    "byline user token NAME --scope cypher"
)
TRUNCATED = f"The result has more than {LIMITS.rows:,} rows, the maximum. Add LIMIT, or aggregate."
TOO_LARGE = (
    f"The result has more than {LIMITS.bytes:,} bytes, {LIMITS.row_bytes:,} bytes in a row, or {LIMITS.values:,} "
    "values, the maximum. Return fewer rows or properties, or rows instead of a list."
)
TIMED_OUT = "The statement exceeded its time limit of {:g} s and was stopped. Read less data."
OUT_OF_MEMORY = "The statement needs more memory than Neo4j has for it. Sort, collect or compare less data."
TOO_DEEP = "The result has lists or maps nested too deeply. Return them separately."
HEADERS = {"cache-control": "no-store"}


def cypher_routes(endpoint: Endpoint, timeout_s: float) -> list[APIRoute]:
    """Return the route.

    Args:
        endpoint: Authenticates clients; its service has the graph and the slots for expensive queries.
        timeout_s: Time limit of a statement in seconds.
    """
    service = endpoint.service

    async def run(request: HttpRequest, viewer: Viewer, text: str, parameters: dict[str, Value]) -> Answer:
        """Check and run a statement. Raises RequestError or a GraphError."""
        check_parameters(parameters)
        check_text(text, parameters)
        if spend := client_budget(endpoint.rate_limiter, request):
            spend(EXPENSIVE_COST)

        async def check_and_read() -> Answer:
            check_plan(await service.graph.explain(text, parameters, timeout_s=timeout_s))
            return await service.graph.read_bounded(text, parameters, LIMITS, timeout_s=timeout_s)

        return await service.expensive_queries.run(
            ClientQuery(viewer.user_id or viewer.name, EXPENSIVE_COST, text, always_expensive=True), check_and_read
        )

    async def answer(request: HttpRequest) -> Response:
        try:
            viewer = await _authorize(endpoint, request)
            text, parameters = _statement(await read_json_object(request, endpoint.max_body))
            async with DisconnectWatcher(request):
                result = await run(request, viewer, text, parameters)
            return _response(result, wants_lines=NDJSON in request.headers.get("accept", ""))
        except ClientDisconnect:
            return Response(status_code=CLIENT_GONE)
        except (StatementRefusedError, GraphRejectedError) as error:
            return _error_response(RequestError(Code.BAD_USER_INPUT, str(error)))
        except ResultTooLargeError:
            return _error_response(RequestError(Code.TOO_COSTLY, TOO_LARGE))
        except GraphTimeoutError:
            return _error_response(RequestError(Code.TOO_COSTLY, TIMED_OUT.format(timeout_s)))
        except GraphMemoryError:
            return _error_response(RequestError(Code.TOO_COSTLY, OUT_OF_MEMORY))
        except (RequestError, GraphError) as error:
            return _error_response(error)

    summary = "Run a reading Cypher statement over public data. Send an access token with the scope cypher."
    return [APIRoute(PATH, answer, methods=["POST"], summary=summary, response_class=Response)]


async def _authorize(endpoint: Endpoint, request: HttpRequest) -> Viewer:
    """Return the viewer. Raises RequestError without a token of the scope cypher, or a GraphError."""
    viewer, token_error = await endpoint.authenticate(request)
    if viewer is None:
        raise RequestError(Code.UNAUTHENTICATED, token_error or SCOPE_ADVICE)
    if Scope.CYPHER not in viewer.scopes or viewer.user_id is None:
        raise RequestError(Code.FORBIDDEN, SCOPE_ADVICE)
    return viewer


def _statement(body: dict[str, object]) -> tuple[str, dict[str, Value]]:
    """Return the statement and its parameters. Raises RequestError."""
    text: object = body.get("query")
    parameters: object = body.get("parameters")
    if parameters is None:
        parameters = {}
    if not isinstance(text, str) or not text.strip():
        raise RequestError(Code.BAD_REQUEST, "query is missing. Send a Cypher statement as a text.")
    if not isinstance(parameters, dict):
        raise RequestError(Code.BAD_REQUEST, "parameters is not an object. Send the values by name.")
    if unknown := sorted(body.keys() - {"query", "parameters"}):
        raise RequestError(Code.BAD_REQUEST, f"Unknown member {unknown[0][:60]!r}. Expected query and parameters.")
    return text, cast("dict[str, Value]", parameters)


def _response(result: Answer, *, wants_lines: bool) -> Response:
    """Return the response with a result. Raises RequestError."""
    try:
        return _encode(result, wants_lines=wants_lines)
    except orjson.JSONEncodeError:
        raise RequestError(Code.BAD_USER_INPUT, TOO_DEEP) from None


def _encode(result: Answer, *, wants_lines: bool) -> Response:
    rows = (dict(zip(result.columns, row, strict=True)) for row in result.rows)
    errors = [problem(Code.TOO_COSTLY, TRUNCATED)] if result.more else []
    if wants_lines:
        return Response(b"".join(_lines(rows, errors)), media_type=NDJSON, headers=HEADERS)
    body: dict[str, Any] = {"columns": result.columns, "rows": list(rows)}
    if errors:
        body["errors"] = errors
    return Response(orjson.dumps(body), media_type=JSON, headers=HEADERS)


def _lines(rows: Iterator[dict[str, Value]], errors: list[dict[str, Any]]) -> Iterator[bytes]:
    for row in rows:
        yield orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
    if errors:
        yield orjson.dumps({"errors": errors}, option=orjson.OPT_APPEND_NEWLINE)


def _error_response(error: RequestError | GraphError) -> Response:
    return to_http_response(mask_internal_error(failure_reply(error)), JSON, always_use_error_status=True)
