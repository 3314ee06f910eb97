"""Routes of accounts: the sign-in with OpenID Connect, sessions, and the archive of all data about a user.

A session is a cookie.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from accounts.archive import stream_archive
from accounts.errors import AccountError
from accounts.openid import PENDING_S, OpenIdProvider
from accounts.roles import Scope
from accounts.sessions import SESSION_LIFETIME, csrf_token, sign_in, sign_out
from byline.account_settings import CALLBACK_PATH
from byline.cli.error_messages import format_graph_error
from byline.server.authentication import SESSION_COOKIE, Authenticator
from byline.server.rest import get_and_head_routes
from byline.settings import Settings
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.queries import accounts

PENDING_COOKIE = "byline_sign_in"
MAX_PATH_LENGTH = 1_000
HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer"}
ARCHIVE_PATH = "/account/archive"
ARCHIVE_HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff"}


def session_routes(authenticator: Authenticator, settings: Settings, *, can_sign_in: bool) -> list[Route]:
    """Return the routes of sessions. They also exist without a provider, so that a page can ask for its session.

    Args:
        authenticator: finds the users of sessions.
        settings: the settings of the server.
        can_sign_in: whether the server has an OpenID provider.
    """
    graph, secure = authenticator.tokens.graph, (settings.public_url or "").startswith("https:")

    async def session(request: Request) -> Response:
        secret, viewer = request.cookies.get(SESSION_COOKIE), None
        if secret:
            authenticator.tokens.forget(secret)  # the account may have been erased, and the session revoked elsewhere
            viewer = (await authenticator.tokens.authenticate(secret)).viewer
        state = {
            "name": viewer and viewer.name,
            "csrfToken": csrf_token(secret) if secret and viewer else None,
            "canSignIn": can_sign_in,
        }
        return JSONResponse(state, headers=HEADERS)

    async def end(request: Request) -> Response:
        if request.method != "POST":
            return PlainTextResponse("Use POST with X-CSRF-Token.\n", 405, {**HEADERS, "allow": "POST"})
        viewer, reason = await authenticator.authenticate_request(request)
        secret = request.cookies.get(SESSION_COOKIE)
        if viewer is None or secret is None or "authorization" in request.headers:
            return PlainTextResponse(f"{reason or 'There is no session.'}\n", 403, HEADERS)
        count = await sign_out(graph, secret, everywhere=request.url.path.endswith("everywhere"))
        authenticator.tokens.forget(secret)
        response = JSONResponse({"revokedTokens": count}, headers=HEADERS)
        response.delete_cookie(SESSION_COOKIE, secure=secure, httponly=True, samesite="lax")
        return response

    return [
        Route("/auth/session", _with_errors(session), methods=["GET"]),
        Route("/auth/sign-out", _with_errors(end), methods=["GET", "POST"]),
        Route("/auth/sign-out-everywhere", _with_errors(end), methods=["GET", "POST"]),
    ]


def sign_in_routes(provider: OpenIdProvider, authenticator: Authenticator, settings: Settings) -> list[Route]:
    """Return the routes of the sign-in.

    Args:
        provider: the OpenID provider.
        authenticator: has the graph.
        settings: the settings of the server.
    """
    graph, secure = authenticator.tokens.graph, (settings.public_url or "").startswith("https:")

    async def start(request: Request) -> Response:
        url, pending = await provider.start(_local_path(request.query_params.get("next", "/")))
        response = RedirectResponse(url, 303, HEADERS)
        response.set_cookie(
            PENDING_COOKIE, pending, PENDING_S, path="/auth", secure=secure, httponly=True, samesite="lax"
        )
        return response

    async def callback(request: Request) -> Response:
        identity, path = await provider.finish(request.cookies.get(PENDING_COOKIE, ""), request.query_params)
        secret = await sign_in(graph, identity, sign_up=settings.oidc_sign_up)
        response = RedirectResponse(path, 303, HEADERS)
        response.delete_cookie(PENDING_COOKIE, path="/auth", secure=secure, httponly=True, samesite="lax")
        response.set_cookie(
            SESSION_COOKIE,
            secret.get_secret_value(),
            int(SESSION_LIFETIME.total_seconds()),
            secure=secure,
            httponly=True,
            samesite="lax",
        )
        return response

    return [
        Route("/auth/sign-in", _with_errors(start), methods=["GET"]),
        Route(CALLBACK_PATH, _with_errors(callback), methods=["GET"]),
    ]


def _with_errors(handle: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that turns errors into plain texts."""

    async def handle_with_errors(request: Request) -> Response:
        try:
            return await handle(request)
        except AccountError as error:
            return PlainTextResponse(f"{error}\n", 400, HEADERS)
        except GraphError as error:
            return PlainTextResponse(f"{format_graph_error(error)}\n", 503, HEADERS)

    return handle_with_errors


def _local_path(path: str) -> str:
    """Return a path of this server, or / for any other text: a link must not lead elsewhere after the sign-in."""
    plain = path.isprintable() and path.isascii() and len(path) <= MAX_PATH_LENGTH and "\\" not in path
    return path if plain and path.startswith("/") and not path.startswith("//") else "/"


def archive_routes(graph: Graph, authenticator: Authenticator) -> list[APIRoute]:
    """Return the routes. A user can download one archive at a time."""
    active: set[str] = set()

    async def download(request: Request) -> Response:
        try:
            viewer, reason = await authenticator.authenticate_request(request)
            if viewer is None:
                message = reason or "The archive of an account needs its access token or session."
                return PlainTextResponse(f"{message}\n", 401, ARCHIVE_HEADERS)
            user_id = viewer.user_id
            if user_id is None or Scope.READ not in viewer.scopes:
                message = f"The archive needs an account, and an access token with the scope {Scope.READ}."
                return PlainTextResponse(f"{message}\n", 403, ARCHIVE_HEADERS)
            if user_id in active:
                message = "Another download of this archive is in progress. Wait for its end."
                return PlainTextResponse(f"{message}\n", 429, {**ARCHIVE_HEADERS, "retry-after": "10"})
            if user_id not in [row.id for row in await graph.fetch(accounts.USER_BY_NAME, {"name": viewer.name})]:
                return PlainTextResponse("The account does not exist any more.\n", 401, ARCHIVE_HEADERS)
            chunks = stream_archive(graph, user_id)
            first = await anext(chunks)
        except GraphError as error:
            return PlainTextResponse(f"{format_graph_error(error)}\n", 503, ARCHIVE_HEADERS)
        active.add(user_id)

        async def body() -> AsyncGenerator[bytes]:
            try:
                yield first
                async for chunk in chunks:
                    yield chunk
            finally:
                active.discard(user_id)
                await chunks.aclose()

        headers = {**ARCHIVE_HEADERS, "content-disposition": 'attachment; filename="byline-account.zip"'}
        return StreamingResponse(body(), media_type="application/zip", headers=headers)

    return get_and_head_routes(ARCHIVE_PATH, download, "Return a ZIP with all data of the signed-in user.")
