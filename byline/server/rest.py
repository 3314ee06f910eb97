"""REST routes for operators and tools: health, readiness, metrics, the GraphQL schema, and an OpenAPI description.

`get_and_head_routes` creates the routes of other modules, such as bibliographies and feeds.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel
from starlette.responses import JSONResponse, PlainTextResponse, Response

from byline.cli.error_messages import format_graph_error
from byline.server.pages import render_page
from byline.server.request_metrics import metrics_text
from byline.server.uvicorn_server import HEALTHY_BODY
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from resolvers.schema import print_schema
from traversal.network_copy import NetworkCopy

OPENAPI_PATH = "/openapi.json"


class CoauthorNetwork(BaseModel):
    """The copy of the co-author network: off, building, ready or too large; its size, memory and time of the build."""

    state: str
    people: int
    pairs: int
    memory_bytes: int
    needed_bytes: int
    build_s: float


class Ready(BaseModel):
    """Neo4j responds; `neo4j` is its version. While the co-author network is not ready, Neo4j searches for paths."""

    ready: bool
    neo4j: str
    coauthor_network: CoauthorNetwork


class NotReady(BaseModel):
    """Neo4j does not respond; `why` is the reason."""

    ready: bool
    why: str


def get_and_head_routes(path: str, endpoint: Callable[..., Awaitable[Response]], summary: str) -> list[APIRoute]:
    """Return the routes of a path for GET and HEAD; OpenAPI lists the one for GET."""
    return [
        APIRoute(path, endpoint, summary=summary, methods=[method], include_in_schema=method == "GET")
        for method in ("GET", "HEAD")
    ]


def add_rest_routes(app: FastAPI, graph: Graph, copy: NetworkCopy) -> None:
    """Add the routes to the application. Each also answers HEAD."""

    @app.head("/healthz", include_in_schema=False)
    @app.get(
        "/healthz",
        summary="Report that the process is running.",
        response_class=PlainTextResponse,
        response_description="The word ok.",
    )
    async def health() -> Response:
        return PlainTextResponse(HEALTHY_BODY)

    unready: dict[int | str, dict[str, Any]] = {503: {"model": NotReady, "description": str(NotReady.__doc__)}}

    @app.head("/readyz", include_in_schema=False)
    @app.get(
        "/readyz",
        summary="Report whether Neo4j responds.",
        response_model=Ready,
        response_description=str(Ready.__doc__),
        responses=unready,
    )
    async def readiness() -> Response:
        try:
            version = await graph.verify()
        except GraphError as error:
            return JSONResponse({"ready": False, "why": format_graph_error(error)}, 503, {"retry-after": "2"})
        return JSONResponse(Ready(ready=True, neo4j=version, coauthor_network=_network(copy)).model_dump())

    @app.head("/metrics", include_in_schema=False)
    @app.get(
        "/metrics",
        summary="Return counters and histograms.",
        response_class=PlainTextResponse,
        response_description="Metrics in the text format of Prometheus.",
    )
    async def metrics() -> Response:
        return Response(metrics_text(), media_type=CONTENT_TYPE_LATEST)

    @app.head("/schema.graphql", include_in_schema=False)
    @app.get(
        "/schema.graphql",
        summary="Return the GraphQL schema.",
        response_description="The schema in the GraphQL schema definition language.",
        response_class=PlainTextResponse,
    )
    async def schema() -> Response:
        return Response(print_schema(), media_type="text/plain")

    @app.head("/docs", include_in_schema=False)
    @app.get("/docs", include_in_schema=False)
    async def page() -> Response:
        return rest_page(app.openapi())

    del health, readiness, metrics, schema, page  # the application holds them


def _network(copy: NetworkCopy) -> CoauthorNetwork:
    status = copy.status
    return CoauthorNetwork(
        state=status.state,
        people=status.people,
        pairs=status.pairs,
        memory_bytes=status.nbytes,
        needed_bytes=status.needed,
        build_s=status.build_s,
    )


def rest_page(description: dict[str, Any]) -> Response:
    """Return a page that lists the routes of an OpenAPI description. The page loads nothing from other servers."""
    return render_page("rest.html", info=description["info"], paths=description["paths"], openapi_path=OPENAPI_PATH)
