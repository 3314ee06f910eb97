"""The HTTP application: GraphQL, GraphiQL, the reconciliation API, the schema, health checks and metrics."""

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette_compress import CompressMiddleware, add_compress_type

from accounts.authentication import TokenAuthenticator
from byline.server.account_routes import archive_routes, session_routes, sign_in_routes
from byline.server.authentication import Authenticator
from byline.server.background_tasks import keep_plans_current, plan_all, refresh_statistics
from byline.server.bibliography import bibliography_routes
from byline.server.content_negotiation import GRAPHQL_JSON, JSON, NDJSON
from byline.server.cypher import cypher_routes
from byline.server.feed import feed_routes
from byline.server.graphql import Endpoint
from byline.server.host_validation import LOOPBACK_ORIGIN, QUERY_PATH, HostValidationMiddleware
from byline.server.manual import index_page, manual_page
from byline.server.pages import errors_page, home_page
from byline.server.persisted_queries import PersistedQueries
from byline.server.prepared_responses import PreparedResponses
from byline.server.rate_limit import RateLimiter
from byline.server.reconcile.http import routes as reconciling
from byline.server.request_metrics import RequestMetricsMiddleware
from byline.server.response_cache import ResponseCache
from byline.server.responses import CachePolicy, to_http_response
from byline.server.rest import OPENAPI_PATH, add_rest_routes
from byline.server.service import create_service
from byline.server.trusted_documents import Documents, load_documents
from byline.server.websocket import websocket_route
from byline.settings import LOOPBACK, SettingError, Settings
from cypher.driver.client import Graph
from loaders.writing.lease import LEASE_NAME
from resolvers.errors import Code
from resolvers.execute import Service
from resolvers.live_updates import LiveUpdates
from resolvers.reply import error_reply
from resolvers.version import __version__
from traversal.network_copy import NetworkCopy

log = structlog.get_logger()
MIN_COMPRESSED_BYTES = 1_400
"""Minimum response size in bytes for compression; smaller ones fit into one packet."""
STATIC = Path(__file__).parent.parent / "static"
GRAPHIQL = STATIC / "graphiql"
FALLBACK_PAGE = STATIC / "plain.html"

# Browsers block all content from other servers. Only the plain page has an inline script.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'{}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class GraphqlApplication:
    """ASGI application that answers `/graphql` itself, and passes all other requests to `others`.

    A small query takes less time than the middleware and the routing of FastAPI would.

    Args:
        endpoint: The endpoint.
        others: The application of all other routes, of the WebSocket, and of the lifespan.
    """

    def __init__(self, endpoint: Endpoint, others: ASGIApp) -> None:
        self._endpoint = endpoint
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["path"] != QUERY_PATH:
            await self._others(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            response = await self._answer(request)
        except Exception as error:  # noqa: BLE001 the client gets a response to any error
            response = internal_error_response(error)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if request.method == "GET" and prefers_html(request):
            has_document = "query" in request.query_params or "documentId" in request.query_params
            if not has_document:
                return graphiql_page()
        return await self._endpoint.answer(request)


def create_app(graph: Graph, settings: Settings, rate_limiter: RateLimiter | None = None) -> ASGIApp:
    """Return the application for an open graph, which it closes at shutdown. Raises SettingError.

    Args:
        graph: The graph.
        settings: The settings of the server.
        rate_limiter: Budgets that several processes share; None for budgets of this process, if the settings have any.
    """
    copy = NetworkCopy(graph, LEASE_NAME, settings.traversal_bytes)
    authenticator = Authenticator(TokenAuthenticator(graph), settings.curators)
    graphql_service = create_service(graph, settings, copy, authenticator.tokens.forget_user)
    try:
        provider = settings.openid_provider()
    except ValueError as error:
        raise SettingError(str(error)) from None
    endpoint = Endpoint(
        graphql_service,
        settings.max_body,
        _load_trusted_documents(graphql_service, settings),
        CachePolicy(settings.max_age),
        settings.batch,
        rate_limiter or (RateLimiter(settings.cost_per_minute) if settings.cost_per_minute else None),
        authenticator,
        ResponseCache(graph, settings.response_cache_bytes) if settings.response_cache_bytes else None,
        PreparedResponses(compress=settings.compress),
        LiveUpdates(graph, settings.subscriptions) if settings.subscriptions else None,
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        tasks: list[asyncio.Task[object]] = [
            asyncio.create_task(refresh_statistics(graphql_service)),
            asyncio.create_task(keep_plans_current(graph)),
            asyncio.create_task(copy.keep_current()),
        ]
        if endpoint.response_cache is not None:
            tasks.append(asyncio.create_task(endpoint.response_cache.keep_current()))
        if endpoint.live is not None:
            tasks.append(asyncio.create_task(endpoint.live.keep_current()))
        if settings.warm_up:
            tasks.append(asyncio.create_task(plan_all(graphql_service)))
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await graph.close()

    app = FastAPI(
        title="Byline", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=OPENAPI_PATH
    )
    _add_routes(app, endpoint, copy)
    app.router.routes.extend(session_routes(authenticator, settings, can_sign_in=provider is not None))
    if provider is not None:
        app.router.routes.extend(sign_in_routes(provider, authenticator, settings))
    app.router.routes.extend(bibliography_routes(endpoint))
    app.router.routes.extend(feed_routes(endpoint, authenticator))
    app.router.routes.extend(archive_routes(graph, authenticator))
    if settings.cypher:
        if graph.read_pool is None:
            raise SettingError("BYLINE_CYPHER needs an address of Neo4j with the scheme bolt, bolt+s or bolt+ssc.")
        app.router.routes.extend(cypher_routes(endpoint, settings.query_timeout_s))
    app.router.routes.extend(reconciling(graphql_service, settings, endpoint.rate_limiter))
    if endpoint.live is not None:
        app.router.routes.append(websocket_route(endpoint, endpoint.live, authenticator))
    app.add_exception_handler(HTTPException, _handle_http_error)
    app.add_exception_handler(Exception, _handle_exception)
    return _add_middleware(GraphqlApplication(endpoint, app), settings)


def _add_middleware(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Return the application with its middleware; the last one is the first that a request meets."""
    if settings.compress:
        for media_type in (GRAPHQL_JSON, NDJSON):
            add_compress_type(media_type)
        app = CompressMiddleware(app, minimum_size=MIN_COMPRESSED_BYTES)
    if settings.cors_origins:
        app = CORSMiddleware(
            app,
            allow_origins=[origin for origin in settings.cors_origins if origin != LOOPBACK],
            allow_origin_regex=LOOPBACK_ORIGIN if LOOPBACK in settings.cors_origins else None,
            allow_methods=["GET", "POST"],
            allow_headers=["*"],  # clients add headers of their own: names and versions, traces
            expose_headers=["x-request-id", "retry-after", "etag", "server-timing", "cache-status"],
            max_age=600,
        )
    app = HostValidationMiddleware(app, allowed=[settings.host, *settings.allowed_hosts], origins=settings.cors_origins)
    return RequestMetricsMiddleware(app)


def _load_trusted_documents(graphql_service: Service, settings: Settings) -> Documents:
    persisted = PersistedQueries(settings.persisted_queries)
    if settings.documents is None:
        if settings.only_trusted:
            raise SettingError(
                "BYLINE_ONLY_TRUSTED is true, but BYLINE_DOCUMENTS is not set. Set it to a folder of documents."
            )
        return Documents(persisted=persisted)
    texts = load_documents(settings.documents, graphql_service.plan_cache)
    return Documents(texts, only_trusted=settings.only_trusted, persisted=persisted)


def _add_routes(app: FastAPI, endpoint: Endpoint, copy: NetworkCopy) -> None:
    async def home(_: Request) -> Response:
        return await home_page(endpoint.service)

    async def errors(_: Request) -> Response:
        return errors_page()

    async def manual_index(_: Request) -> Response:
        return index_page()

    async def manual(request: Request) -> Response:
        return manual_page(str(request.path_params["name"]))

    app.add_route("/", home)
    app.add_route("/errors", errors)
    app.add_route("/manual", manual_index)
    app.add_route("/manual/{name:path}", manual)
    add_rest_routes(app, endpoint.service.graph, copy)
    if GRAPHIQL.is_dir():
        app.mount("/graphiql", StaticFiles(directory=GRAPHIQL), name="graphiql")


async def _handle_http_error(request: Request, error: Exception) -> Response:
    """Respond to a request for an unknown path or with a method that the path does not support."""
    path = request.url.path
    if isinstance(error, HTTPException) and error.status_code == Code.METHOD_NOT_ALLOWED.status:
        response = to_http_response(
            error_reply(Code.METHOD_NOT_ALLOWED, f"{path} does not support {request.method}."), JSON
        )
        if path != QUERY_PATH:
            response.headers["allow"] = "GET"
        return response
    return to_http_response(error_reply(Code.NOT_FOUND, f"{path} does not exist. GraphQL is at /graphql."), JSON)


async def _handle_exception(_: Request, error: Exception) -> Response:
    return internal_error_response(error)


def internal_error_response(error: Exception) -> Response:
    """Return the response to an internal error: the log has the traceback, the client gets the request ID."""
    log.error("unhandled_exception", exc_info=error)
    return to_http_response(error_reply(Code.INTERNAL, "Internal error. See the server's log."), JSON)


def prefers_html(request: Request) -> bool:
    """Return True if the client prefers a page to JSON, as browsers do."""
    return "text/html" in request.headers.get("accept", "")


def graphiql_page() -> Response:
    """Return the page at /graphql for browsers: GraphiQL if it was built, else a plain page."""
    index_page = GRAPHIQL / "index.html"
    text = (index_page if index_page.is_file() else FALLBACK_PAGE).read_text("utf-8")
    return HTMLResponse(
        text, headers={"content-security-policy": content_security_policy(text), "cache-control": "no-cache"}
    )


def content_security_policy(page: str) -> str:
    """Return the content security policy of a page; it allows the page's inline scripts by their hashes."""
    hashes = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in INLINE_SCRIPT.findall(page)
    ]
    return CONTENT_SECURITY_POLICY.format("".join(f" 'sha256-{digest}'" for digest in hashes))
