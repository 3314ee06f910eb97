"""A graph with papers, an entity of every other type, and users."""

from collections.abc import AsyncGenerator

import pytest

from accounts import users
from accounts.roles import Role
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.records.record import PaperRecord
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records


@pytest.fixture(scope="module")
async def graph(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Graph]:
    """Yield a graph of ten papers and an entity of every other type, with 20 users."""
    async with Graph(address) as opened:
        await emptied(opened)
        records = [
            PaperRecord(source="acl", key=f"k{n}", title=f"Paper {n}", ids=(f"doi:10.1000/{n}",)) for n in range(10)
        ]
        await load_records(opened, tmp_path_factory.mktemp("papers"), records)
        for label, prefix in (
            ("Venue", "v"),
            ("Topic", "t"),
            ("Institution", "i"),
            ("Funder", "f"),
            ("Researcher", "r"),
        ):
            await opened.administer(
                f"CREATE (n:{label} {{id: $id, name: 'N', ord: $id, title: 'N', scheme: 'arxiv', code: 'c'}})",
                {"id": f"{prefix}_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"},
            )
        for number in range(20):
            await users.create_user(opened, f"user{number}", Role.MEMBER)
        yield opened
        await emptied(opened)


@pytest.fixture
async def ids(graph: Graph) -> dict[str, str]:
    """Return the IDs of the papers by title and of the users by name, after all acts have ended."""
    await graph.administer("MATCH (:User)-[act]->(n) WHERE NOT n:AccessToken DELETE act")
    await graph.administer(
        "MATCH (n:SentMutation|Collection|Comment|CommentEdit|Review|ReviewEdit|ReviewReply|Claim|AuditEntry"
        "|ModerationCase|Invitation|InvitationMessage|Event|EventCounter|Notification) DETACH DELETE n"
    )
    rows = (await graph.read("MATCH (n:Paper|User) RETURN coalesce(n.title, n.name), n.id")).rows
    return {str(name): str(id_) for name, id_ in rows}
