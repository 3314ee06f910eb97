"""The Strawberry peer: a GraphQL server of resolvers with DataLoaders, hand-written Cypher, and FastAPI.

python -m bench.peers.strawberry_server PORT
"""

# pyright: reportUnknownMemberType=false
# The driver leaves its **config untyped.

import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

import neo4j
import strawberry
import uvicorn
from fastapi import FastAPI
from strawberry.dataloader import DataLoader
from strawberry.fastapi import BaseContext, GraphQLRouter
from strawberry.types import Info

T = TypeVar("T")
BATCH_QUERY = "UNWIND $keys AS key MATCH (n:{label} {{id: key}}) CALL (n) {{ {inner} }} RETURN key, row"
"""Runs the statement `inner` for the node `n` of each ID in `$keys`."""
NEIGHBORS: dict[str, tuple[str, str]] = {
    "Researcher.papers": (
        "Researcher",
        "MATCH (n)-[:AUTHORED]->(x) WITH x ORDER BY x.ord LIMIT $first RETURN x {.*} AS row",
    ),
    "Researcher.collaborators": (
        "Researcher",
        "MATCH (n)-[e:COLLABORATED_WITH]-(x) WITH e, x ORDER BY e.papers DESC, x.ord LIMIT $first RETURN x {.*} AS row",
    ),
    "Paper.authors": (
        "Paper",
        "MATCH (n)<-[e:AUTHORED]-(x) WITH e, x ORDER BY e.position, x.id LIMIT $first RETURN x {.*} AS row",
    ),
    "Paper.topics": (
        "Paper",
        "MATCH (n)-[e:ABOUT]->(x) WITH e, x ORDER BY e.score DESC, e.position LIMIT $first RETURN x {.*} AS row",
    ),
    "Paper.references": ("Paper", "MATCH (n)-[:CITES]->(x) WITH x ORDER BY x.ord LIMIT $first RETURN x {.*} AS row"),
    "Paper.citedBy": ("Paper", "MATCH (n)<-[:CITES]-(x) WITH x ORDER BY x.ord LIMIT $first RETURN x {.*} AS row"),
}
"""Field -> (label of its node, statement that returns the neighbors)."""
COUNTS = {
    "Researcher.papers": ("Researcher", "RETURN COUNT { (n)-[:AUTHORED]->() } AS row"),
    "Researcher.collaborators": ("Researcher", "RETURN COUNT { (n)-[:COLLABORATED_WITH]-() } AS row"),
    "Paper.authors": ("Paper", "RETURN COUNT { (n)<-[:AUTHORED]-() } AS row"),
    "Paper.topics": ("Paper", "RETURN COUNT { (n)-[:ABOUT]->() } AS row"),
    "Paper.references": ("Paper", "RETURN COUNT { (n)-[:CITES]->() } AS row"),
    "Paper.citedBy": ("Paper", "RETURN COUNT { (n)<-[:CITES]-() } AS row"),
}
"""Field -> (label of its node, statement that returns the number of neighbors)."""
DRIVER: list[neo4j.AsyncDriver] = []
"""The driver, once the server has started."""


async def run_query(text: str, **parameters: Any) -> list[list[Any]]:  # noqa: ANN401 rows of any kind
    """Run one reading statement and return its rows."""
    async with DRIVER[0].session(database="neo4j", default_access_mode="READ", fetch_size=-1) as session:
        return await (await session.run(text, parameters)).values()  # pyright: ignore[reportArgumentType] the driver expects a literal


class RequestContext(BaseContext):
    """The DataLoaders of one request, each created at its first use."""

    def __init__(self) -> None:
        super().__init__()
        self._loaders: dict[Any, DataLoader[str, Any]] = {}

    def neighbors(self, field: str, first: int) -> DataLoader[str, Any]:
        """Return the DataLoader of the first neighbors in a field."""
        return self._cached((field, first), lambda: _create_loader(NEIGHBORS[field], single=False, first=first))

    def count(self, field: str) -> DataLoader[str, Any]:
        """Return the DataLoader of the number of neighbors in a field."""
        return self._cached(field, lambda: _create_loader(COUNTS[field], single=True))

    def _cached(self, key: Any, create: Callable[[], DataLoader[str, Any]]) -> DataLoader[str, Any]:  # noqa: ANN401 a key
        if key not in self._loaders:
            self._loaders[key] = create()
        return self._loaders[key]


def _create_loader(query: tuple[str, str], *, single: bool, **parameters: Any) -> DataLoader[str, Any]:  # noqa: ANN401 values of any type
    """Return a DataLoader that runs a query once for all IDs; it returns one row (`single`) or all rows for each ID."""
    label, inner = query
    text = BATCH_QUERY.format(label=label, inner=inner)

    async def load(keys: list[str]) -> list[Any]:
        rows_by_key: dict[str, list[Any]] = defaultdict(list)
        for key, row in await run_query(text, keys=keys, **parameters):
            rows_by_key[key].append(row)
        return [rows_by_key[key][0] if single else rows_by_key[key] for key in keys]

    return DataLoader(load_fn=load)


@strawberry.type
class Edge(Generic[T]):
    """An item of a connection."""

    node: T


@strawberry.type
class Connection(Generic[T]):
    """The neighbors of a node in one field.

    Attributes:
        owner: ID of the node.
        field: name of the field with its type, such as `Paper.authors`.
        first: maximum number of items.
        convert: converts a row to a node.
    """

    owner: strawberry.Private[str]
    field: strawberry.Private[str]
    first: strawberry.Private[int]
    convert: strawberry.Private[Callable[[dict[str, Any]], Any]]

    @strawberry.field
    async def total_count(self, info: Info[RequestContext, None]) -> int:
        """Return the number of all neighbors."""
        return await info.context.count(self.field).load(self.owner)

    @strawberry.field
    async def edges(self, info: Info[RequestContext, None]) -> list[Edge[T]]:
        """Return the first neighbors."""
        rows = await info.context.neighbors(self.field, self.first).load(self.owner)
        return [Edge(node=self.convert(row)) for row in rows]


@strawberry.type
class Topic:
    """A topic."""

    id: strawberry.ID
    code: str
    name: str


@strawberry.type
class Paper:
    """A paper."""

    id: strawberry.ID
    title: str
    year: int | None
    kind: str
    doi: str | None
    published_on: str | None
    citation_count: int

    @strawberry.field
    def authors(self, first: int = 20) -> Connection["Researcher"]:
        """Return the authors."""
        return Connection(owner=self.id, field="Paper.authors", first=first, convert=researcher_from_row)

    @strawberry.field
    def topics(self, first: int = 20) -> Connection[Topic]:
        """Return the topics."""
        return Connection(owner=self.id, field="Paper.topics", first=first, convert=topic_from_row)

    @strawberry.field
    def references(self, first: int = 20) -> Connection["Paper"]:
        """Return the cited papers."""
        return Connection(owner=self.id, field="Paper.references", first=first, convert=paper_from_row)

    @strawberry.field
    def cited_by(self, first: int = 20) -> Connection["Paper"]:
        """Return the citing papers."""
        return Connection(owner=self.id, field="Paper.citedBy", first=first, convert=paper_from_row)


@strawberry.type
class Researcher:
    """A researcher."""

    id: strawberry.ID
    name: str
    paper_count: int
    topic_count: int
    collaborator_count: int

    @strawberry.field
    def papers(self, first: int = 20) -> Connection[Paper]:
        """Return the papers of the researcher."""
        return Connection(owner=self.id, field="Researcher.papers", first=first, convert=paper_from_row)

    @strawberry.field
    def collaborators(self, first: int = 20) -> Connection["Researcher"]:
        """Return the co-authors."""
        return Connection(owner=self.id, field="Researcher.collaborators", first=first, convert=researcher_from_row)


def topic_from_row(row: dict[str, Any]) -> Topic:
    """Convert a row to a topic."""
    return Topic(id=strawberry.ID(row["id"]), code=row["code"], name=row["name"])


def paper_from_row(row: dict[str, Any]) -> Paper:
    """Convert a row to a paper."""
    return Paper(
        id=strawberry.ID(row["id"]),
        title=row["title"],
        year=row.get("year"),
        kind=row["kind"],
        doi=row.get("doi"),
        published_on=row.get("publishedOn"),
        citation_count=row["citationCount"],
    )


def researcher_from_row(row: dict[str, Any]) -> Researcher:
    """Convert a row to a researcher."""
    return Researcher(
        id=strawberry.ID(row["id"]),
        name=row["name"],
        paper_count=row["paperCount"],
        topic_count=row["topicCount"],
        collaborator_count=row["collaboratorCount"],
    )


@strawberry.input
class By:
    """The ID by which a paper or researcher is found."""

    id: strawberry.ID | None = None
    doi: str | None = None


@strawberry.type
class Papers:
    """A page of papers."""

    nodes: list[Paper]


@strawberry.type
class Query:
    """The root fields."""

    @strawberry.field
    async def paper(self, by: By) -> Paper | None:
        """Return one paper."""
        key, value = ("doi", by.doi) if by.doi else ("id", by.id)
        rows = await run_query(f"MATCH (x:Paper {{{key}: $value}}) RETURN x {{.*}}", value=value)
        return paper_from_row(rows[0][0]) if rows else None

    @strawberry.field
    async def researcher(self, by: By) -> Researcher | None:
        """Return one researcher."""
        rows = await run_query("MATCH (x:Researcher {id: $value}) RETURN x {.*}", value=by.id)
        return researcher_from_row(rows[0][0]) if rows else None

    @strawberry.field
    async def papers(self, first: int = 20) -> Papers:
        """Return the newest papers."""
        rows = await run_query(
            "MATCH (x:Paper) WHERE x.ord IS NOT NULL WITH x ORDER BY x.ord LIMIT $first RETURN x {.*}", first=first
        )
        return Papers(nodes=[paper_from_row(row[0]) for row in rows])


SCHEMA = strawberry.Schema(Query)


def _create_context() -> RequestContext:
    return RequestContext()


async def main(port: int) -> None:
    """Serve at http://127.0.0.1:PORT/graphql."""
    auth = (os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"])
    DRIVER.append(neo4j.AsyncGraphDatabase.driver(os.environ["NEO4J_URI"], auth=auth, telemetry_disabled=True))
    app = FastAPI()
    context_getter: Callable[[], Awaitable[RequestContext] | RequestContext] = _create_context
    app.include_router(GraphQLRouter(SCHEMA, context_getter=context_getter, graphql_ide=None), prefix="/graphql")
    await uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", access_log=False)).serve()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
