"""The Strawberry peer: resolvers with DataLoaders, Strawberry's router on FastAPI, hand-written Cypher."""

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
KEYED = "UNWIND $keys AS key MATCH (n:{label} {{id: key}}) CALL (n) {{ {inner} }} RETURN key, row"
EDGES: dict[str, tuple[str, str]] = {
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
COUNTS = {
    "Researcher.papers": ("Researcher", "RETURN COUNT { (n)-[:AUTHORED]->() } AS row"),
    "Researcher.collaborators": ("Researcher", "RETURN COUNT { (n)-[:COLLABORATED_WITH]-() } AS row"),
    "Paper.authors": ("Paper", "RETURN COUNT { (n)<-[:AUTHORED]-() } AS row"),
    "Paper.topics": ("Paper", "RETURN COUNT { (n)-[:ABOUT]->() } AS row"),
    "Paper.references": ("Paper", "RETURN COUNT { (n)-[:CITES]->() } AS row"),
    "Paper.citedBy": ("Paper", "RETURN COUNT { (n)<-[:CITES]-() } AS row"),
}
DRIVER: list[neo4j.AsyncDriver] = []


async def ask(text: str, **parameters: Any) -> list[list[Any]]:  # noqa: ANN401 rows of any kind
    """Run one reading statement."""
    async with DRIVER[0].session(database="neo4j", default_access_mode="READ", fetch_size=-1) as session:
        return await (await session.run(text, parameters)).values()  # pyright: ignore[reportArgumentType] the driver asks for a literal


class Loaders(BaseContext):
    """The DataLoaders of one request, made when they are first asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.made: dict[Any, DataLoader[str, Any]] = {}

    def many(self, edge: str, first: int) -> DataLoader[str, Any]:
        """Return the loader of one list of neighbours."""
        return self._of((edge, first), lambda: self._loader(EDGES[edge], list[Any], first=first))

    def count(self, edge: str) -> DataLoader[str, Any]:
        """Return the loader of one count of neighbours."""
        return self._of(edge, lambda: self._loader(COUNTS[edge], int))

    def _of(self, key: Any, make: Callable[[], DataLoader[str, Any]]) -> DataLoader[str, Any]:  # noqa: ANN401 a key
        if key not in self.made:
            self.made[key] = make()
        return self.made[key]

    def _loader(self, of: tuple[str, str], kind: type, **more: Any) -> DataLoader[str, Any]:  # noqa: ANN401 parameters
        text = KEYED.format(label=of[0], inner=of[1])

        async def load(keys: list[str]) -> list[Any]:
            found: dict[str, list[Any]] = defaultdict(list)
            for key, row in await ask(text, keys=keys, **more):
                found[key].append(row)
            return [found[key] if kind is not int else found[key][0] for key in keys]

        return DataLoader(load_fn=load)


@strawberry.type
class Edge(Generic[T]):
    """One of a list."""

    node: T


@strawberry.type
class Connection(Generic[T]):
    """A list of neighbours."""

    owner: strawberry.Private[str]
    edge: strawberry.Private[str]
    first: strawberry.Private[int]
    make: strawberry.Private[Callable[[dict[str, Any]], Any]]

    @strawberry.field
    async def total_count(self, info: Info[Loaders, None]) -> int:
        """Count all of them."""
        return await info.context.count(self.edge).load(self.owner)

    @strawberry.field
    async def edges(self, info: Info[Loaders, None]) -> list[Edge[T]]:
        """Return the first of them."""
        rows = await info.context.many(self.edge, self.first).load(self.owner)
        return [Edge(node=self.make(row)) for row in rows]


@strawberry.type
class Topic:
    """A subject."""

    id: strawberry.ID
    code: str
    name: str


@strawberry.type
class Paper:
    """A work."""

    id: strawberry.ID
    title: str
    year: int | None
    kind: str
    doi: str | None
    published_on: str | None
    citation_count: int

    @strawberry.field
    def authors(self, first: int = 20) -> Connection["Researcher"]:
        """Return who wrote it."""
        return Connection(owner=self.id, edge="Paper.authors", first=first, make=researcher)

    @strawberry.field
    def topics(self, first: int = 20) -> Connection[Topic]:
        """Return what it is about."""
        return Connection(owner=self.id, edge="Paper.topics", first=first, make=topic)

    @strawberry.field
    def references(self, first: int = 20) -> Connection["Paper"]:
        """Return what it cites."""
        return Connection(owner=self.id, edge="Paper.references", first=first, make=paper)

    @strawberry.field
    def cited_by(self, first: int = 20) -> Connection["Paper"]:
        """Return what cites it."""
        return Connection(owner=self.id, edge="Paper.citedBy", first=first, make=paper)


@strawberry.type
class Researcher:
    """A person."""

    id: strawberry.ID
    name: str
    paper_count: int
    topic_count: int
    collaborator_count: int

    @strawberry.field
    def papers(self, first: int = 20) -> Connection[Paper]:
        """Return what the person wrote."""
        return Connection(owner=self.id, edge="Researcher.papers", first=first, make=paper)

    @strawberry.field
    def collaborators(self, first: int = 20) -> Connection["Researcher"]:
        """Return with whom."""
        return Connection(owner=self.id, edge="Researcher.collaborators", first=first, make=researcher)


def topic(row: dict[str, Any]) -> Topic:
    """Return a topic."""
    return Topic(id=strawberry.ID(row["id"]), code=row["code"], name=row["name"])


def paper(row: dict[str, Any]) -> Paper:
    """Return a paper."""
    return Paper(
        id=strawberry.ID(row["id"]),
        title=row["title"],
        year=row.get("year"),
        kind=row["kind"],
        doi=row.get("doi"),
        published_on=row.get("publishedOn"),
        citation_count=row["citationCount"],
    )


def researcher(row: dict[str, Any]) -> Researcher:
    """Return a researcher."""
    return Researcher(
        id=strawberry.ID(row["id"]),
        name=row["name"],
        paper_count=row["paperCount"],
        topic_count=row["topicCount"],
        collaborator_count=row["collaboratorCount"],
    )


@strawberry.input
class By:
    """A key."""

    id: strawberry.ID | None = None
    doi: str | None = None


@strawberry.type
class Papers:
    """All papers."""

    nodes: list[Paper]


@strawberry.type
class Query:
    """What can be asked."""

    @strawberry.field
    async def paper(self, by: By) -> Paper | None:
        """Return one paper."""
        key, value = ("doi", by.doi) if by.doi else ("id", by.id)
        rows = await ask(f"MATCH (x:Paper {{{key}: $value}}) RETURN x {{.*}}", value=value)
        return paper(rows[0][0]) if rows else None

    @strawberry.field
    async def researcher(self, by: By) -> Researcher | None:
        """Return one researcher."""
        rows = await ask("MATCH (x:Researcher {id: $value}) RETURN x {.*}", value=by.id)
        return researcher(rows[0][0]) if rows else None

    @strawberry.field
    async def papers(self, first: int = 20) -> Papers:
        """Return the newest papers."""
        rows = await ask(
            "MATCH (x:Paper) WHERE x.ord IS NOT NULL WITH x ORDER BY x.ord LIMIT $first RETURN x {.*}", first=first
        )
        return Papers(nodes=[paper(row[0]) for row in rows])


SCHEMA = strawberry.Schema(Query)


def _context() -> Loaders:
    return Loaders()


async def main(port: int) -> None:
    """Serve at 127.0.0.1."""
    auth = (os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"])
    DRIVER.append(neo4j.AsyncGraphDatabase.driver(os.environ["NEO4J_URI"], auth=auth, telemetry_disabled=True))
    app = FastAPI()
    getter: Callable[[], Awaitable[Loaders] | Loaders] = _context
    app.include_router(GraphQLRouter(SCHEMA, context_getter=getter, graphql_ide=None), prefix="/graphql")
    await uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", access_log=False)).serve()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
