"""`viewer` and `viewerCan`: the account of the client and its rights."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from accounts import users
from accounts.roles import Role, Scope
from accounts.viewer import Viewer, local_operator
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Executor, Request, Service

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module")
async def graph(address: Address) -> AsyncGenerator[Graph]:
    async with Graph(address) as opened:
        await opened.administer("MATCH (n:User|AccessToken) DETACH DELETE n")
        yield opened


async def answer(graph: Graph, query: str, viewer: Viewer | None, executor: Executor = "compiled") -> Any:  # noqa: ANN401 JSON
    reply = await Service(graph, executor=executor).answer(Request(query, viewer=viewer))
    assert reply.errors == []
    return reply.data


@pytest.mark.parametrize("executor", ["compiled", "strawberry"])
async def test_viewer_is_account_of_client(graph: Graph, executor: Executor) -> None:
    """`viewer` has the account of the client; it is null without a client or an account. All share one plan."""
    await graph.administer("MATCH (n:User) DETACH DELETE n")
    user_id = await users.create_user(graph, "ada", Role.CURATOR)
    await users.create_user(graph, "eve", Role.MEMBER)
    query = "{ viewer { id name role createdAt } }"
    ada = await answer(graph, query, Viewer("ada", Role.CURATOR, user_id), executor)
    assert ada["viewer"] | {"createdAt": ""} == {"id": user_id, "name": "ada", "role": "CURATOR", "createdAt": ""}
    act_only = Viewer("ada", Role.CURATOR, user_id, frozenset([Scope.ACT]))
    for viewer in (None, act_only, local_operator("ada"), Viewer("ada", Role.CURATOR, "u_0000000000000000000000000")):
        assert await answer(graph, query, viewer, executor) == {"viewer": None}


@pytest.mark.parametrize("executor", ["compiled", "strawberry"])
async def test_viewer_can_states_reasons(graph: Graph, executor: Executor) -> None:
    """`viewerCan` lists the actions in their order, each with a reason if it is not allowed."""
    query = "{ viewerCan(actions: [SPLIT_ENTITY, MERGE_ENTITIES]) { action allowed reason } }"
    allowed = [{"action": name, "allowed": True, "reason": None} for name in ("SPLIT_ENTITY", "MERGE_ENTITIES")]
    assert await answer(graph, query, local_operator("ada"), executor) == {"viewerCan": allowed}
    for viewer, reason in (
        (None, "needs an account"),
        (Viewer("eve", Role.MEMBER, "u_1"), "eve has the role member"),
        (Viewer("eve", Role.ADMIN, "u_1", frozenset([Scope.READ])), "no scope curate"),
    ):
        permissions = (await answer(graph, query, viewer, executor))["viewerCan"]
        assert [row["allowed"] for row in permissions] == [False, False]
        assert all(reason in row["reason"] for row in permissions)
