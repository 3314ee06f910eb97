"""The route /account/archive: download everything that the graph has about the signed-in user."""

from collections.abc import AsyncGenerator

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from accounts.archive import stream_archive
from accounts.roles import Scope
from byline.cli.error_messages import format_graph_error
from byline.server.authentication import Authenticator
from byline.server.rest import get_and_head_routes
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.queries import accounts

PATH = "/account/archive"
HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff"}


def archive_routes(graph: Graph, authenticator: Authenticator) -> list[APIRoute]:
    """Return the routes. A user can download one archive at a time."""
    active: set[str] = set()

    async def download(request: Request) -> Response:
        try:
            viewer, reason = await authenticator.authenticate_request(request)
            if viewer is None:
                message = reason or "The archive of an account needs its access token or session."
                return PlainTextResponse(f"{message}\n", 401, HEADERS)
            user_id = viewer.user_id
            if user_id is None or Scope.READ not in viewer.scopes:
                message = f"The archive needs an account, and an access token with the scope {Scope.READ}."
                return PlainTextResponse(f"{message}\n", 403, HEADERS)
            if user_id in active:
                message = "Another download of this archive is in progress. Wait for its end."
                return PlainTextResponse(f"{message}\n", 429, {**HEADERS, "retry-after": "10"})
            if user_id not in [row.id for row in await graph.fetch(accounts.USER_BY_NAME, {"name": viewer.name})]:
                return PlainTextResponse("The account does not exist any more.\n", 401, HEADERS)
            chunks = stream_archive(graph, user_id)
            first = await anext(chunks)
        except GraphError as error:
            return PlainTextResponse(f"{format_graph_error(error)}\n", 503, HEADERS)
        active.add(user_id)

        async def body() -> AsyncGenerator[bytes]:
            try:
                yield first
                async for chunk in chunks:
                    yield chunk
            finally:
                active.discard(user_id)
                await chunks.aclose()

        headers = {**HEADERS, "content-disposition": 'attachment; filename="byline-account.zip"'}
        return StreamingResponse(body(), media_type="application/zip", headers=headers)

    return get_and_head_routes(PATH, download, "Return a ZIP with all data of the signed-in user.")
