"""Conflicts of interest of reviewers from the graph, the policy by relation, and replies of authors."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import pytest

from accounts import users
from accounts.roles import Role
from accounts.viewer import Viewer
from byline.server.service import GraphCurationService
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.records.parts import Affiliation, Author, TypedDate
from loaders.records.record import InstitutionRecord, PaperRecord, Record
from resolvers.execute import Service
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client
from tests.accounts.test_claims import CLAIM, DECIDE
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records

YEAR = datetime.now(UTC).year
CONFLICTS = "conflictsOfInterest { kind evidence author { name } papers { title } institutions { name } }"
ADD = f"""mutation M($input: AddReviewInput!) {{ addReview(input: $input) {{ review {{ id {CONFLICTS} }}
  userErrors {{ code field message }} }} }}"""
UPDATE = """mutation M($input: UpdateReviewInput!) { updateReview(input: $input) { review { id }
  userErrors { field } } }"""
UPDATE_PROFILE = "mutation M($input: UpdateProfileInput!) { updateProfile(input: $input) { userErrors { message } } }"
REPLY = """mutation M($input: ReplyToReviewInput!) { replyToReview(input: $input) {
  review { replies { text html editedAt author { name } } } userErrors { code field message } } }"""
READ = f"query Q($id: ID!) {{ review(id: $id) {{ {CONFLICTS} replies {{ text }} }} }}"
CAN = "query Q($id: ID) { viewerCan(actions: [ADD_REVIEW, SAVE_PAPER], id: $id) { allowed reason } }"
CAN_UPDATE = "query Q($id: ID) { viewerCan(actions: [UPDATE_REVIEW], id: $id) { allowed reason } }"
PLAIN = {"summary": "x", "rating": 5, "confidence": 3}


def paper(title: str, year: int, *authors: str) -> PaperRecord:
    """Return a paper of a year by authors; the last word of an author's name is the institution."""
    places = {"North": Affiliation(ror="ror:03jdj4y14"), "South": Affiliation(ror="ror:02mhbdp94")}
    listed = tuple(
        Author(name=name, ids=(f"sample-person:{name}",), affiliations=(places[place],))
        for name, place in (a.rsplit(" ", 1) for a in authors)
    )
    return PaperRecord(source="acl", key=title, title=title, dates=(TypedDate(value=str(year)),), authors=listed)


@pytest.fixture(scope="module")
async def graph(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Graph]:
    """Yield a graph in which Ada has a paper, a recent and an early co-author, and a colleague, with users."""
    async with Graph(address) as opened:
        await emptied(opened)
        records: list[Record] = [
            InstitutionRecord(source="ror", key="1", name="North", ids=("ror:03jdj4y14",)),
            InstitutionRecord(source="ror", key="2", name="South", ids=("ror:02mhbdp94",)),
            paper("Reviewed", YEAR, "Ada Lovelace North"),
            paper("Recent", YEAR - 2, "Ada Lovelace North", "Rita Recent South"),
            paper("Early", YEAR - 20, "Ada Lovelace North", "Earl Early South"),
            paper("Own", YEAR - 1, "Cole League North"),
            paper("Far", YEAR, "Fay Away South"),
        ]
        await load_records(opened, tmp_path_factory.mktemp("papers"), records)
        for name in ("ada", "rita", "earl", "cole", "fay", "anon"):
            await users.create_user(opened, name, Role.MEMBER)
        await users.create_user(opened, "cur", Role.CURATOR)
        clients = await clients_of(opened)
        names = {
            "ada": "Ada Lovelace",
            "rita": "Rita Recent",
            "earl": "Earl Early",
            "cole": "Cole League",
            "fay": "Fay Away",
        }
        for user, name in names.items():
            given = {"researcherId": f"sample-person:{name}", "method": "CURATOR"}
            claim = (await clients[user].send(CLAIM, input=given))["claim"]["id"]
            await clients["cur"].send(DECIDE, input={"claimId": claim, "accept": True, "reason": "x"})
        yield opened
        await emptied(opened)


async def clients_of(graph: Graph) -> dict[str, Client]:
    """Return the clients of all users."""
    service = Service(graph, identity=GraphCurationService(graph))
    rows = (await graph.read("MATCH (u:User) RETURN u.name, u.role, u.id")).rows
    return {str(name): Client(service, Viewer(str(name), Role(role), str(id_))) for name, role, id_ in rows}


@pytest.fixture
async def clients(graph: Graph) -> dict[str, Client]:
    """Return the clients of the users, without reviews."""
    await graph.administer("MATCH (n:Review|ReviewEdit|ReviewReply|SentMutation) DETACH DELETE n")
    return await clients_of(graph)


@pytest.fixture
async def reviewed(graph: Graph) -> str:
    """Return the ID of Ada's paper."""
    return str((await graph.read("MATCH (p:Paper {title: 'Reviewed'}) RETURN p.id")).rows[0][0])


async def added(client: Client, paper_id: str, **values: object) -> Any:  # noqa: ANN401 JSON
    """Add a review and return it."""
    payload = await client.send(ADD, input={"paperId": paper_id, **PLAIN, **values})
    assert payload["userErrors"] == []
    return payload["review"]


async def fault(client: Client, query: str, **given: object) -> str:
    """Return the input field at fault."""
    payload = await client.send(query, input=given)
    assert payload["review"] is None
    return str(payload["userErrors"][0]["field"][-1])


@pytest.mark.graph
async def test_conflicts_are_computed_with_evidence(clients: dict[str, Client], reviewed: str) -> None:
    """A recent joint paper and a common institution are conflicts, with evidence; an early joint paper is none."""
    review = await added(clients["rita"], reviewed)
    [conflict] = review["conflictsOfInterest"]
    assert conflict == {
        "kind": "RECENT_COAUTHOR",
        "evidence": f'Rita Recent wrote "Recent" ({YEAR - 2}) with Ada Lovelace.',
        "author": {"name": "Ada Lovelace"},
        "papers": [{"title": "Recent"}],
        "institutions": [],
    }
    assert (await clients["fay"].send(READ, id=review["id"]))["conflictsOfInterest"] == [conflict]
    added_by_colleague = await added(clients["cole"], reviewed)
    review_of_colleague, [colleague] = added_by_colleague["id"], added_by_colleague["conflictsOfInterest"]
    assert (colleague["kind"], colleague["institutions"]) == ("SAME_INSTITUTION", [{"name": "North"}])
    assert colleague["evidence"] == "Cole League and Ada Lovelace are at North."
    cole = {"researcherId": "sample-person:Cole League"}
    for hidden, institutions, name in (
        (["AFFILIATIONS"], [], "the same institution"),
        ([], [{"name": "North"}], "North"),
    ):
        edit = await clients["cole"].send(UPDATE_PROFILE, input={**cole, "hiddenFields": hidden})
        assert edit["userErrors"] == []
        [conflict] = (await clients["fay"].send(READ, id=review_of_colleague))["conflictsOfInterest"]
        assert (conflict["kind"], conflict["institutions"]) == ("SAME_INSTITUTION", institutions)
        assert conflict["evidence"] == f"Cole League and Ada Lovelace are at {name}."
    for user in ("earl", "fay", "anon"):
        assert (await added(clients[user], reviewed))["conflictsOfInterest"] == []
    viewer = "query Q($id: ID!) { node(id: $id) { ... on Paper { viewerConflictsOfInterest { kind } } } }"
    found = await clients["ada"].send(viewer, id=reviewed)
    assert found["viewerConflictsOfInterest"] == [{"kind": "OWN_PAPER"}]
    assert (await Client(clients["ada"].service, None).send(viewer, id=reviewed))["viewerConflictsOfInterest"] == []


@pytest.mark.graph
async def test_policy_decides_by_relation(graph: Graph, clients: dict[str, Client], reviewed: str) -> None:
    """An author cannot review the own paper, as viewerCan says; two accepted claims give no relation."""
    reply = await clients["ada"].reply(ADD, input={"paperId": reviewed, **PLAIN})
    assert (reply.ran, reply.errors[0]["extensions"]["code"]) == (False, "FORBIDDEN")
    assert reply.errors[0]["message"] == (
        "You are an author of this paper. Authors cannot review it; reply to its reviews with replyToReview."
    )
    assert [(row["allowed"]) for row in await clients["ada"].send(CAN, id=reviewed)] == [False, True]
    for user in ("rita", "fay", "anon"):
        assert [row["allowed"] for row in await clients[user].send(CAN, id=reviewed)] == [True, True]
    assert [row["allowed"] for row in await clients["ada"].send(CAN, id=None)] == [True, True]
    for text in (*HOSTILE_IDS, "zz", "w_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", "e_999_0", "doi:10.1000/none"):
        reply = await clients["ada"].reply(CAN, id=text)
        if reply.errors:
            (error,) = reply.errors
            assert (error["extensions"]["code"], error["path"]) == ("BAD_ID", ["viewerCan"])
            assert len(error["message"]) < 600
            continue
        for row in (reply.data or {})["viewerCan"]:
            assert (row["allowed"], str(row["reason"])[:39]) == (False, "No object that you can read has the ID "), text
    anonymous = Client(clients["ada"].service, None)
    assert [row["allowed"] for row in await anonymous.send(CAN, id=reviewed)] == [False, False]
    await graph.administer(
        "MATCH (u:User {name: 'anon'}), (:User {name: 'ada'})-[:CLAIMED]->(r) CREATE (u)-[:CLAIMED]->(r)"
    )
    assert [row["allowed"] for row in await clients["anon"].send(CAN, id=reviewed)] == [True, True]
    await graph.administer("MATCH (:User {name: 'anon'})-[held:CLAIMED]->() DELETE held")
    review = (await added(clients["fay"], reviewed))["id"]
    assert [row["allowed"] for row in await clients["fay"].send(CAN_UPDATE, id=review)] == [True]
    (permission,) = await clients["rita"].send(CAN_UPDATE, id=review)
    assert permission == {"allowed": False, "reason": "The policy allows updateReview only for an object of your own."}
    assert [row["allowed"] for row in await clients["rita"].send(CAN_UPDATE, id=None)] == [True]
    private = (await added(clients["cole"], reviewed, visibility="PRIVATE", readers=["earl"]))["id"]
    missing = f"w_{'0' * 26}"
    reasons = [(await clients["rita"].send(CAN_UPDATE, id=id_))[0]["reason"] for id_ in (private, missing)]
    assert reasons[0] == reasons[1].replace(missing, private)
    assert "only for an object of your own" in (await clients["earl"].send(CAN_UPDATE, id=private))[0]["reason"]
    assert [row["allowed"] for row in await clients["cole"].send(CAN_UPDATE, id=private)] == [True]


@pytest.mark.graph
async def test_anonymous_reviews_hide_no_conflict(clients: dict[str, Client], reviewed: str) -> None:
    """With a conflict, a review needs the author's name; only the author sees later ones of an anonymous review."""
    assert await fault(clients["rita"], ADD, paperId=reviewed, **PLAIN, anonymous=True) == "anonymous"
    named = await added(clients["rita"], reviewed)
    assert await fault(clients["rita"], UPDATE, reviewId=named["id"], version=1, anonymous=True) == "anonymous"
    hidden = await added(clients["fay"], reviewed, anonymous=True)
    place = "MATCH (r:Researcher {name: 'Fay Away'}), (i:Institution {name: 'North'}) "
    await clients["fay"].service.graph.administer(place + "CREATE (r)-[:AFFILIATED_WITH]->(i)")
    assert [row["kind"] for row in (await clients["fay"].send(READ, id=hidden["id"]))["conflictsOfInterest"]] == [
        "SAME_INSTITUTION"
    ]
    for other in (clients["ada"], clients["cur"], Client(clients["ada"].service, None)):
        assert (await other.send(READ, id=hidden["id"]))["conflictsOfInterest"] == []
    await clients["fay"].service.graph.administer(place + "MATCH (r)-[at:AFFILIATED_WITH]->(i) DELETE at")


@pytest.mark.graph
async def test_authors_reply_to_reviews(graph: Graph, clients: dict[str, Client], reviewed: str) -> None:
    """An author of the paper adds, replaces and deletes one reply; other users and readers cannot."""
    review = (await added(clients["fay"], reviewed))["id"]
    for user in ("fay", "rita", "anon"):
        assert await fault(clients[user], REPLY, reviewId=review, text="x") == "reviewId"
    given = {"reviewId": review, "text": "We *thank* the reviewer.", "clientMutationId": "k"}
    for _ in range(2):
        [reply] = (await clients["ada"].send(REPLY, input=given))["review"]["replies"]
        assert (reply["html"], reply["author"]) == ("<p>We <em>thank</em> the reviewer.</p>\n", {"name": "ada"})
    changed = await clients["ada"].send(REPLY, input={"reviewId": review, "text": "Corrected"})
    assert [(row["text"], row["editedAt"] is None) for row in changed["review"]["replies"]] == [("Corrected", False)]
    for text in HOSTILE_TEXTS[1:]:
        assert await fault(clients["ada"], REPLY, reviewId=review, text=text) == "text"
    for text in HOSTILE_IDS:
        assert await fault(clients["ada"], REPLY, reviewId=text, text="x") == "reviewId"
    deleted = await clients["ada"].send(REPLY, input={"reviewId": review, "text": " "})
    assert deleted["review"]["replies"] == []
    await clients["ada"].send(REPLY, input=given | {"clientMutationId": "l"})
    await clients["fay"].send("mutation M($id: ID!) { deleteReview(input: {reviewId: $id}) { deletedId } }", id=review)
    assert (await graph.read("MATCH (n:ReviewReply) RETURN count(n)")).rows == [[0]]
    draft = (await added(clients["fay"], reviewed, visibility="PRIVATE"))["id"]
    assert await fault(clients["ada"], REPLY, reviewId=draft, text="x") == "reviewId"


@pytest.mark.graph
async def test_reply_can_always_be_deleted(graph: Graph, clients: dict[str, Client], reviewed: str) -> None:
    """Without the claim, and for a hidden review, a reply can be deleted but not changed; its notification goes too."""
    ada, fay = clients["ada"], clients["fay"]
    kinds = "{ viewer { notifications { nodes { kind } } } }"
    await graph.administer("MATCH (n:Notification) DETACH DELETE n")
    review = (await added(fay, reviewed))["id"]
    for user in (ada, clients["rita"]):
        assert await fault(user, REPLY, reviewId=review, text="") == "text"
    assert (await fay.send(kinds))["notifications"]["nodes"] == []
    await ada.send(REPLY, input={"reviewId": review, "text": "Thanks"})
    assert (await fay.send(kinds))["notifications"]["nodes"] == [{"kind": "REVIEW_REPLY"}]
    held = "MATCH (u:User {name: 'ada'}), (r:Researcher {name: 'Ada Lovelace'}) "
    await graph.administer(held + "MATCH (u)-[c:CLAIMED]->(r) DELETE c")
    try:
        assert await fault(ada, REPLY, reviewId=review, text="Changed") == "reviewId"
        await fay.send(UPDATE, input={"reviewId": review, "version": 1, "visibility": "PRIVATE"})
        assert (await ada.send(REPLY, input={"reviewId": review, "text": ""}))["userErrors"] == []
        assert await fault(ada, REPLY, reviewId=review, text="") == "reviewId"
    finally:
        await graph.administer(held + "CREATE (u)-[:CLAIMED {level: 'L4', ids: [r.id]}]->(r)")
    assert (await graph.read("MATCH (n:ReviewReply) RETURN count(n)")).rows == [[0]]
    assert (await fay.send(kinds))["notifications"]["nodes"] == []


async def test_new_authors_can_only_delete_their_reviews(clients: dict[str, Client], reviewed: str) -> None:
    """A reviewer who becomes an author of the paper can neither change the review nor reply to it."""
    fay, graph = clients["fay"], clients["fay"].service.graph
    review = (await added(fay, reviewed, anonymous=True))["id"]
    link = "MATCH (r:Researcher {name: 'Fay Away'}), (p:Paper {id: $id}) "
    await graph.administer(link + "CREATE (r)-[:AUTHORED {rid: r.id, ord: p.ord}]->(p)", {"id": reviewed})
    try:
        assert await fault(fay, UPDATE, reviewId=review, version=1, rating=10) == "reviewId"
        assert await fault(fay, REPLY, reviewId=review, text="Indeed") == "reviewId"
    finally:
        await graph.administer(link + "MATCH (r)-[a:AUTHORED]->(p) DELETE a", {"id": reviewed})
    updated = await fay.send(UPDATE, input={"reviewId": review, "version": 1, "rating": 7})
    assert updated["userErrors"] == []
