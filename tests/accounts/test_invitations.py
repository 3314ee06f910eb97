"""Invitations: who can send, answer and read them, blocks, private threads, and concurrent answers."""

import asyncio

import pytest

from accounts.invitations import MAX_INVITATIONS_PER_DAY
from cypher.driver.client import Graph
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client, client

pytestmark = pytest.mark.graph

PERSON = "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
INVITE = """mutation I($id: ID!, $message: String = "Let us *write*.", $key: String) {
  inviteResearcher(input: {researcherId: $id, purpose: PAPER, message: $message, clientMutationId: $key}) {
    invitation {
      id status purpose html
      participants { role user { name } researcher { id } }
    }
    userErrors { field message }
  }
}"""
ANSWER = """mutation A($id: ID!, $answer: InvitationAnswer!) {
  answerInvitation(input: {invitationId: $id, answer: $answer}) { invitation { status } userErrors { message } }
}"""
WITHDRAW = """mutation W($id: ID!) {
  withdrawInvitation(input: {invitationId: $id}) { invitation { status } userErrors { message } }
}"""
MESSAGE = """mutation M($id: ID!, $text: String!) {
  sendInvitationMessage(input: {invitationId: $id, text: $text}) {
    invitation { messages { nodes { html author { name } viewerDidAuthor } } } userErrors { message }
  }
}"""
READ = "query R($id: ID!) { invitation(id: $id) { status html messages { totalCount } } }"
CLAIM = """
MATCH (user:User {id: $user}), (person:Researcher {id: $person})
SET person.openToCollaborate = true
CREATE (user)-[:CLAIMED {claimId: 'q_1', since: '2026-01-01T00:00:00Z', level: 'L4', ids: [person.id]}]->(person)
"""


@pytest.fixture
async def users(graph: Graph, ids: dict[str, str]) -> tuple[Client, Client, Client]:
    """Return a sender, the user who claimed the open researcher, and another user."""
    await graph.administer("MATCH (n:Invitation|InvitationMessage) DETACH DELETE n")
    await graph.administer(CLAIM, {"user": ids["user1"], "person": PERSON})
    return client(graph, ids), client(graph, ids, "user1"), client(graph, ids, "user2")


def problem(payload: dict[str, list[dict[str, str]]]) -> str:
    """Return the message of the only user error."""
    (error,) = payload["userErrors"]
    return error["message"]


async def test_accepted_invitation_opens_a_private_thread(users: tuple[Client, Client, Client]) -> None:
    """The recipient accepts; both write messages, which no other user can read, nor the invitation itself."""
    sender, recipient, other = users
    first = await sender.send(INVITE, id=PERSON, key="once")
    invitation = first["invitation"]
    assert (await sender.send(INVITE, id=PERSON, key="once"))["invitation"]["id"] == invitation["id"]
    assert (invitation["status"], invitation["purpose"]) == ("PENDING", "PAPER")
    assert invitation["html"] == "<p>Let us <em>write</em>.</p>\n"
    assert invitation["participants"] == [
        {"role": "SENDER", "user": {"name": "user0"}, "researcher": None},
        {"role": "RECIPIENT", "user": {"name": "user1"}, "researcher": {"id": PERSON}},
    ]
    id_ = invitation["id"]
    assert "pending invitation" in problem(await sender.send(INVITE, id=PERSON))
    assert "has not accepted" in problem(await sender.send(MESSAGE, id=id_, text="Hello"))
    assert "no such invitation" in problem(await sender.send(ANSWER, id=id_, answer="ACCEPT"))
    refused = problem(await recipient.send(WITHDRAW, id=id_))
    assert "no such invitation" in refused
    assert await recipient.send(f"{{ {refused.partition('as in ')[2].rstrip('.')} }}")  # it is a valid query
    listed = await recipient.send("{ viewer { receivedInvitations { totalCount nodes { id status } } } }")
    assert listed["receivedInvitations"] == {"totalCount": 1, "nodes": [{"id": id_, "status": "PENDING"}]}
    assert (await recipient.send(ANSWER, id=id_, answer="ACCEPT"))["invitation"]["status"] == "ACCEPTED"
    await recipient.send(MESSAGE, id=id_, text="Gladly <b>")
    thread = (await sender.send(MESSAGE, id=id_, text="Then start"))["invitation"]["messages"]["nodes"]
    assert sorted((message["author"]["name"], message["viewerDidAuthor"]) for message in thread) == [
        ("user0", True),
        ("user1", False),
    ]
    assert {message["html"] for message in thread} == {"<p>Gladly &lt;b&gt;</p>\n", "<p>Then start</p>\n"}
    for reader in (other, Client(other.service, None)):
        assert await reader.send(READ, id=id_) is None
    assert "no such invitation" in problem(await other.send(MESSAGE, id=id_, text="Hello"))


async def test_only_open_claimed_researchers_are_invited(
    graph: Graph, ids: dict[str, str], users: tuple[Client, Client, Client]
) -> None:
    """Unclaimed, own and closed profiles are refused; a blocked sender learns nothing of the block."""
    sender, recipient, _ = users
    assert "own profile" in problem(await recipient.send(INVITE, id=PERSON))
    assert "Only researchers" in problem(await sender.send(INVITE, id=ids["Paper 1"]))
    id_ = (await sender.send(INVITE, id=PERSON))["invitation"]["id"]
    assert (await recipient.send(ANSWER, id=id_, answer="DECLINE_AND_BLOCK"))["invitation"]["status"] == "DECLINED"
    refused = problem(await sender.send(INVITE, id=PERSON))
    blocked = (await recipient.send("{ viewer { blockedUsers { nodes { id name } } } }"))["blockedUsers"]["nodes"]
    assert blocked == [{"id": ids["user0"], "name": "user0"}]
    block = "mutation B($id: ID!) { blockUser(input: {userId: $id}) { userErrors { message } } }"
    unblock = "mutation U($id: ID!) { unblockUser(input: {userId: $id}) { userErrors { message } } }"
    assert (await recipient.send(unblock, id=ids["user0"]))["userErrors"] == []
    assert (await sender.send(INVITE, id=PERSON))["userErrors"] == []
    await graph.administer("MATCH (n:Invitation) DETACH DELETE n")
    for _ in range(2):
        assert (await recipient.send(block, id=ids["user0"]))["userErrors"] == []
    assert problem(await sender.send(INVITE, id=PERSON)) == refused
    await recipient.send(unblock, id=ids["user0"])
    assert "yourself" in problem(await recipient.send(block, id=ids["user1"]))
    assert "no user" in problem(await recipient.send(block, id="u_zz"))
    await graph.administer("MATCH (r:Researcher {id: $id}) SET r.openToCollaborate = false", {"id": PERSON})
    assert problem(await sender.send(INVITE, id=PERSON)) == refused
    await graph.administer("MATCH (:User)-[c:CLAIMED]->() DELETE c")
    assert "No user claimed" in problem(await sender.send(INVITE, id=PERSON))


async def test_invitations_end_and_are_limited(graph: Graph, users: tuple[Client, Client, Client]) -> None:
    """A withdrawn or expired invitation cannot be accepted; of concurrent answers one wins; a day has a limit."""
    sender, recipient, _ = users
    id_ = (await sender.send(INVITE, id=PERSON))["invitation"]["id"]
    assert (await sender.send(WITHDRAW, id=id_))["invitation"]["status"] == "WITHDRAWN"
    assert "not pending any more" in problem(await recipient.send(ANSWER, id=id_, answer="ACCEPT"))
    id_ = (await sender.send(INVITE, id=PERSON))["invitation"]["id"]
    await graph.administer("MATCH (n:Invitation {id: $id}) SET n.expiresAt = '2020-01-01T00:00:00Z'", {"id": id_})
    assert (await sender.send(READ, id=id_))["status"] == "EXPIRED"
    assert "expired" in problem(await recipient.send(ANSWER, id=id_, answer="ACCEPT"))
    id_ = (await sender.send(INVITE, id=PERSON))["invitation"]["id"]
    answers = [recipient.send(ANSWER, id=id_, answer="ACCEPT" if n % 2 else "DECLINE") for n in range(6)]
    results = await asyncio.gather(*answers, sender.send(WITHDRAW, id=id_))
    assert sum(result["userErrors"] == [] for result in results) == 1
    for _ in range(MAX_INVITATIONS_PER_DAY - 3):
        id_ = (await sender.send(INVITE, id=PERSON))["invitation"]["id"]
        await sender.send(WITHDRAW, id=id_)
    assert "the maximum" in problem(await sender.send(INVITE, id=PERSON))


async def test_hostile_input_is_a_user_error(users: tuple[Client, Client, Client]) -> None:
    """Texts that are no ID, and texts with forbidden characters, are user errors and write nothing."""
    sender, recipient, _ = users
    for id_ in HOSTILE_IDS:
        assert problem(await sender.send(INVITE, id=id_))
        assert problem(await recipient.send(ANSWER, id=id_, answer="ACCEPT"))
    for text in HOSTILE_TEXTS:
        assert problem(await sender.send(INVITE, id=PERSON, message=text))
    listed = await sender.send("{ viewer { sentInvitations { totalCount } } }")
    assert listed["sentInvitations"]["totalCount"] == 0


OWN, INTRODUCER = "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AC", "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AD"
COAUTHORS = """
MATCH (person:Researcher {id: $person})
MERGE (own:Researcher {id: $own})
MERGE (introducer:Researcher {id: $introducer})
MERGE (own)-[:COLLABORATED_WITH]->(introducer)
MERGE (introducer)-[:COLLABORATED_WITH]->(person)
"""
INVITE_THROUGH = """mutation I($id: ID!, $introducer: ID!) {
  inviteResearcher(input: {researcherId: $id, purpose: PAPER, message: "Hello.", introducerId: $introducer}) {
    invitation { id status introductionTo { id } participants { role user { name } } }
    userErrors { field message } } }"""
AGREE = """mutation A($id: ID!, $agree: Boolean!) {
  answerIntroduction(input: {invitationId: $id, agree: $agree}) {
    invitation { status participants { role user { name } } messages { totalCount } } userErrors { message } } }"""
NOTIFIED = "{ viewer { notifications { nodes { kind } } } }"


@pytest.fixture
async def introduced(graph: Graph, ids: dict[str, str], users: tuple[Client, Client, Client]) -> Client:
    """Return the introducer: user2, with a claimed co-author of the sender and of the recipient."""
    await graph.administer("MATCH (n:Notification) DETACH DELETE n")
    await graph.administer(COAUTHORS, {"person": PERSON, "own": OWN, "introducer": INTRODUCER})
    await graph.administer(CLAIM, {"user": ids["user0"], "person": OWN})
    await graph.administer(CLAIM, {"user": ids["user2"], "person": INTRODUCER})
    return users[2]


async def kinds(reader: Client) -> list[str]:
    """Return the kinds of a user's notifications."""
    return [node["kind"] for node in (await reader.send(NOTIFIED))["notifications"]["nodes"]]


async def test_introducer_must_agree(users: tuple[Client, Client, Client], introduced: Client) -> None:
    """The recipient receives an invitation as soon as the introducer agrees; the introducer reads no message."""
    sender, recipient, _ = users
    invitation = (await sender.send(INVITE_THROUGH, id=PERSON, introducer=INTRODUCER))["invitation"]
    id_ = invitation["id"]
    assert (invitation["status"], invitation["introductionTo"]) == ("AWAITING_INTRODUCTION", {"id": PERSON})
    assert [entry["role"] for entry in invitation["participants"]] == ["SENDER", "INTRODUCER"]
    assert await recipient.send(READ, id=id_) is None
    assert "pending invitation" in problem(await sender.send(INVITE, id=PERSON))
    assert "no such invitation" in problem(await sender.send(AGREE, id=id_, agree=True))
    assert "no such invitation" in problem(await introduced.send(ANSWER, id=id_, answer="ACCEPT"))
    assert await kinds(introduced) == ["INTRODUCTION_REQUEST"]
    asked = await introduced.send(
        "{ viewer { introductionRequests { nodes { id } } receivedInvitations { totalCount } } }"
    )
    assert asked == {"introductionRequests": {"nodes": [{"id": id_}]}, "receivedInvitations": {"totalCount": 0}}
    agreed = (await introduced.send(AGREE, id=id_, agree=True))["invitation"]
    assert (agreed["status"], [entry["user"]["name"] for entry in agreed["participants"]]) == (
        "PENDING",
        ["user0", "user2", "user1"],
    )
    assert "not open any more" in problem(await introduced.send(AGREE, id=id_, agree=False))
    assert (await kinds(recipient), await kinds(sender)) == (["INVITATION"], ["INTRODUCTION"])
    await recipient.send(ANSWER, id=id_, answer="ACCEPT")
    await recipient.send(MESSAGE, id=id_, text="Private")
    assert (await introduced.send(READ, id=id_))["messages"]["totalCount"] == 0
    assert (await sender.send(READ, id=id_))["messages"]["totalCount"] == 1
    assert "no such invitation" in problem(await introduced.send(MESSAGE, id=id_, text="Hello"))


async def test_introduction_is_declined_withdrawn_or_refused(
    graph: Graph, users: tuple[Client, Client, Client], introduced: Client
) -> None:
    """A declined or withdrawn request never reaches the recipient; only a co-author of both can introduce."""
    sender, recipient, _ = users
    id_ = (await sender.send(INVITE_THROUGH, id=PERSON, introducer=INTRODUCER))["invitation"]["id"]
    assert (await introduced.send(AGREE, id=id_, agree=False))["invitation"]["status"] == "INTRODUCTION_DECLINED"
    id_ = (await sender.send(INVITE_THROUGH, id=PERSON, introducer=INTRODUCER))["invitation"]["id"]
    assert (await sender.send(WITHDRAW, id=id_))["invitation"]["status"] == "WITHDRAWN"
    assert "not open any more" in problem(await introduced.send(AGREE, id=id_, agree=True))
    id_ = (await sender.send(INVITE_THROUGH, id=PERSON, introducer=INTRODUCER))["invitation"]["id"]
    await graph.administer("MATCH (r:Researcher {id: $id}) SET r.openToCollaborate = false", {"id": PERSON})
    assert "not receive invitations any more" in problem(await introduced.send(AGREE, id=id_, agree=True))
    assert await kinds(recipient) == []
    await graph.administer("MATCH (r:Researcher {id: $id}) SET r.openToCollaborate = true", {"id": PERSON})
    await sender.send(WITHDRAW, id=id_)
    for introducer in (PERSON, OWN):
        assert "co-author of both" in problem(await sender.send(INVITE_THROUGH, id=PERSON, introducer=introducer))
    await graph.administer("MATCH (:User)-[c:CLAIMED]->(:Researcher {id: $id}) DELETE c", {"id": INTRODUCER})
    assert "no user claimed" in problem(await sender.send(INVITE_THROUGH, id=PERSON, introducer=INTRODUCER))
    await graph.administer("MATCH (:User)-[c:CLAIMED]->(:Researcher {id: $id}) DELETE c", {"id": OWN})
    assert "Claim your profile" in problem(await sender.send(INVITE_THROUGH, id=PERSON, introducer=INTRODUCER))
