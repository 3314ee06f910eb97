"""Signed-in users who send requests to a service without HTTP."""

from typing import Any, NamedTuple

from accounts.roles import Role, Scope
from accounts.viewer import Viewer
from byline.server.service import GraphCurationService
from cypher.driver.client import Graph
from resolvers.errors import Code
from resolvers.execute import Request, Service
from resolvers.reply import Reply


class Client(NamedTuple):
    """A signed-in user of a service."""

    service: Service
    viewer: Viewer | None

    async def reply(self, query: str, **variables: object) -> Reply:
        """Return the reply to a request."""
        return await self.service.answer(Request(query, variables, viewer=self.viewer))

    async def send(self, query: str, **variables: object) -> Any:  # noqa: ANN401 JSON
        """Return the only root field of an answer without errors."""
        reply = await self.reply(query, **variables)
        assert reply.errors == [], reply.errors
        assert reply.data is not None
        return next(iter(reply.data.values()))

    async def finds_nothing(self, query: str, **variables: object) -> bool:
        """Return True if the only root field is null, or if the service rejects the ID in the variables."""
        reply = await self.reply(query, **variables)
        if reply.code is Code.BAD_ID:
            return not reply.ran
        return not reply.errors and reply.data is not None and next(iter(reply.data.values())) is None


def client(graph: Graph, ids: dict[str, str], name: str = "user0", *scopes: Scope) -> Client:
    viewer = Viewer(name, Role.MEMBER, ids[name], frozenset(scopes or Scope))
    return Client(Service(graph, identity=GraphCurationService(graph)), viewer)


HOSTILE_IDS = [
    "",
    "x" * 500_000,
    "\u202ep_01J9ZX5T3NQ4W8E6R7Y2K0M1AB",
    "p_01J9ZX5T3NQ4W8E6R7Y2K0M1A\x00",
    "doi:\x00",
    "u_1",
    "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB",
    "l_01J9ZX5T3NQ4W8E6R7Y2K0M1AB",
    "d_01J9ZX5T3NQ4W8E6R7Y2K0M1AB",
    "f_01J9ZX5T3NQ4W8E6R7Y2K0M1AB",
    "' OR 1=1 //",
    "doi:10.1/" + "y" * 10_000,
    "<script>alert(1)</script>",
    "\ufffe",
    "orcid:0",
]
"""Texts that are no ID, and IDs of nothing or of something else."""
HOSTILE_TEXTS = [
    "x" * 10_000,
    "x" * 1_000_000,
    "a\x00b",
    "a\u202eb",
    "a\u2066b",
    "\x1b[31m",
    "a\ud800b",
    "a\ue000b",
    "a\uffffb",
]
"""Texts that no input accepts: too long, or with control characters, surrogates or changes of direction."""
