"""Attacks on trust scores: what somebody could do to raise the score of a claimed researcher, played on a graph."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from accounts import users
from accounts.erasure import erase_account
from accounts.roles import Role
from accounts.viewer import Viewer
from byline.server.service import GraphCurationService
from cypher.driver.client import Graph
from loaders.records.record import PaperRecord
from loaders.unload.remove_records import unload
from resolvers.execute import Service
from tests.accounts.act_clients import Client
from tests.accounts.test_claims import CLAIM, DECIDE
from tests.loaders.load_helpers import load_records

OLD = "2020-01-01T00:00:00Z"
"""Time at which accounts that are not fresh were created."""
REVIEW = """mutation M($paper: ID!) { addReview(input: {paperId: $paper, summary: "Good.", rating: 9, confidence: 5}) {
  review { id } userErrors { message } } }"""
LIKE = "mutation M($paper: ID!) { addReaction(input: {id: $paper, content: LIKE}) { userErrors { message } } }"
FOLLOW = "mutation M($id: ID!) { followEntity(input: {id: $id}) { userErrors { message } } }"


DELETE = "mutation M($id: ID!) { deleteReview(input: {reviewId: $id}) { userErrors { message } } }"


class Person(NamedTuple):
    """A researcher of the graph: the ID, and the ID of a paper and the DOI or ACL ID of the paper."""

    id: str
    paper: str
    paper_key: str


class Scene(NamedTuple):
    """A graph with a claimed researcher, who attacks, and others.

    Attributes:
        graph: the graph.
        folder: folder for records to load.
        attacker: the researcher, claimed by the user `attacker`.
        strangers: researchers who have no joint papers or institutions with the attacker and each other.
        friends: co-authors and colleagues of the attacker.
    """

    graph: Graph
    folder: Path
    attacker: Person
    strangers: Sequence[Person]
    friends: Sequence[Person]

    async def client(self, name: str, role: Role = Role.MEMBER, created_at: str | None = OLD) -> Client:
        """Return the client of a new account, or of the account with this name."""
        rows = (await self.graph.read("MATCH (u:User {name: $name}) RETURN u.id", {"name": name})).rows
        if not rows:
            await users.create_user(self.graph, name, role)
            if created_at:
                await self.graph.administer(
                    "MATCH (u:User {name: $name}) SET u.createdAt = $at", {"name": name, "at": created_at}
                )
            rows = (await self.graph.read("MATCH (u:User {name: $name}) RETURN u.id", {"name": name})).rows
        service = Service(self.graph, identity=GraphCurationService(self.graph))
        return Client(service, Viewer(name, role, str(rows[0][0])))

    async def claimed(self, name: str, person: Person, created_at: str | None = OLD) -> Client:
        """Return the client of an account that claimed the profile of a person."""
        client = await self.client(name, created_at=created_at)
        payload = await client.send(CLAIM, input={"researcherId": person.id, "method": "CURATOR"})
        curator = await self.client("curator", Role.CURATOR)
        given = {"claimId": payload["claim"]["id"], "accept": True, "reason": "known"}
        assert (await curator.send(DECIDE, input=given))["userErrors"] == []
        return client

    async def score(self) -> int:
        """Return the trust score of the attacker, which must be the sum of its evidence."""
        query = "query Q($id: ID!) { researcher(by: {id: $id}) { trust { score evidence { points } } } }"
        trust = (await (await self.client("reader")).send(query, id=self.attacker.id))["trust"]
        assert trust["score"] == sum(part["points"] for part in trust["evidence"])
        return int(trust["score"])

    async def cite(self, citing: Sequence[Person]) -> None:
        """Load references of papers to the paper of the attacker."""
        records = [
            PaperRecord(
                source="references",
                key=str(number),
                title=f"Citing {number}",
                ids=(person.paper_key,),
                references=(self.attacker.paper_key,),
            )
            for number, person in enumerate(citing)
        ]
        await load_records(self.graph, self.folder, records, loader="references")


Attack: TypeAlias = Callable[[Scene], Awaitable[None]]


async def cite_oneself(scene: Scene) -> None:
    """Let papers of the attacker with co-authors cite the attacker."""
    await scene.cite(scene.friends[:2])


async def cite_in_a_ring(scene: Scene) -> None:
    """Let papers of all strangers cite the attacker."""
    await scene.cite(scene.strangers)


async def like_in_a_ring(scene: Scene) -> None:
    """Let claimed strangers and the attacker like and follow each other."""
    people = list(enumerate(scene.strangers[:10]))
    attacker = await scene.client("attacker")
    for number, person in people:
        client = await scene.claimed(f"liker{number}", person)
        await client.send(LIKE, paper=scene.attacker.paper)
        await client.send(FOLLOW, id=scene.attacker.id)
        await attacker.send(LIKE, paper=person.paper)


async def review_in_a_ring(scene: Scene) -> None:
    """Let claimed strangers and the attacker review each other."""
    attacker = await scene.client("attacker")
    for number, person in enumerate(scene.strangers[:10]):
        client = await scene.claimed(f"ring{number}", person)
        assert (await client.send(REVIEW, paper=scene.attacker.paper))["userErrors"] == []
        assert (await attacker.send(REVIEW, paper=person.paper))["userErrors"] == []


async def review_from_fresh_accounts(scene: Scene) -> None:
    """Let new accounts that claimed strangers review the attacker."""
    for number, person in enumerate(scene.strangers[:10]):
        client = await scene.claimed(f"fresh{number}", person, created_at=None)
        assert (await client.send(REVIEW, paper=scene.attacker.paper))["userErrors"] == []


async def review_from_sock_puppets(scene: Scene) -> None:
    """Let old accounts without a claim review the attacker."""
    for number in range(10):
        client = await scene.client(f"puppet{number}")
        assert (await client.send(REVIEW, paper=scene.attacker.paper))["userErrors"] == []


async def review_from_friends(scene: Scene) -> None:
    """Let claimed co-authors and colleagues review a paper that the attacker wrote without them."""
    for number, person in enumerate(scene.friends):
        client = await scene.claimed(f"friend{number}", person)
        assert (await client.send(REVIEW, paper=scene.attacker.paper))["userErrors"] == []


ATTACKS: dict[Attack, int] = {
    cite_oneself: 0,
    cite_in_a_ring: 2,
    like_in_a_ring: 0,
    review_in_a_ring: 5,
    review_from_fresh_accounts: 0,
    review_from_sock_puppets: 0,
    review_from_friends: 0,
}
"""Attack -> maximum gain in points, with up to 31 strangers."""


async def restore(scene: Scene) -> None:
    """Undo an attack: unload the references, erase the other accounts, and delete the attacker's reviews."""
    await unload(scene.graph, "references")
    keep = ["attacker", "curator", "reader"]
    rows = (await scene.graph.read("MATCH (u:User) WHERE NOT u.name IN $keep RETURN u.id", {"keep": keep})).rows
    for (user_id,) in rows:
        await erase_account(scene.graph, str(user_id), None)
    attacker = await scene.client("attacker")
    written = "MATCH (:User {name: 'attacker'})-[:WROTE]->(review:Review) RETURN review.id"
    for (review_id,) in (await scene.graph.read(written)).rows:
        assert (await attacker.send(DELETE, id=review_id))["userErrors"] == []


async def played(scene: Scene, attack: Attack) -> int:
    """Play an attack, undo it, and return how many points it gained."""
    before = await scene.score()
    await attack(scene)
    gained = await scene.score() - before
    await restore(scene)
    assert await scene.score() == before
    return gained
