"""Acts of users: durations in the server, alone and with 8 users at once, also of a popular paper."""

import asyncio
import statistics
import time
from collections.abc import Sequence
from typing import NamedTuple

import uvloop

from accounts import users
from accounts.roles import Role
from accounts.viewer import Viewer
from bench.generated_graph import benchmark_neo4j, fill_graph
from bench.table import Row, report
from byline.server.service import GraphCurationService
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Request, Service

ACTS = 300
USERS = 8
FOLLOWERS = 20_000
"""Followers of the popular paper."""
FOLLOW = """mutation F($id: ID!, $key: String) { followEntity(input: {id: $id, clientMutationId: $key}) {
  node { id viewerState { follows } ... on Paper { followerCount } } userErrors { message } } }"""
ACTS_OF_ONE_PAPER = {
    "a reaction": """mutation R($id: ID!, $key: String) {
      addReaction(input: {id: $id, content: LIKE, clientMutationId: $key}) {
      node { id viewerState { reactions } ... on Paper { likeCount } } userErrors { message } } }""",
    "a save": """mutation S($id: ID!, $key: String) { savePaper(input: {id: $id, clientMutationId: $key}) {
      node { id viewerState { saved } ... on Paper { saveCount } } userErrors { message } } }""",
}
ADDED = "a paper added to the front of a collection of up to 320"
CREATE = 'mutation { createCollection(input: {title: "T"}) { collection { id } userErrors { message } } }'
COLLECT = """mutation C($id: ID!, $key: String) {
  addToCollection(input: {collectionId: "%s", paperId: $id, position: 1, clientMutationId: $key}) {
    collection { papers(first: 0) { totalCount } } userErrors { message } } }"""
STATE = "query S($id: ID!) { node(id: $id) { viewerState { follows } ... on Paper { followerCount } } }"
POPULAR = """
MATCH (p:Paper {id: $id})
CALL (p) {
  UNWIND range(1, $followers) AS number
  CREATE (u:User {id: 'u_bench' + number, name: 'bench' + number, role: 'member'})
  CREATE (u)-[:FOLLOWS {since: '2026-01-01T00:00:00Z', ids: [p.id]}]->(p)
} IN TRANSACTIONS OF 1000 ROWS
"""
CLEAR = "MATCH (n:User|Collection) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"


class Client(NamedTuple):
    """A user of the service."""

    service: Service
    viewer: Viewer

    async def durations(self, query: str, ids: Sequence[str], key: str = "") -> list[float]:
        """Send one request for each ID, one after the other, and return the durations in milliseconds."""
        times: list[float] = []
        for number, identifier in enumerate(ids):
            variables = {"id": identifier, **({"key": f"{key}{number}"} if key else {})}
            began = time.perf_counter()
            reply = await self.service.answer(Request(query, variables, viewer=self.viewer))
            times.append(1000 * (time.perf_counter() - began))
            if reply.errors:
                raise SystemExit(str(reply.errors))
        return times

    async def collection(self) -> str:
        """Create a collection and return its ID."""
        reply = await self.service.answer(Request(CREATE, {}, viewer=self.viewer))
        if reply.data is None:
            raise SystemExit(str(reply.errors))
        return str(reply.data["createCollection"]["collection"]["id"])


def percentiles(name: str, times: Sequence[float]) -> list[Row]:
    """Return the rows of a figure: median and 99th percentile."""
    cuts = statistics.quantiles(times, n=100)
    return [Row(f"{name}, p50", "own", cuts[49], None, "ms"), Row(f"{name}, p99", "own", cuts[98], None, "ms")]


async def run(address: Address) -> list[Row]:
    """Measure."""
    async with Graph(address) as graph:
        await graph.administer(CLEAR)
        service = Service(graph, identity=GraphCurationService(graph))
        clients = [
            Client(service, Viewer(name, Role.MEMBER, await users.create_user(graph, name, Role.MEMBER)))
            for name in (f"user{number}" for number in range(USERS))
        ]
        rows = (await graph.read("MATCH (p:Paper) RETURN p.id LIMIT $limit", {"limit": ACTS + 20})).rows
        ids = [str(row[0]) for row in rows]
        await clients[0].durations(FOLLOW, ids[ACTS:], "warm")  # Neo4j plans the statements
        results = percentiles("a follow", await clients[0].durations(FOLLOW, ids[:ACTS], "k"))
        for name, query in {**ACTS_OF_ONE_PAPER, ADDED: COLLECT % await clients[0].collection()}.items():
            await clients[0].durations(query, ids[ACTS:], "warm " + name)
            results += percentiles(name, await clients[0].durations(query, ids[:ACTS], name))
        together = await asyncio.gather(*(client.durations(FOLLOW, ids[: ACTS // 3], "t") for client in clients))
        results += percentiles(f"a follow, {USERS} users at once", [time for times in together for time in times])
        await graph.administer(POPULAR, {"id": ids[0], "followers": FOLLOWERS})
        for client in clients:
            await client.durations(FOLLOW.replace("followEntity", "unfollowEntity"), [ids[0]])
        popular = [await client.durations(FOLLOW, [ids[0]] * 20) for client in clients]
        results += percentiles(
            f"a follow of a paper with {FOLLOWERS:,} followers", [t for times in popular for t in times]
        )
        await clients[0].durations(STATE, ids[:20])
        results += percentiles("viewerState and followerCount", await clients[0].durations(STATE, ids[1:ACTS]))
        results += percentiles(
            f"viewerState and followerCount with {FOLLOWERS:,} followers",
            await clients[0].durations(STATE, [ids[0]] * ACTS),
        )
        await graph.administer(CLEAR)
    return results


def main() -> None:
    """Run the benchmark."""
    with benchmark_neo4j() as address:
        made = fill_graph(address)
        rows = uvloop.run(run(address))
    report("acts", f"Acts of users in the server: {made}", rows)


if __name__ == "__main__":
    main()
