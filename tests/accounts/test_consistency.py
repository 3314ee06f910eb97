"""Checks of what people did: acts through the API are consistent; damage is counted, named and repaired."""

import pytest

from accounts.consistency import CHECKS, check_consistency
from accounts.roles import Role
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.accounts.act_clients import Client, client

pytestmark = pytest.mark.graph
RESEARCHER = "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
MUTATIONS = {
    "comment": "addComment(input: {paperId: $paper, text: $text}) { comment { id } userErrors { message } }",
    "like": "addReaction(input: {id: $paper, content: LIKE}) { userErrors { message } }",
    "follow": "followEntity(input: {id: $paper}) { userErrors { message } }",
    "review": "addReview(input: {paperId: $paper, summary: $text, rating: 7, confidence: 3}) "
    "{ review { id } userErrors { message } }",
    "claim": "claimProfile(input: {researcherId: $paper, method: CURATOR, note: $text}) "
    "{ claim { id } userErrors { message } }",
    "accept": "decideClaim(input: {claimId: $paper, accept: true, reason: $text}) { userErrors { message } }",
    "report": "reportContent(input: {id: $paper, reason: SPAM, note: $text}) { userErrors { message } }",
}
DAMAGE = {
    "Acts": "MATCH (u:User {name: 'user0'})-[old:LIKES]->(p) CREATE (u)-[:LIKES {since: '2030'}]->(p), "
    "(u)-[:FOLLOWS {since: '2030'}]->(p), (u)-[:FOLLOWS {since: '2031'}]->(p)",
    "Claims": "MATCH (c:Claim) SET c.status = 'withdrawn'",
    "Claimed profiles": "MATCH (r:Researcher {id: $researcher}) SET r.claimed = false",
    "Comments": "MATCH (c:Comment)-[on:COMMENTS_ON]->(p) CREATE (c)-[:REMOVED_FROM {ids: on.ids}]->(p) DELETE on",
    "Reviews": "MATCH (r:Review) SET r.hiddenAt = '2030-01-01T00:00:00Z'",
    "Trust": "MATCH (r:Researcher {id: $researcher}) SET r.reviewsGivenCount = 7",
    "Reports": "MATCH (c:ModerationCase) SET c.openReports = 5",
    "Events": "MATCH (c:EventCounter) SET c.number = 0",
    "Notifications": "MATCH (:User)-[had:HAS_NOTIFICATION]->() DELETE had",
    "Audit log": "CREATE (:User {id: 'u_x', name: 'x'})-[:WROTE]->(:Comment {id: 'm_x', createdAt: '9999'})",
}


async def act(user: Client, name: str, object_: str) -> dict[str, dict[str, str]]:
    """Send a mutation, and return its payload."""
    variables = "$paper: ID!, $text: String!" if "$text" in MUTATIONS[name] else "$paper: ID!"
    query = f"mutation M({variables}) {{ {MUTATIONS[name]} }}"
    payload: dict[str, dict[str, str]] = await user.send(query, paper=object_, text="one @user1")
    assert payload["userErrors"] == [], payload
    return payload


@pytest.fixture
async def acted(graph: Graph, ids: dict[str, str]) -> Service:
    """Let two users act on a paper; return the service."""
    user, other = client(graph, ids), client(graph, ids, "user1")
    paper = ids["Paper 1"]
    comment = (await act(user, "comment", paper))["comment"]["id"]
    for name in ("like", "follow", "review"):
        await act(user, name, paper)
    await act(other, "report", comment)
    claim = (await act(user, "claim", RESEARCHER))["claim"]["id"]
    curator = Client(user.service, Viewer("user2", Role.CURATOR, ids["user2"]))
    await act(curator, "accept", claim)
    return user.service


async def results(graph: Graph, *, repair: bool = False) -> dict[str, tuple[int, str | None]]:
    """Return the count and example of each check that found something."""
    checks = check_consistency(graph, repair=repair)
    return {one.check.name: (one.wrong, one.example) async for one in checks if one.wrong}


@pytest.mark.usefixtures("acted")
async def test_acts_are_consistent(graph: Graph) -> None:
    """Nothing is wrong after acts through the API, and a repair changes nothing."""
    assert set(DAMAGE) == {check.name for check in CHECKS}
    assert await results(graph) == await results(graph, repair=True) == {}


@pytest.mark.usefixtures("acted")
@pytest.mark.parametrize("name", DAMAGE)
async def test_damage_is_found_and_repaired(graph: Graph, name: str) -> None:
    """Each check counts its damage and names an object; the repair ends the damage, and the audit log has it."""
    await graph.administer(DAMAGE[name], {"researcher": RESEARCHER})
    found = await results(graph)
    assert found[name][0] >= 1
    assert found[name][1]
    assert found == await results(graph)
    await results(graph, repair=True)
    (repairable,) = (check.is_repairable for check in CHECKS if check.name == name)
    assert set(await results(graph, repair=True)) == (set() if repairable else {name})
    entries = (await graph.read("MATCH (e:AuditEntry {action: 'repairActs'}) RETURN e.after, e.actorKind")).rows
    assert ((f"{name}: {found[name][0]}", "operator") in [tuple(entry) for entry in entries]) is repairable
    await graph.administer("MATCH (n) WHERE n.id IN ['u_x', 'm_x'] DETACH DELETE n")


@pytest.mark.usefixtures("acted")
@pytest.mark.parametrize(
    "damage",
    [
        (
            "MATCH (c:Comment) SET c.deletedAt = '2030' WITH c MATCH (c)-[on:COMMENTS_ON]->(p) "
            "CREATE (c)-[:REMOVED_FROM {ids: on.ids}]->(p) DELETE on"
        ),
        "MATCH (c:Comment) DETACH DELETE c",
        (
            "MATCH (n:Notification)-[a:ANNOUNCES]->(:Comment), (r:Review) SET n.kind = 'reviewReply' "
            "CREATE (n)-[:ANNOUNCES]->(r) DELETE a"
        ),
    ],
)
async def test_notifications_of_deleted_content_are_repaired(graph: Graph, damage: str) -> None:
    """Notifications that earlier versions left are found: of deleted comments and of deleted replies to reviews."""
    await graph.administer(damage)
    assert (await results(graph))["Notifications"][0] == 1
    await results(graph, repair=True)
    assert "Notifications" not in await results(graph)


@pytest.mark.usefixtures("acted")
async def test_repair_keeps_the_right_acts(graph: Graph, ids: dict[str, str]) -> None:
    """Of two follows the earlier one remains, of opposite opinions the later one."""
    await graph.administer(DAMAGE["Acts"])
    await graph.administer(
        "MATCH (u:User)-[:LIKES]->(p) WITH DISTINCT u, p CREATE (u)-[:DISLIKES {since: '2031'}]->(p)"
    )
    assert (await results(graph, repair=True))["Acts"][1] == ids["Paper 1"]
    rows = (await graph.read("MATCH (:User)-[a:FOLLOWS|LIKES|DISLIKES]->() RETURN type(a), a.since")).rows
    opinion, follow = sorted(tuple(row) for row in rows)
    assert opinion == ("DISLIKES", "2031")
    assert follow[0] == "FOLLOWS"
    assert str(follow[1]) < "2030"
