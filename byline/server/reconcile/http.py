"""HTTP endpoints under /reconcile: parse parameters, and respond with JSON or a page.

Cross-origin access is limited to loopback, where OpenRefine serves its pages, and to the configured origins, because
Byline does not authenticate readers. JSONP would give access to every page, so it is not supported.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

import orjson
from fastapi.routing import APIRoute
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from byline.server.content_negotiation import JSON
from byline.server.rate_limit import RateLimiter, client_budget
from byline.server.reconcile import queries as batch
from byline.server.reconcile import services
from byline.server.reconcile.graphql_client import GraphQLClient
from byline.server.reconcile.manifest import manifest
from byline.server.reconcile.queries import queries
from byline.server.request import read_body
from byline.server.responses import CLIENT_GONE, to_http_response
from byline.settings import Settings
from resolvers.errors import Code, RequestError
from resolvers.execute import Service
from resolvers.reply import failure_reply

Parameters: TypeAlias = Mapping[str, str]
Handler: TypeAlias = Callable[[Request, Parameters], Awaitable[Response]]
FORM = "application/x-www-form-urlencoded"
MAX_FIELDS = 20
LOOPBACK = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
FRAMING = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors {}"


def routes(service: Service, settings: Settings, rate_limiter: RateLimiter | None) -> list[BaseRoute]:
    """Return the routes with their CORS policy."""

    def by(request: Request) -> GraphQLClient:
        return GraphQLClient(service, client_budget(rate_limiter, request))

    async def service_itself(request: Request, parameters: Parameters) -> Response:
        if "queries" in parameters:
            return _json(await batch.reconcile_batch(by(request), queries(parameters["queries"])))
        if "extend" in parameters:
            return _json(await services.extend_data(by(request), parameters["extend"]))
        if request.method == "POST":
            raise RequestError(Code.BAD_REQUEST, "The form contains neither queries nor extend.")
        return _json(manifest(str(request.base_url).rstrip("/")))

    async def suggest_entity(request: Request, parameters: Parameters) -> Response:
        return _json(await services.suggest_entities(by(request), parameters))

    async def preview_page(request: Request, parameters: Parameters) -> Response:
        ancestors = " ".join(["'self'", "http://localhost:*", "http://127.0.0.1:*", *settings.cors_origins])
        headers = {"content-security-policy": FRAMING.format(ancestors), "x-content-type-options": "nosniff"}
        return HTMLResponse(await services.render_preview(by(request), parameters), headers=headers)

    def plain(handler: Callable[[Parameters], dict[str, Any]]) -> Handler:
        async def respond(_: Request, parameters: Parameters) -> Response:
            return _json(handler(parameters))

        return respond

    def route(path: str, handler: Handler, summary: str, parameters: Sequence[str], *methods: str) -> list[BaseRoute]:
        endpoint = ReconcileEndpoint(handler, ("GET", *methods), settings.max_body)
        served = _shared(endpoint, settings.cors_origins)
        return [ReconcileRoute(path, served, method, summary, parameters) for method in endpoint.methods]

    search = ("prefix", "cursor")
    return [
        *route(
            "/reconcile",
            service_itself,
            "Return the manifest, match queries, or return properties of entities (reconciliation API 0.2).",
            ("queries", "extend"),
            "POST",
        ),
        *route("/reconcile/suggest/entity", suggest_entity, "Suggest entities by name.", (*search, "type")),
        *route("/reconcile/suggest/type", plain(services.suggest_types), "Suggest types by name.", search),
        *route(
            "/reconcile/suggest/property",
            plain(services.suggest_properties),
            "Suggest properties for matching.",
            (*search, "type"),
        ),
        *route(
            "/reconcile/properties",
            plain(services.propose_properties),
            "List the properties of a type for data extension.",
            ("type", "limit"),
        ),
        *route("/reconcile/preview", preview_page, "Return a small page that shows an entity.", ("id",)),
    ]


PARAMETERS = {
    "queries": "JSON object of queries, each with query, type, limit and properties; in a form for POST.",
    "extend": "JSON object with ids and properties; in a form for POST.",
    "prefix": "Beginning of a name.",
    "cursor": "Number of results to skip. Default: 0.",
    "type": "ID of a type: Paper, Researcher or Institution.",
    "limit": "Maximum number of properties.",
    "id": "Byline ID of a paper, researcher or institution.",
}
REQUIRED = ("prefix", "id")


class ReconcileRoute(APIRoute):
    """A route that OpenAPI describes, served by an ASGI application with its own CORS policy and errors."""

    def __init__(self, path: str, served: ASGIApp, method: str, summary: str, parameters: Sequence[str]) -> None:
        described = [
            {
                "name": name,
                "in": "query",
                "required": name in REQUIRED,
                "description": PARAMETERS[name],
                "schema": {"type": "string"},
            }
            for name in parameters
        ]
        super().__init__(
            path,
            _undocumented,
            methods=[method],
            summary=summary,
            openapi_extra={"parameters": described},
            response_class=HTMLResponse if path.endswith("preview") else JSONResponse,
            responses={400: {"description": "A parameter is invalid; errors names it."}},
            name=path.removeprefix("/").replace("/", "_"),
        )
        self.served = served

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve every method: the application responds to CORS preflights and refuses other methods itself."""
        await self.served(scope, receive, send)


async def _undocumented() -> None:
    pass  # FastAPI derives a description from a function; `served` responds instead


def _shared(endpoint: ASGIApp, origins: list[str]) -> ASGIApp:
    return CORSMiddleware(
        endpoint,
        allow_origins=origins,
        allow_origin_regex=LOOPBACK,
        allow_methods=["GET", "POST"],
        allow_headers=["content-type", "accept"],
        max_age=600,
    )


class ReconcileEndpoint:
    """One endpoint: parses the parameters, calls `handler`, and responds with errors as JSON."""

    def __init__(self, handler: Handler, methods: tuple[str, ...], max_body: int) -> None:
        self.handler = handler
        self.methods = methods
        self.max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        request = Request(scope, receive)
        try:
            response = await self.handler(request, await self._request_parameters(request))
        except RequestError as error:
            response = to_http_response(failure_reply(error), JSON, always_use_error_status=True)
            if error.code is Code.METHOD_NOT_ALLOWED:
                response.headers["allow"] = ", ".join(self.methods)
        except ClientDisconnect:
            response = Response(status_code=CLIENT_GONE)
        await response(scope, receive, send)

    async def _request_parameters(self, request: Request) -> Parameters:
        """Return the parameters of the query string and of the form. Raises RequestError."""
        if request.method not in (*self.methods, "HEAD"):
            raise RequestError(Code.METHOD_NOT_ALLOWED, f"{request.url.path} does not support {request.method}.")
        parameters = _parsed(request.scope["query_string"], "query string")
        if request.method == "POST":
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != FORM:
                raise RequestError(Code.UNSUPPORTED_MEDIA_TYPE, f"Unsupported content-type {kind!r}. Use {FORM}.")
            parameters |= _parsed(await read_body(request, self.max_body), "form")
        if "callback" in parameters:
            raise RequestError(
                Code.BAD_REQUEST, "JSONP is not supported. Send the request without callback, using CORS."
            )
        return parameters


def _parsed(raw: bytes, what: str) -> dict[str, str]:
    try:
        text = raw.decode("ascii")
        return dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS))
    except UnicodeDecodeError:
        raise RequestError(Code.BAD_REQUEST, f"The {what} is not percent-encoded UTF-8.") from None
    except ValueError:
        raise RequestError(Code.BAD_REQUEST, f"The {what} has more than {MAX_FIELDS} fields.") from None


def _json(value: object) -> Response:
    return Response(orjson.dumps(value), media_type=JSON)
