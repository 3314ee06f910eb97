"""The archive of an account: everything about the user, and nothing about others."""

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest

from accounts import tokens, users
from accounts.archive import PARTS, stream_archive
from accounts.roles import Scope
from cypher.driver.client import Graph
from tests.accounts.act_clients import client

pytestmark = pytest.mark.graph


async def archive(graph: Graph, user_id: str) -> dict[str, list[Any]]:
    """Return the objects of each file of an archive."""
    data = b"".join([chunk async for chunk in stream_archive(graph, user_id)])
    with ZipFile(io.BytesIO(data)) as files:
        assert files.testzip() is None
        assert set(files.namelist()) == {"README.txt", *(f"{name}.jsonl" for name in PARTS)}
        return {name: [json.loads(line) for line in files.read(f"{name}.jsonl").splitlines()] for name in PARTS}


async def test_archive_has_everything_of_a_user(graph: Graph, ids: dict[str, str]) -> None:
    """The archive has acts, private collections, versions, anonymous reviews and tokens without secrets."""
    user, other, paper = client(graph, ids), client(graph, ids, "user1"), ids["Paper 1"]
    for sender in (user, other):
        await sender.send("mutation M($id: ID!) { savePaper(input: {id: $id}) { userErrors { code } } }", id=paper)
        made = await sender.send('mutation { createCollection(input: {title: "Mine"}) { collection { id } } }')
        add = """mutation M($c: ID!, $p: ID!) {
          addToCollection(input: {collectionId: $c, paperId: $p, note: "private"}) { userErrors { code } } }"""
        await sender.send(add, c=made["collection"]["id"], p=paper)
    comment = """mutation M($p: ID!) { addComment(input: {paperId: $p, text: "first"}) { comment { id } } }"""
    comment_id = (await user.send(comment, p=paper))["comment"]["id"]
    update = """mutation M($id: ID!) {
      updateComment(input: {commentId: $id, version: 1, text: "second"}) { userErrors { code } } }"""
    await user.send(update, id=comment_id)
    review = """mutation M($p: ID!) { addReview(input: {paperId: $p, summary: "fine", rating: 5, confidence: 3,
      anonymous: true}) { review { id } } }"""
    review_id = (await user.send(review, p=paper))["review"]["id"]
    token = await tokens.create_token(graph, "user0", list(Scope), 1, "laptop")
    await users.set_orcid(graph, "user0", "0000-0002-1825-0097")
    pair = "MATCH (user:User {name: 'user0'}), (other:User {name: 'user2'}) "
    await graph.administer(pair + "CREATE (user)-[:BLOCKS {since: '2026-01-01T00:00:00Z'}]->(other)")
    found = await archive(graph, ids["user0"])
    await graph.administer(pair + "MATCH (user)-[block:BLOCKS]->(other) DELETE block")
    await users.set_orcid(graph, "user0", None)
    [account] = found["account"]
    assert (account["name"], account["orcid"]) == ("user0", "0000-0002-1825-0097")
    assert account["blockedUsers"] == [{"name": "user2", "since": "2026-01-01T00:00:00Z"}]
    assert [row["id"] for row in found["tokens"]] == [token.id]
    assert "hash" not in found["tokens"][0]
    assert [(row["act"], row["id"]) for row in found["acts"]] == [("SAVED", paper)]
    [collection] = found["collections"]
    assert [(item["id"], item["note"]) for item in collection["papers"]] == [(paper, "private")]
    [kept] = found["comments"]
    assert (kept["text"], [edit["text"] for edit in kept["edits"]]) == ("second", ["first"])
    assert [(row["id"], row["summary"]) for row in found["reviews"]] == [(review_id, "fine")]
    actions = {row["action"] for row in found["changes"]}
    assert {"savePaper", "createCollection", "addComment", "updateComment", "changeOrcid"} <= actions
    assert "user1" not in str(found)
    assert ids["user1"] not in str(found)
