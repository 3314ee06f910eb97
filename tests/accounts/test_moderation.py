"""Moderation: reports, the queue of curators, hidden content for readers and authors, and anonymity."""

from typing import Any

import pytest

from accounts.roles import Role
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from tests.accounts.act_clients import HOSTILE_IDS, Client, client

pytestmark = pytest.mark.graph

ADD = """mutation M($paper: ID!, $to: ID) { addComment(input: {paperId: $paper, text: "secret one", replyToId: $to}) {
  comment { id } userErrors { field } } }"""
EDIT = """mutation M($id: ID!, $version: Int! = 1) { updateComment(input: {commentId: $id, version: $version,
  text: "secret two"}) { userErrors { field message } } }"""
DELETE = "mutation M($id: ID!) { deleteComment(input: {commentId: $id}) { userErrors { field } } }"
REVIEW = """mutation M($paper: ID!) {
  addReview(input: {paperId: $paper, summary: "secret one", rating: 5, confidence: 3,
  anonymous: true}) { review { id } } }"""
REPORT = """mutation M($id: ID!, $key: String) { reportContent(input: {id: $id, reason: SPAM, note: "Look",
  clientMutationId: $key}) { contentId userErrors { code field message } } }"""
MODERATE = """mutation M($id: ID!, $action: ModerationAction!) { moderateContent(input: {id: $id, action: $action,
  note: "Against the rules"}) { contentId userErrors { code field } } }"""
QUEUE = """{ viewer { moderationQueue { totalCount nodes { id kind openReports hiddenAt content { text author paperId }
  reports { reason note } } } } }"""
PAPER = """query Q($id: ID!) { node(id: $id) { ... on Paper { commentCount reviewCount
  comments { nodes { id text html anchor hiddenAt hiddenContent { text note } edits { text } } }
  reviews { nodes { id summary { text html } author { name } hiddenAt hiddenContent { text note } edits { version } } }
} } }"""


@pytest.fixture
async def curator(graph: Graph, ids: dict[str, str]) -> Client:
    await graph.administer("MATCH (n:User {name: 'user10'}) SET n.role = 'curator'")
    return Client(client(graph, ids).service, Viewer("user10", Role.CURATOR, ids["user10"]))


async def queue(user: Client) -> Any:  # noqa: ANN401 JSON
    return (await user.send(QUEUE))["moderationQueue"]["nodes"]


async def test_hidden_comment_keeps_its_thread(graph: Graph, ids: dict[str, str], curator: Client) -> None:
    """Readers see a placeholder, the author sees the text and the note; a restoration undoes all."""
    author, reader, paper = client(graph, ids), client(graph, ids, "user1"), ids["Paper 1"]
    comment = (await author.send(ADD, paper=paper))["comment"]["id"]
    await author.send(EDIT, id=comment)
    before = await reader.send(PAPER, id=paper)
    assert await queue(curator) == []
    assert (await reader.send(REPORT, id=comment, key="k"))["contentId"] == comment
    await reader.send(REPORT, id=comment, key="k")
    await reader.send(REPORT, id=comment)
    await client(graph, ids, "user2").send(REPORT, id=comment)
    [case] = await queue(curator)
    assert (case["kind"], case["openReports"], case["content"]["author"]) == ("COMMENT", 2, "user0")
    assert case["content"] == {"text": "secret two", "author": "user0", "paperId": paper}
    assert case["reports"] == [{"reason": "SPAM", "note": "Look"}] * 2
    assert await queue(reader) == []
    assert (await curator.send(MODERATE, id=comment, action="HIDE"))["contentId"] == comment
    assert await queue(curator) == []
    seen = await reader.send(PAPER, id=paper)
    assert "secret" not in str(seen)
    [node] = seen["comments"]["nodes"]
    assert node["hiddenAt"]
    assert (seen["commentCount"], node["text"], node["hiddenContent"], node["edits"]) == (0, None, None, [])
    [own] = (await author.send(PAPER, id=paper))["comments"]["nodes"]
    assert own["hiddenContent"] == {"text": "secret two", "note": "Against the rules"}
    assert "curator hid" in str(await author.send(EDIT, id=comment, version=2))
    assert (await reader.send(ADD, paper=paper, to=comment))["userErrors"] == [{"field": ["input", "replyToId"]}]
    assert (await reader.send(REPORT, id=comment))["userErrors"][0]["field"] == ["input", "id"]
    assert (await curator.send(MODERATE, id=comment, action="HIDE"))["userErrors"][0]["field"] == ["input", "action"]
    await curator.send(MODERATE, id=comment, action="RESTORE")
    assert await reader.send(PAPER, id=paper) == before
    await curator.send(MODERATE, id=comment, action="HIDE")
    await author.send(DELETE, id=comment)
    stored = await graph.read("MATCH (n:Comment|CommentEdit|ModerationCase) RETURN properties(n)")
    assert "secret" not in str(stored.rows)


async def test_reviewers_stay_anonymous(graph: Graph, ids: dict[str, str], curator: Client) -> None:
    """The queue shows no author of an anonymous review; the review stays in the list without texts."""
    author, reader, paper = client(graph, ids), client(graph, ids, "user1"), ids["Paper 2"]
    review = (await author.send(REVIEW, paper=paper))["review"]["id"]
    before = await reader.send(PAPER, id=paper)
    await reader.send(REPORT, id=review)
    [case] = await queue(curator)
    assert (case["kind"], case["content"]["author"], case["content"]["text"]) == ("REVIEW", None, "secret one")
    await curator.send(MODERATE, id=review, action="HIDE")
    seen = await reader.send(PAPER, id=paper)
    assert "secret" not in str(seen)
    assert (seen["reviewCount"], [node["id"] for node in seen["reviews"]["nodes"]]) == (0, [review])
    [own] = (await author.send(PAPER, id=paper))["reviews"]["nodes"]
    assert own["hiddenContent"]["text"] == "secret one"
    assert "user0" not in str(await curator.send(PAPER, id=paper))
    await curator.send(MODERATE, id=review, action="RESTORE")
    assert await reader.send(PAPER, id=paper) == before


async def test_dismissal_closes_reports(graph: Graph, ids: dict[str, str], curator: Client) -> None:
    """The content stays, and the same user cannot report it again; most reports are first."""
    author, paper = client(graph, ids), ids["Paper 3"]
    one = (await author.send(ADD, paper=paper))["comment"]["id"]
    two = (await author.send(ADD, paper=paper))["comment"]["id"]
    for name, content in (("user1", one), ("user1", two), ("user2", two)):
        await client(graph, ids, name).send(REPORT, id=content)
    assert [case["id"] for case in await queue(curator)] == [two, one]
    await curator.send(MODERATE, id=two, action="DISMISS")
    await client(graph, ids, "user1").send(REPORT, id=two)
    assert [case["id"] for case in await queue(curator)] == [one]
    assert (await curator.send(MODERATE, id=two, action="DISMISS"))["userErrors"][0]["field"] == ["input", "action"]
    assert (await author.send(PAPER, id=paper))["commentCount"] == 2


async def test_nobody_moderates_own_content(graph: Graph, ids: dict[str, str], curator: Client) -> None:
    """No curator hides own content, no user reports it, no member moderates; unknown IDs are user errors."""
    own = (await curator.send(ADD, paper=ids["Paper 4"]))["comment"]["id"]
    reader = client(graph, ids, "user1")
    for sender, query in ((curator, MODERATE), (curator, REPORT), (reader, MODERATE)):
        reply = await sender.reply(query, id=own, action="HIDE")
        assert reply.errors[0]["extensions"]["code"] == "FORBIDDEN"
    for text in HOSTILE_IDS:
        assert (await reader.send(REPORT, id=text))["userErrors"][0]["field"] == ["input", "id"]


async def test_hidden_content_moves_with_merges_and_back(graph: Graph, ids: dict[str, str], curator: Client) -> None:
    """After a merge, hidden content stays hidden; restored on the remaining paper, it returns with the revocation."""
    author, reader = client(graph, ids), client(graph, ids, "user1")
    left, right = sorted([ids["Paper 6"], ids["Paper 7"]])
    comment = (await author.send(ADD, paper=right))["comment"]["id"]
    review = (await author.send(REVIEW, paper=right))["review"]["id"]
    for id_ in (comment, review):
        await reader.send(REPORT, id=id_)
        assert (await curator.send(MODERATE, id=id_, action="HIDE"))["userErrors"] == []
    ann = Curator("Ann", "one work")
    decision = await merge(graph, left, right, ann)
    merged = await reader.send(PAPER, id=left)
    assert (merged["commentCount"], merged["reviewCount"], "secret" in str(merged)) == (0, 0, False)
    assert [node["id"] for node in merged["comments"]["nodes"] + merged["reviews"]["nodes"]] == [comment, review]
    for id_ in (comment, review):
        assert (await curator.send(MODERATE, id=id_, action="RESTORE"))["userErrors"] == []
    shown = await reader.send(PAPER, id=left)
    assert (shown["commentCount"], shown["reviewCount"]) == (1, 1)
    await revoke(graph, decision.key, ann)
    assert [(await reader.send(PAPER, id=id_))["commentCount"] for id_ in (left, right)] == [0, 1]
    assert [(await reader.send(PAPER, id=id_))["reviewCount"] for id_ in (left, right)] == [0, 1]
