"""Erasure: no trace of erased accounts in the graph, in exports and in answers, also after the restore of a dump."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.audit import AuditFilter, read_log
from accounts.erasure import ErasureList, account_hash, erase_account, replay_erasures
from accounts.errors import AccountError
from byline.server.service import GraphCurationService
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, keep_apart, revoke
from resolvers.execute import Service
from tests.accounts.act_clients import Client, client

pytestmark = pytest.mark.graph

USERS, ERASED = 1_000, 40
MARK = "Xyzzy"
FILL = """UNWIND range(1, $users) AS n
MATCH (paper:Paper {title: 'Paper ' + (n % 10)})
MATCH (person:Researcher {id: 'r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB'})
CREATE (user:User {id: 'u_Xyzzy' + n, name: 'xyzzy' + n, role: 'member', createdAt: '2026-01-01T00:00:00Z'})
CREATE (user)-[:HAS_TOKEN]->(:AccessToken {id: 'k_Xyzzy' + n, hash: 'Xyzzy' + n})
CREATE (user)-[:SIGNS_IN_WITH]->(:ExternalAccount {key: 'Xyzzy' + n})
CREATE (:SentMutation {userId: user.id, key: 'k', request: 'Xyzzy', sentAt: '2026-01-01T00:00:00Z'})
CREATE (user)-[:FOLLOWS {ids: [paper.id]}]->(paper), (user)-[:LIKES]->(paper), (user)-[:SAVED]->(paper)
CREATE (user)-[:OWNS]->(:Collection {id: 'c_Xyzzy' + n, title: 'Xyzzy'})-[:CONTAINS {note: 'Xyzzy'}]->(paper)
CREATE (user)-[:WROTE]->(parent:Comment {id: 'm_Xyzzy' + n, text: 'Xyzzy', html: 'Xyzzy', anchor: 'Xyzzy', kind: 'note',
  createdAt: '2026-01-01T00:00:00Z', version: 2, isReply: false})-[:COMMENTS_ON {ids: [paper.id]}]->(paper)
CREATE (parent)-[:HAS_EDIT]->(:CommentEdit {text: 'Xyzzy'})
CREATE (user)-[:WROTE]->(reply:Comment {id: 'm_reply' + n, text: 'Xyzzy', html: 'Xyzzy', kind: 'note',
  createdAt: '2026-01-01T00:00:00Z', version: 1, isReply: true})-[:COMMENTS_ON {ids: [paper.id]}]->(paper)
CREATE (reply)-[:REPLIES_TO]->(parent)
CREATE (user)-[:WROTE_ANONYMOUSLY]->(review:Review {id: 'w_Xyzzy' + n, summary: 'Xyzzy', anonymous: true,
  visibility: 'public'})-[:REVIEWS]->(paper)
CREATE (review)-[:HAS_EDIT]->(:ReviewEdit {summary: 'Xyzzy'})
CREATE (user)-[:WROTE]->(:ReviewReply {id: 'y_Xyzzy' + n, text: 'Xyzzy'})-[:REPLIES_TO]->(review)
CREATE (user)-[:MADE]->(claim:Claim {id: 'q_Xyzzy' + n, status: 'accepted', domain: 'xyzzy.example'})
CREATE (claim)-[:CONCERNS]->(person)
CREATE (user)-[:CLAIMED {claimId: claim.id, level: 'L2'}]->(person)
CREATE (user)-[:CHANGED]->(:AuditEntry {id: 'a_' + n, action: 'addComment', object: 'm_reply' + n, actorKind: 'user',
  createdAt: '2026-01-01T00:00:00Z'})
CREATE (:AuditEntry {id: 'a_o' + n, action: 'changeRole', object: user.id, actorKind: 'operator',
  createdAt: '2026-01-01T00:00:00Z'})
CREATE (user)-[:SENT]->(invitation:Invitation {id: 'n_Xyzzy' + n, text: 'Xyzzy', status: 'accepted'})
CREATE (user)-[:WROTE]->(:InvitationMessage {id: 'g_Xyzzy' + n, text: 'Xyzzy'})-[:IN_THREAD_OF]->(invitation)
CREATE (user)-[:REPORTED {note: 'Xyzzy'}]->(:ModerationCase {id: 'm_case' + n, openReports: 2})
"""
PROPERTIES = """MATCH (node)
WITH [key IN keys(node) | key + '=' + toStringOrNull(node[key])] AS own, node
RETURN own, COLLECT { MATCH (node)-[link]->() UNWIND keys(link) AS key RETURN toStringOrNull(link[key]) } AS links"""
ERASE = """mutation M($name: String!) { eraseAccount(input: {confirmation: $name}) {
  erasedId userErrors { message field } } }"""
COUNTS = """query Q($id: ID!) { node(id: $id) { ... on Paper { followerCount likeCount saveCount commentCount
  reviewCount comments { totalCount nodes { id text deletedAt author { name } } } } } }"""


@pytest.fixture
def erasures(tmp_path: Path) -> ErasureList:
    return ErasureList(tmp_path / "new" / "erased.txt")


async def traces(graph: Graph, secret: str) -> list[str]:
    """Return the properties of nodes and relationships that contain a text, without regard to case."""
    rows = (await graph.read(PROPERTIES, timeout_s=60)).rows
    values = [str(value) for row in rows for values in row for value in values]  # type: ignore[union-attr]
    return [value for value in values if secret.lower() in value.lower()]


async def test_erased_accounts_leave_no_trace(graph: Graph, ids: dict[str, str], erasures: ErasureList) -> None:
    """After a replay, no property has a trace of 40 of 1,000 accounts; counts exclude them, and the others remain."""
    await graph.administer(FILL, {"users": USERS})
    before = len(await traces(graph, MARK))
    erasures.path.parent.mkdir()
    listed = [account_hash(f"u_{MARK}{number}") for number in range(1, ERASED + 1)]
    erasures.path.write_text("\n".join(listed), "utf-8")
    assert await replay_erasures(graph, erasures.read_hashes()) == ERASED
    left = await traces(graph, MARK)
    assert len(left) == before // USERS * (USERS - ERASED)
    numbers = {int(number) for value in left for number in re.findall(r"(?i)xyzzy(\d+)", value)}
    assert numbers == set(range(ERASED + 1, USERS + 1))
    rest = (USERS - ERASED) // 10
    counts = await client(graph, ids).send(COUNTS, id=ids["Paper 1"])
    assert {counts["followerCount"], counts["likeCount"], counts["saveCount"], counts["reviewCount"]} == {rest}
    assert (counts["commentCount"], counts["comments"]["totalCount"]) == (2 * rest, 2 * rest)
    cases = (await graph.read("MATCH (n:ModerationCase) RETURN n.openReports AS open, count(*) ORDER BY open")).rows
    assert cases == [[1, ERASED], [2, USERS - ERASED]]
    log = await read_log(graph, AuditFilter(), None, 10_000)
    assert len([row for row in log if row.user_id]) == USERS - ERASED
    assert await replay_erasures(graph, erasures.read_hashes()) == 0
    await graph.administer("MATCH (n:User) WHERE n.id CONTAINS $mark DETACH DELETE n", {"mark": MARK})
    await graph.administer("MATCH (n:AccessToken|ExternalAccount) DETACH DELETE n")


async def test_user_erases_own_account(graph: Graph, ids: dict[str, str], erasures: ErasureList) -> None:
    """The confirmation is the name; threads keep a placeholder; the account on the list is erased again."""
    user, other, paper = client(graph, ids, "user19"), client(graph, ids), ids["Paper 2"]
    user = Client(Service(graph, identity=GraphCurationService(graph), erasures=erasures), user.viewer)
    add = """mutation M($paper: ID!, $to: ID) { addComment(input: {paperId: $paper, text: "Xyzzy", replyToId: $to}) {
      comment { id } } }"""
    parent = (await user.send(add, paper=paper))["comment"]["id"]
    await user.send(add, paper=paper)
    await other.send(add, paper=paper, to=parent)
    refused = await user.send(ERASE, name="user18")
    assert (refused["erasedId"], refused["userErrors"][0]["field"]) == (None, ["input", "confirmation"])
    assert "erases no accounts" in str(await client(graph, ids, "user19").send(ERASE, name="user19"))
    assert (await user.send(ERASE, name="user19"))["erasedId"] == ids["user19"]
    shown = (await other.send(COUNTS, id=paper))["comments"]["nodes"]
    assert [(node["text"], node["author"]) for node in shown] == [(None, None), ("Xyzzy", {"name": "user0"})]
    assert await traces(graph, "user19") == []
    reply = await user.reply(ERASE, name="user19")
    assert erasures.path.read_text("utf-8").split() == [account_hash(ids["user19"])]  # once, after two erasures
    assert reply.errors == []
    await graph.administer(
        "CREATE (:User {id: $id, name: 'user19', role: 'member', createdAt: '2026-01-01T00:00:00Z'})",
        {"id": ids["user19"]},
    )
    assert await replay_erasures(graph, erasures.read_hashes()) == 1


async def test_decisions_of_curators_lose_the_name(graph: Graph, ids: dict[str, str], erasures: ErasureList) -> None:
    """Decisions of an erased curator stay in effect, also their earlier versions, without the name."""
    left, right = ids["Paper 8"], ids["Paper 9"]
    ann = Curator("user18", "two works")
    decision = await keep_apart(graph, left, right, ann)
    await revoke(graph, decision.key, ann)
    await keep_apart(graph, left, right, ann)
    assert await erase_account(graph, ids["user18"], erasures)
    assert await traces(graph, "user18") == []
    log = await client(graph, ids).send("{ decisionLog { nodes { decidedBy revokedBy } } }")
    assert log["nodes"] == [
        {"decidedBy": "erased", "revokedBy": None},
        {"decidedBy": "erased", "revokedBy": "erased"},
    ]


def test_invalid_lists_are_errors(tmp_path: Path) -> None:
    """A file that is no list, and a list that cannot be written, are errors; a missing list is empty."""
    file = tmp_path / "list.txt"
    assert ErasureList(file).read_hashes() == frozenset()
    file.write_text("ada\n")
    with pytest.raises(AccountError, match=r"'ada' is not a SHA-256.*Restore the file from a backup"):
        ErasureList(file).read_hashes()
    with pytest.raises(AccountError, match="Nothing was erased"):
        ErasureList(file / "inside").add("u_1")


def test_account_is_added_on_a_line_of_its_own(tmp_path: Path) -> None:
    """A list without a line end at its end gets it, and an account is added once."""
    erasures = ErasureList(tmp_path / "list.txt")
    erasures.path.write_text(account_hash("u_1"))
    for _ in range(2):
        erasures.add("u_2")
    assert erasures.path.read_text().splitlines() == [account_hash("u_1"), account_hash("u_2")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits the file size of a child process")
def test_full_disk_leaves_no_half_line(tmp_path: Path) -> None:
    """If there is no space for a whole line, the list is unchanged, and the account is not erased."""
    file = tmp_path / "list.txt"
    file.write_text(f"{account_hash('u_1')}\n")
    script = """
import resource, signal, sys
from pathlib import Path
from accounts.erasure import ErasureList
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
ErasureList(Path(sys.argv[1])).add("u_2")
"""
    done = subprocess.run([sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=False)
    assert "Nothing was erased" in done.stderr
    assert file.read_text() == f"{account_hash('u_1')}\n"
