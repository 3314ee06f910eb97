"""Events in the order of commits, notifications of users, and live updates that lose and repeat nothing."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from accounts import users
from accounts.consistency import check_consistency
from accounts.erasure import erase_account
from accounts.events import event_numbers
from accounts.roles import Role
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from loaders.records.parts import Author
from loaders.records.record import PaperRecord
from resolvers import live_updates
from resolvers.execute import Request
from resolvers.execute_subscription import execute_subscription
from resolvers.live_updates import LiveUpdates
from resolvers.reply import Reply
from tests.accounts.act_clients import Client, client
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

COMMENT = """mutation C($id: ID!, $text: String!, $to: ID, $key: String) {
  addComment(input: {paperId: $id, text: $text, replyToId: $to, clientMutationId: $key}) {
    comment { id } userErrors { message }
  }
}"""
DELETE = "mutation D($id: ID!) { deleteComment(input: {commentId: $id}) { userErrors { message } } }"
NOTIFICATIONS = """{ viewer { unreadNotificationCount notifications { nodes {
  id kind readAt comment { text author { name } } review { id } invitation { id } claim { id }
} } } }"""
READ = """mutation R($id: ID!) {
  markNotificationsRead(input: {id: $id}) { notification { readAt } userErrors { code message } }
}"""
DISCUSSION = """subscription S($paper: ID!, $after: String) {
  paperDiscussion(paperId: $paper, after: $after) { cursor kind comment { id text author { name } } }
}"""
MINE = "subscription N($after: String) { notifications(after: $after) { cursor notification { kind } } }"
PAPERS = """subscription P($after: String) {
  newPapers(after: $after) { cursor paper { title } reasons { kind node { id } } }
}"""
FOLLOW = "mutation F($id: ID!) { followEntity(input: {id: $id}) { userErrors { message } } }"


@pytest.fixture(autouse=True)
async def no_events(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delete the events of other tests, and read the outbox often."""
    await graph.administer("MATCH (n:Event|EventCounter|Notification) DETACH DELETE n")
    monkeypatch.setattr(live_updates, "POLL_S", 0.02)


@asynccontextmanager
async def server(graph: Graph, limit: int = 100) -> AsyncGenerator[LiveUpdates]:
    """Yield the live updates of a server process."""
    live = LiveUpdates(graph, limit)
    task = asyncio.create_task(live.keep_current())
    yield live
    task.cancel()


def subscribe(
    live: LiveUpdates, who: Client, query: str, rights: list[Viewer | None] | None = None, **variables: object
) -> AsyncGenerator[Reply]:
    """Return the replies to a subscription. `rights` has the viewer with its present rights."""

    async def authorize() -> Viewer | None:
        return rights[0] if rights else who.viewer

    return execute_subscription(who.service, live, Request(query, variables, viewer=who.viewer), authorize)


async def present_cursor(graph: Graph) -> str:
    """Return the cursor of the last event: a subscription after it misses nothing while it starts."""
    return str((await event_numbers(graph)).last)


async def take(replies: AsyncGenerator[Reply], count: int) -> list[Any]:
    """Return the only root fields of this number of replies without errors."""
    found: list[Any] = []
    while len(found) < count:
        reply = await asyncio.wait_for(anext(replies), 20)
        assert reply.errors == []
        assert reply.data is not None
        found.append(next(iter(reply.data.values())))
    return found


async def error_of(replies: AsyncGenerator[Reply]) -> tuple[str, str]:
    """Return code and message of the only reply."""
    (reply,) = [reply async for reply in replies]
    return reply.errors[0]["extensions"]["code"], reply.errors[0]["message"]


async def test_users_are_notified_once(graph: Graph, ids: dict[str, str]) -> None:
    """A reply that also mentions its author notifies once; authors, unknown names and blocked users cause nothing."""
    ada, ben, eve = client(graph, ids), client(graph, ids, "user1"), client(graph, ids, "user2")
    await graph.administer(
        "MATCH (a:User {id: $a}), (b:User {id: $b}) CREATE (a)-[:BLOCKS {since: '2026'}]->(b)",
        {"a": ids["user0"], "b": ids["user2"]},
    )
    paper = ids["Paper 0"]
    first = (await ada.send(COMMENT, id=paper, text="I ask @user1, @user0 and @nobody; not a@user3."))["comment"]["id"]
    await ben.send(COMMENT, id=paper, text="@user0 yes", to=first, key="once")
    await ben.send(COMMENT, id=paper, text="@user0 yes", to=first, key="once")
    await eve.send(COMMENT, id=paper, text="@user0 no")

    mine = await ada.send(NOTIFICATIONS)
    assert mine["unreadNotificationCount"] == 1
    (notification,) = mine["notifications"]["nodes"]
    assert notification["kind"] == "MENTION"
    assert notification["comment"] == {"text": "@user0 yes", "author": {"name": "user1"}}
    assert [found["kind"] for found in (await ben.send(NOTIFICATIONS))["notifications"]["nodes"]] == ["MENTION"]
    assert (await client(graph, ids, "user3").send(NOTIFICATIONS))["notifications"]["nodes"] == []

    other = await ben.send(READ, id=notification["id"])
    assert other["userErrors"][0]["code"] == "NOT_FOUND"
    assert (await ada.send(READ, id=notification["id"]))["notification"]["readAt"]
    assert (await ada.send(NOTIFICATIONS))["unreadNotificationCount"] == 0
    assert await ben.send("query N($id: ID!) { notification(id: $id) { id } }", id=notification["id"]) is None


async def test_notifications_end_with_their_content(graph: Graph, ids: dict[str, str]) -> None:
    """The deletion of a comment or review, and an erasure, delete the notifications; the check finds nothing."""
    ada, ben, eve = client(graph, ids), client(graph, ids, "user1"), client(graph, ids, "user2")
    await users.create_user(graph, "gone", Role.MEMBER)
    rows = (await graph.read("MATCH (u:User {name: 'gone'}) RETURN u.id")).rows
    gone = client(graph, {**ids, "gone": str(rows[0][0])}, "gone")
    review = """mutation M($id: ID!) { addReview(input: {paperId: $id, summary: "x", rating: 5, confidence: 3,
      visibility: PRIVATE, readers: ["user1"]}) { review { id } userErrors { message } } }"""
    kept = (await eve.send(COMMENT, id=ids["Paper 0"], text="@user1 stay"))["comment"]["id"]
    deleted = (await ada.send(COMMENT, id=ids["Paper 0"], text="@user1 look"))["comment"]["id"]
    shared = (await ada.send(review, id=ids["Paper 0"]))["review"]["id"]
    await gone.send(COMMENT, id=ids["Paper 0"], text="@user1 erased")
    answered = (await gone.send(COMMENT, id=ids["Paper 0"], text="@user1 with a reply"))["comment"]["id"]
    await eve.send(COMMENT, id=ids["Paper 0"], text="A reply", to=answered)
    await gone.send(review, id=ids["Paper 1"])
    assert (await ben.send(NOTIFICATIONS))["unreadNotificationCount"] == 6
    await ada.send(DELETE, id=deleted)
    assert (await ben.send(NOTIFICATIONS))["unreadNotificationCount"] == 5
    await ada.send("mutation M($id: ID!) { deleteReview(input: {reviewId: $id}) { deletedId } }", id=shared)
    assert (await ben.send(NOTIFICATIONS))["unreadNotificationCount"] == 4
    await erase_account(graph, str(rows[0][0]), None)
    nodes = (await ben.send(NOTIFICATIONS))["notifications"]["nodes"]
    assert [(node["kind"], node["comment"]["text"]) for node in nodes] == [("MENTION", "@user1 stay")]
    assert "Notifications" not in [found.check.name async for found in check_consistency(graph) if found.wrong]
    await eve.send(DELETE, id=kept)
    assert (await graph.read("MATCH (n:Notification) RETURN count(n)")).rows == [[0]]


async def test_anonymous_reviews_notify_in_spite_of_a_block(graph: Graph, ids: dict[str, str]) -> None:
    """A block suppresses only notifications of signed reviews: the missing one would reveal an anonymous author."""
    ada, eve = client(graph, ids), client(graph, ids, "user2")
    await graph.administer(
        "MATCH (a:User {id: $a}), (b:User {id: $b}) CREATE (a)-[:BLOCKS {since: '2026'}]->(b)",
        {"a": ids["user0"], "b": ids["user2"]},
    )
    review = """mutation M($id: ID!, $anonymous: Boolean!) { addReview(input: {paperId: $id, summary: "x", rating: 5,
      confidence: 3, anonymous: $anonymous}) { userErrors { message } } }"""
    await graph.administer(
        "MATCH (r:Researcher), (a:User {id: $a}) CREATE (a)-[:CLAIMED]->(r) WITH r MATCH (p:Paper) "
        "WHERE p.title IN ['Paper 2', 'Paper 3'] CREATE (r)-[:AUTHORED {position: 1}]->(p)",
        {"a": ids["user0"]},
    )
    for number, anonymous in ((2, False), (3, True)):
        await eve.send(review, id=ids[f"Paper {number}"], anonymous=anonymous)
    nodes = (await ada.send(NOTIFICATIONS))["notifications"]["nodes"]
    await graph.administer("MATCH (:Researcher)-[authored:AUTHORED]->() DELETE authored")
    assert [found["kind"] for found in nodes] == ["REVIEW"]


async def test_events_are_neither_lost_nor_repeated(graph: Graph, ids: dict[str, str]) -> None:
    """Two servers pass 60 comments of 20 users on in one order; a client that reconnects in between gets the rest."""
    paper = ids["Paper 1"]
    reader = client(graph, ids)
    async with server(graph) as here, server(graph) as there:
        cursor = await present_cursor(graph)
        first, second = (
            subscribe(here, reader, DISCUSSION, paper=paper, after=cursor),
            subscribe(there, reader, DISCUSSION, paper="doi:10.1000/1", after=cursor),
        )
        started = [asyncio.create_task(take(replies, 60)) for replies in (first, second)]

        async def write(number: int) -> None:
            for place in range(3):
                await client(graph, ids, f"user{number}").send(COMMENT, id=paper, text=f"{number} {place}")
            await client(graph, ids, f"user{number}").send(COMMENT, id=ids["Paper 2"], text="elsewhere")

        await asyncio.gather(*map(write, range(20)))
        one, two = await asyncio.gather(*started)
        await first.aclose()
        await second.aclose()
        assert one == two
        assert {found["comment"]["text"] for found in one} == {f"{n} {place}" for n in range(20) for place in range(3)}
        assert [int(found["cursor"]) for found in one] == sorted({int(found["cursor"]) for found in one})

        async with aclosing(subscribe(there, reader, DISCUSSION, paper=paper, after=one[24]["cursor"])) as replies:
            rest = asyncio.create_task(take(replies, 36))
            author = client(graph, ids, one[0]["comment"]["author"]["name"])
            await author.send(DELETE, id=one[0]["comment"]["id"])
            found = await rest
        assert [event["cursor"] for event in found[:35]] == [event["cursor"] for event in one[25:]]
        assert found[35]["kind"] == "DELETED"
        assert found[35]["comment"]["text"] is None


async def test_new_papers_concern_follows(graph: Graph, ids: dict[str, str], tmp_path: Path) -> None:
    """Papers of a load reach the users who follow their authors, with the reason, also after a break."""
    reader = client(graph, ids)
    known = PaperRecord(
        source="acl", key="a", title="First", authors=(Author(name="Nora Novel", ids=("acl-person:nora",)),)
    )
    await load_records(graph, tmp_path, [known])
    ((nora,),) = (await graph.read("MATCH (n:Researcher {name: 'Nora Novel'}) RETURN n.id")).rows
    await reader.send(FOLLOW, id=nora)
    async with server(graph) as live:
        replies = subscribe(live, reader, PAPERS, after=f"{(await event_numbers(graph)).change}:~")
        waiting = asyncio.create_task(take(replies, 2))
        more = [
            PaperRecord(source="acl", key=f"b{n}", title=f"New {n}", authors=known.authors if n < 2 else ())
            for n in range(5)
        ]
        (tmp_path / "more").mkdir()
        await load_records(graph, tmp_path / "more", [known, *more])
        found = await waiting
        await replies.aclose()
        assert {event["paper"]["title"] for event in found} == {"New 0", "New 1"}
        assert found[0]["reasons"] == [{"kind": "WRITTEN_BY", "node": {"id": nora}}]
        async with aclosing(subscribe(live, reader, PAPERS, after=found[0]["cursor"])) as resumed:
            assert await take(resumed, 1) == found[1:]


async def test_subscriptions_need_rights(graph: Graph, ids: dict[str, str]) -> None:
    """Anonymous clients have no notifications, and a subscription ends when the client loses its rights."""
    anonymous, reader = Client(client(graph, ids).service, None), client(graph, ids)
    async with server(graph) as live:
        assert (await error_of(subscribe(live, anonymous, MINE)))[0] == "UNAUTHENTICATED"
        assert (await error_of(subscribe(live, anonymous, PAPERS)))[0] == "UNAUTHENTICATED"
        rights: list[Viewer | None] = [reader.viewer]
        replies = subscribe(live, reader, MINE, rights, after=await present_cursor(graph))
        ended = asyncio.create_task(error_of(replies))
        await asyncio.sleep(0.3)
        rights[0] = None
        await client(graph, ids, "user1").send(COMMENT, id=ids["Paper 0"], text="@user0 hello")
        assert (await asyncio.wait_for(ended, 10))[0] == "UNAUTHENTICATED"


async def test_impossible_subscriptions_are_rejected(graph: Graph, ids: dict[str, str]) -> None:
    """Unknown papers, wrong cursors, two root fields and too many subscriptions have clear errors."""
    reader = client(graph, ids)
    async with server(graph, limit=1) as live:
        assert (await error_of(subscribe(live, reader, DISCUSSION, paper=ids["user0"])))[0] == "BAD_ID"
        unknown = await error_of(subscribe(live, reader, DISCUSSION, paper="doi:10.1234/none"))
        assert unknown == ("NOT_FOUND", "No paper in the graph has the ID 'doi:10.1234/none'.")
        for cursor in ("", "x", "-1", "99", "1:2", "9" * 30, "\u0661"):
            code, message = await error_of(subscribe(live, reader, MINE, after=cursor))
            assert code == "BAD_CURSOR", (cursor, message)
        both = "subscription { notifications { cursor } newPapers { cursor } }"
        assert (await error_of(subscribe(live, reader, both)))[0] == "VALIDATION"
        replies = subscribe(live, reader, DISCUSSION, paper=ids["Paper 0"])
        first = asyncio.create_task(take(replies, 1))
        await asyncio.sleep(0.2)
        code, message = await error_of(subscribe(live, reader, DISCUSSION, paper=ids["Paper 0"]))
        assert code == "UNAVAILABLE"
        assert "BYLINE_SUBSCRIPTIONS" in message
        first.cancel()


async def test_slow_client_is_told_to_resume(
    graph: Graph, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that does not read gets the events that wait for it, and then an error that says how to continue."""
    monkeypatch.setattr(live_updates, "MAX_PENDING", 3)
    reader = client(graph, ids)
    async with server(graph) as live:
        replies = subscribe(live, reader, DISCUSSION, paper=ids["Paper 3"], after=await present_cursor(graph))
        start = asyncio.create_task(take(replies, 1))
        await reader.send(COMMENT, id=ids["Paper 3"], text="first")
        assert (await start)[0]["comment"]["text"] == "first"
        pending = asyncio.create_task(take(replies, 1))
        for number in range(8):
            await reader.send(COMMENT, id=ids["Paper 3"], text=f"{number}")
        assert (await pending)[0]["comment"]["text"] == "0"
        last = await present_cursor(graph)
        async with asyncio.timeout(10):
            while str(live.position) != last:  # noqa: ASYNC110 nothing else tells what the reader has passed on
                await asyncio.sleep(0.02)
        rest = [reply async for reply in replies]
        assert rest[-1].errors[0]["extensions"]["code"] == "TOO_MANY_REQUESTS"
        assert len(rest) <= 5
