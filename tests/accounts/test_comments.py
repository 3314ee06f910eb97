"""Comments: threads, versions, deletion, exact counts, idempotency, rendering, merges of papers and back."""

import asyncio
import random
from typing import Any

import pytest

from accounts import comments
from accounts.markdown import render_blocking
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client, client

SHOWN = """comment { id kind text html anchor version isReply createdAt editedAt deletedAt viewerDidAuthor
  author { name } paper { id commentCount } replyTo { id } edits { version kind text html anchor } }
  userErrors { code field message }"""
ADD = f"""mutation M($paper: ID!, $text: String!, $kind: CommentKind! = NOTE, $anchor: String, $to: ID, $key: String) {{
  addComment(input: {{paperId: $paper, text: $text, kind: $kind, anchor: $anchor, replyToId: $to,
  clientMutationId: $key}}) {{ {SHOWN} }} }}"""
UPDATE = f"""mutation M($id: ID!, $version: Int!, $text: String, $kind: CommentKind, $anchor: String) {{
  updateComment(input: {{commentId: $id, version: $version, text: $text, kind: $kind, anchor: $anchor}}) {{ {SHOWN} }}
}}"""
DELETE = f"""mutation M($id: ID!, $key: String) {{ deleteComment(input: {{commentId: $id, clientMutationId: $key}}) {{
  {SHOWN} }} }}"""
LISTED = """query Q($id: ID!, $where: CommentFilter, $order: [CommentOrder!]) {
  node(id: $id) { ... on Paper { commentCount comments(where: $where, orderBy: $order) {
    totalCount nodes { text replyTo { text } replies { nodes { text } } } } } } }"""
READ = "query Q($id: ID!) { comment(id: $id) { id text deletedAt viewerDidAuthor author { name } } }"
ANN = Curator("Ann", "one work")


async def added(user: Client, paper: str, text: str, **values: object) -> str:
    """Add a comment and return its ID."""
    payload = await user.send(ADD, paper=paper, text=text, **values)
    assert payload["userErrors"] == []
    return str(payload["comment"]["id"])


async def texts(user: Client, paper: str, **arguments: object) -> list[str]:
    """Return the texts of the comments on a paper, in order."""
    listed = await user.send(LISTED, id=paper, **arguments)
    return [node["text"] for node in listed["comments"]["nodes"]]


def fields(payload: Any) -> list[str]:  # noqa: ANN401 JSON
    """Return the input fields at fault."""
    assert payload["comment"] is None
    return [error["field"][-1] for error in payload["userErrors"]]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a *b* **c** `d` ~~e~~", "<p>a <em>b</em> <strong>c</strong> <code>d</code> <s>e</s></p>\n"),
        ("[a](https://b.org/c)", '<p><a href="https://b.org/c" rel="nofollow ugc noopener noreferrer">a</a></p>\n'),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>\n"),
        ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>\n"),
        ("[a](JaVaScRiPt&#58;alert(1))", "<p>[a](JaVaScRiPt:alert(1))</p>\n"),
        ("[a](data:text/html;base64,x)", "<p>[a](data:text/html;base64,x)</p>\n"),
        ("[a](//b.org) [c](/d)", "<p>[a](//b.org) [c](/d)</p>\n"),
        ("$x^2$ & <", "<p>$x^2$ &amp; &lt;</p>\n"),
    ],
)
def test_markdown_renders_to_safe_html(text: str, html: str) -> None:
    """Marks and absolute links become HTML; HTML, scripts and other links stay text."""
    assert render_blocking(text) == html


def test_images_become_links() -> None:
    """A page that includes a comment loads no image from another host."""
    assert "<img" not in render_blocking("![alt](https://tracker.example/x.png) <img src='https://tracker.example/y'>")


@pytest.mark.graph
async def test_comments_form_threads(graph: Graph, ids: dict[str, str]) -> None:
    """A paper lists its comments and replies in order, with filters; the count is that of all of them."""
    user, other, paper = client(graph, ids), client(graph, ids, "user1"), ids["Paper 1"]
    first = await user.send(ADD, paper="doi:10.1000/1", text="One *fine* paper", kind="CAVEAT", anchor=" Section 3 ")
    assert first["userErrors"] == []
    comment = first["comment"]
    assert (comment["kind"], comment["text"], comment["anchor"]) == ("CAVEAT", "One *fine* paper", "Section 3")
    assert (comment["html"], comment["version"]) == ("<p>One <em>fine</em> paper</p>\n", 1)
    assert (comment["author"], comment["viewerDidAuthor"]) == ({"name": "user0"}, True)
    assert (comment["paper"], comment["isReply"], comment["edits"]) == ({"id": paper, "commentCount": 1}, False, [])
    reply = await added(other, paper, "Why?", to=comment["id"], kind="QUESTION")
    await added(user, paper, "Because.", to=reply)
    await added(other, ids["Paper 2"], "Elsewhere")
    listed = await other.send(LISTED, id=paper)
    assert (listed["commentCount"], listed["comments"]["totalCount"]) == (3, 3)
    assert listed["comments"]["nodes"] == [
        {"text": "One *fine* paper", "replyTo": None, "replies": {"nodes": [{"text": "Why?"}]}},
        {"text": "Why?", "replyTo": {"text": "One *fine* paper"}, "replies": {"nodes": [{"text": "Because."}]}},
        {"text": "Because.", "replyTo": {"text": "Why?"}, "replies": {"nodes": []}},
    ]
    assert await texts(user, paper, where={"isReply": {"eq": False}}) == ["One *fine* paper"]
    assert await texts(user, paper, where={"kind": {"in": ["QUESTION"]}}) == ["Why?"]
    assert await texts(user, paper, where={"createdAt": {"lt": "2020"}}) == []
    descending = await texts(user, paper, order=[{"field": "ID", "direction": "DESC"}])
    assert descending == ["Because.", "Why?", "One *fine* paper"]
    own = await user.send("{ viewer { comments(first: 1) { totalCount nodes { text } } } }")
    assert own["comments"]["totalCount"] == 2
    anonymous = Client(user.service, None)
    assert (await anonymous.send(READ, id=reply))["viewerDidAuthor"] is False


@pytest.mark.graph
async def test_update_keeps_earlier_versions(graph: Graph, ids: dict[str, str]) -> None:
    """Of two updates of one version, the second is a user error; earlier versions stay readable."""
    user = client(graph, ids)
    id_ = await added(user, ids["Paper 1"], "first", anchor="here")
    updated = await user.send(UPDATE, id=id_, version=1, text="*second*", anchor="")
    assert (updated["comment"]["html"], updated["comment"]["anchor"]) == ("<p><em>second</em></p>\n", None)
    assert fields(await user.send(UPDATE, id=id_, version=1, text="other")) == ["version"]
    again = (await user.send(UPDATE, id=id_, version=2, kind="REPLICATION"))["comment"]
    assert (again["text"], again["kind"], again["version"]) == ("*second*", "REPLICATION", 3)
    assert again["editedAt"] >= again["createdAt"]
    assert again["edits"] == [
        {"version": 2, "kind": "NOTE", "text": "*second*", "html": "<p><em>second</em></p>\n", "anchor": None},
        {"version": 1, "kind": "NOTE", "text": "first", "html": "<p>first</p>\n", "anchor": "here"},
    ]


@pytest.mark.graph
async def test_deletion_keeps_thread_without_text(graph: Graph, ids: dict[str, str]) -> None:
    """A deleted comment has no text and no versions, does not count, and stays in the list only if it has replies."""
    user, paper = client(graph, ids), ids["Paper 1"]
    first = await added(user, paper, "secret one")
    await user.send(UPDATE, id=first, version=1, text="secret two")
    reply = await added(user, paper, "reply", to=first)
    deleted = await user.send(DELETE, id=first, key="d")
    assert deleted["userErrors"] == []
    assert (deleted["comment"]["text"], deleted["comment"]["html"], deleted["comment"]["edits"]) == (None, None, [])
    assert deleted["comment"]["deletedAt"]
    assert deleted["comment"]["paper"]["commentCount"] == 1
    assert await texts(user, paper) == [None, "reply"]
    stored = await graph.read("MATCH (n:Comment|CommentEdit) RETURN properties(n)")
    assert "secret" not in str(stored.rows)
    assert (await user.send(DELETE, id=first, key="d"))["userErrors"] == []
    assert fields(await user.send(DELETE, id=first)) == ["commentId"]
    assert fields(await user.send(UPDATE, id=first, version=2, text="x")) == ["commentId"]
    assert fields(await user.send(ADD, paper=paper, text="x", to=first)) == ["replyToId"]
    await user.send(DELETE, id=reply)
    listed = await user.send(LISTED, id=paper)
    assert (listed["commentCount"], listed["comments"]["totalCount"]) == (0, 1)
    assert (await user.send("{ viewer { comments { totalCount } } }"))["comments"]["totalCount"] == 0


@pytest.mark.graph
async def test_repeated_comment_has_no_further_effect(graph: Graph, ids: dict[str, str]) -> None:
    """A repetition returns the first comment; the same key with another text is an error."""
    user, paper = client(graph, ids), ids["Paper 1"]
    id_ = await added(user, paper, "once", key="k")
    assert await added(user, paper, "once", key="k") == id_
    assert fields(await user.send(ADD, paper=paper, text="twice", key="k")) == ["clientMutationId"]
    assert await texts(user, paper) == ["once"]


@pytest.mark.graph
async def test_limits_are_user_errors(graph: Graph, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A user has a limited number of comments, and a comment of versions."""
    monkeypatch.setattr(comments, "MAX_COMMENTS", 1)
    monkeypatch.setattr(comments, "MAX_VERSIONS", 2)
    user, paper = client(graph, ids), ids["Paper 1"]
    id_ = await added(user, paper, "first")
    assert fields(await user.send(ADD, paper=paper, text="second")) == ["paperId"]
    await user.send(UPDATE, id=id_, version=1, text="b")
    assert fields(await user.send(UPDATE, id=id_, version=2, text="c")) == ["commentId"]


@pytest.mark.graph
async def test_merge_moves_threads_and_revocation_moves_them_back(graph: Graph, ids: dict[str, str]) -> None:
    """Comments of merged papers are in one list; the revocation moves each back, with replies written meanwhile."""
    user, (left, right) = client(graph, ids), sorted([ids["Paper 6"], ids["Paper 7"]])
    await added(user, left, "left")
    parent = await added(user, right, "right")
    gone = await added(user, right, "gone")
    await added(user, right, "reply to gone", to=gone)
    await user.send(DELETE, id=gone)
    decision = await merge(graph, left, right, ANN)
    assert await texts(user, left) == ["left", "right", None, "reply to gone"]
    await added(user, right, "later", to=parent)
    await added(user, right, "new")
    assert (await user.send(LISTED, id=left))["commentCount"] == 5
    await revoke(graph, decision.key, ANN)
    assert await texts(user, left) == ["left", "new"]
    assert await texts(user, right) == ["right", None, "reply to gone", "later"]


@pytest.mark.graph
async def test_hostile_input_is_a_user_error(graph: Graph, ids: dict[str, str]) -> None:
    """Forbidden characters, huge texts, wrong IDs and IDs of others name the field at fault and change nothing."""
    user, other, paper = client(graph, ids), client(graph, ids, "user1"), ids["Paper 1"]
    id_ = await added(user, paper, "mine")
    foreign = await added(other, ids["Paper 2"], "theirs")
    for text in (*HOSTILE_TEXTS[1:], "x" * 10_001, " \u3000 "):
        assert fields(await user.send(ADD, paper=paper, text=text)) == ["text"], text[:20]
        assert fields(await user.send(UPDATE, id=id_, version=1, text=text)) == ["text"], text[:20]
    for text in HOSTILE_TEXTS:
        assert fields(await user.send(ADD, paper=paper, text="x", anchor=text)) == ["anchor"], text[:20]
    for text in HOSTILE_IDS:
        assert fields(await user.send(ADD, paper=text, text="x")) == ["paperId"]
        assert fields(await user.send(ADD, paper=paper, text="x", to=text)) == ["replyToId"]
        assert fields(await user.send(UPDATE, id=text, version=1, text="x")) == ["commentId"]
        assert fields(await user.send(DELETE, id=text)) == ["commentId"]
        assert await user.finds_nothing(READ, id=text)
    assert fields(await user.send(ADD, paper="t_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", text="x")) == ["paperId"]
    assert fields(await user.send(ADD, paper=paper, text="x", to=foreign)) == ["replyToId"]
    for query, values in ((UPDATE, {"version": 1, "text": "x"}), (DELETE, {})):
        assert fields(await user.send(query, id=foreign, **values)) == ["commentId"]
    assert await texts(user, paper) == ["mine"]
    assert await texts(user, ids["Paper 2"]) == ["theirs"]


BLANK = [
    "> > >",
    "```",
    "```\n\n```",
    "`` ``",
    "&nbsp;",
    "&#8203;",
    "---",
    "#",
    "- \n- ",
    "\u3164",
    "[](https://b.org)",
]


@pytest.mark.graph
@pytest.mark.parametrize("text", BLANK)
async def test_text_must_be_visible(graph: Graph, ids: dict[str, str], text: str) -> None:
    """A text whose Markdown shows no character is refused, also as a new text, like an empty one."""
    user = client(graph, ids)
    id_ = await added(user, ids["Paper 1"], "`x`")
    assert fields(await user.send(ADD, paper=ids["Paper 1"], text=text)) == ["text"]
    assert fields(await user.send(UPDATE, id=id_, version=1, text=text)) == ["text"]
    assert await texts(user, ids["Paper 1"]) == ["`x`"]


@pytest.mark.graph
async def test_errors_name_the_next_step(graph: Graph, ids: dict[str, str]) -> None:
    """An outdated version is answered with the current one; an unknown comment with the list of the paper."""
    user, paper = client(graph, ids), ids["Paper 1"]
    id_ = await added(user, paper, "one")
    await user.send(UPDATE, id=id_, version=1, text="two")
    (error,) = (await user.send(UPDATE, id=id_, version=1, text="three"))["userErrors"]
    assert error["message"] == (
        "The comment has changed: you sent version 1, the current version is 2. Read it again, then repeat your change."
    )
    for to in ("m_1", "m_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"):
        (error,) = (await user.send(ADD, paper="doi:10.1000/1", text="x", to=to))["userErrors"]
        query = error["message"].partition("as in ")[2].rstrip(".")
        assert query == 'node(id: "doi:10.1000/1") { ... on Paper { comments { nodes { id } } } }'
        assert (await user.send(f"{{ {query} }}"))["comments"]["nodes"] == [{"id": id_}]


@pytest.mark.full
@pytest.mark.graph
async def test_concurrent_comments_are_counted_exactly(graph: Graph, ids: dict[str, str]) -> None:
    """20 people write, reply to and delete comments at once: each paper counts those that remain."""
    papers = [ids[f"Paper {number}"] for number in range(3)]
    remaining: dict[str, str] = {}
    seeded = random.Random(1)  # noqa: S311 the same choices in each run

    async def write(user: Client, choices: list[tuple[float, str]]) -> None:
        own: list[str] = []
        for chance, paper in choices:
            if chance < 0.3 and own:
                gone = own.pop()
                assert (await user.send(DELETE, id=gone))["userErrors"] == []
                del remaining[gone]
                continue
            others = [id_ for id_, place in list(remaining.items()) if place == paper]
            payload = await user.send(ADD, paper=paper, text="x", to=others[0] if others and chance > 0.6 else None)
            if not payload["userErrors"]:  # the other comment may be deleted meanwhile
                own.append(payload["comment"]["id"])
                remaining[own[-1]] = paper

    users = [client(graph, ids, f"user{number}") for number in range(20)]
    await asyncio.gather(
        *(write(user, [(seeded.random(), seeded.choice(papers)) for _ in range(20)]) for user in users)
    )
    query = "query Q($ids: [ID!]!) { nodes(ids: $ids) { ... on Paper { id commentCount } } }"
    counts = {node["id"]: node["commentCount"] for node in await users[0].send(query, ids=papers)}
    assert counts == {paper: list(remaining.values()).count(paper) for paper in papers}
