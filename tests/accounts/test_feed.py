"""The feed of a user: items of every kind with their reasons, pages, and the Atom document."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from accounts.roles import Scope
from byline.server.feed import ATOM, QUERY, atom_document
from cypher.driver.client import Graph
from tests.accounts.act_clients import client

pytestmark = pytest.mark.graph

NEWS = """
MATCH (p1:Paper {title: 'Paper 1'}), (p2:Paper {title: 'Paper 2'}), (p3:Paper {title: 'Paper 3'}),
      (p4:Paper {title: 'Paper 4'}), (r:Researcher), (t:Topic), (i:Institution), (v:Venue)
SET p1.publishedOn = '2021-06', p2.publishedOn = '2022-01-28', p3.publishedOn = '2020'
CREATE (r)-[:AUTHORED {rid: r.id, ord: p1.ord}]->(p1), (r)-[:AUTHORED {rid: r.id, ord: p2.ord}]->(p2),
       (p2)-[:ABOUT {tid: t.id, ord: p2.ord}]->(t), (p3)-[:WRITTEN_AT {iid: i.id, ord: p3.ord}]->(i),
       (p4)-[:APPEARED_IN]->(:Volume {id: 'b_1'})-[:PART_OF]->(v),
       (p1)-[:CITES {pid: p3.id, ord: p1.ord}]->(p3)
"""
END_NEWS = """
MATCH (p:Paper) REMOVE p.publishedOn
WITH p MATCH (p)-[e:AUTHORED|ABOUT|WRITTEN_AT|CITES]-() DELETE e
WITH count(*) AS deleted MATCH (b:Volume {id: 'b_1'}) DETACH DELETE b
"""
FEED = """query F($first: Int = 20, $after: String, $kinds: [FeedItemKind!]) {
  viewer { feed(first: $first, after: $after, kinds: $kinds) {
    totalCount truncated pageInfo { endCursor hasNextPage }
    edges { kind date node { title } comment { text } review { rating author { name } } reasons { kind node { id } } }
  } }
}"""
COMMENT = 'mutation ($id: ID!) { addComment(input: {paperId: $id, text: "New <b>"}) { comment { id } } }'
REVIEW = """mutation ($id: ID!) {
  addReview(input: {paperId: $id, summary: "S", rating: 5, confidence: 3, anonymous: true}) { review { id } }
}"""
FOLLOW = "mutation ($id: ID!) { followEntity(input: {id: $id}) { userErrors { message } } }"


async def test_feed_has_items_of_all_follows(graph: Graph, ids: dict[str, str]) -> None:
    """Each item appears once with all its reasons, newest first; pages add up; own and private items are absent."""
    user, other = client(graph, ids), client(graph, ids, "user1")
    followed = {label: f"{label}_01J9ZX5T3NQ4W8E6R7Y2K0M1AB" for label in "rtiv"}
    assert (await user.send(FEED))["feed"]["edges"] == []
    await graph.administer(NEWS)
    try:
        for id_ in [*followed.values(), ids["Paper 3"]]:
            assert (await user.send(FOLLOW, id=id_))["userErrors"] == []
        await other.send(COMMENT, id=ids["Paper 3"])
        await other.send(REVIEW, id=ids["Paper 3"])
        await user.send(COMMENT, id=ids["Paper 3"])
        feed = (await user.send(FEED))["feed"]
        assert (feed["totalCount"], feed["truncated"], feed["pageInfo"]["hasNextPage"]) == (6, False, False)
        items = feed["edges"]
        contributions = {item["kind"]: item for item in items[:2]}
        assert contributions["COMMENT"]["comment"] == {"text": "New <b>"}
        assert contributions["REVIEW"]["review"] == {"rating": 5, "author": None}
        assert contributions["REVIEW"]["reasons"] == [{"kind": "REVIEWS", "node": {"id": ids["Paper 3"]}}]
        papers = [
            (item["node"]["title"], item["date"], sorted(reason["kind"] for reason in item["reasons"]))
            for item in items[2:]
        ]
        assert papers == [
            ("Paper 2", "2022-01-28", ["ABOUT", "WRITTEN_BY"]),
            ("Paper 1", "2021-06", ["CITES", "WRITTEN_BY"]),
            ("Paper 3", "2020", ["WRITTEN_AT"]),
            ("Paper 4", None, ["APPEARED_AT"]),
        ]
        page, pages = (await user.send(FEED, first=2))["feed"], []
        while True:
            pages += page["edges"]
            if not page["pageInfo"]["hasNextPage"]:
                break
            page = (await user.send(FEED, first=2, after=page["pageInfo"]["endCursor"]))["feed"]
        assert pages == items
        only = (await user.send(FEED, kinds=["COMMENT"]))["feed"]["edges"]
        assert [item["kind"] for item in only] == ["COMMENT"]
        assert (await other.send(FEED))["feed"]["edges"] == []
        assert await client(graph, ids, "user0", Scope.ACT).send(FEED) is None
        _check_atom(atom_document(await user.send(QUERY, first=100), "http://127.0.0.1/feed.atom"))
    finally:
        await graph.administer(END_NEWS)


def _check_atom(text: bytes) -> None:
    feed = ET.fromstring(text)  # noqa: S314 the text is our own
    entries = feed.findall(f"{{{ATOM}}}entry")
    titles = [entry.findtext(f"{{{ATOM}}}title") for entry in entries]
    assert set(titles[:2]) == {"Comment by user1: Paper 3", "Review by Anonymous: Paper 3"}
    assert titles[2:] == ["Paper 2", "Paper 1", "Paper 3", "Paper 4"]
    assert [entry.findtext(f"{{{ATOM}}}updated") for entry in entries[2:]] == [
        "2022-01-28T00:00:00Z",
        "2021-06-01T00:00:00Z",
        "2020-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",
    ]
    assert (entries[2].findtext(f"{{{ATOM}}}summary") or "").startswith("Written by N")
    summaries = {str(entry.findtext(f"{{{ATOM}}}summary")) for entry in entries[:2]}
    assert "Of Paper 3\n\nRating: 5 of 10\n\nS" in summaries
    for entry in entries:
        assert entry.find(f"{{{ATOM}}}id") is not None


def test_review_entries_are_short() -> None:
    """A review has its rating and the first 300 characters of its summary; a hidden one has no summary."""
    paper = {"id": "p_1", "title": "Title", "url": None}
    edge: dict[str, Any] = {"kind": "REVIEW", "date": "2026", "node": paper, "comment": None, "reasons": []}
    for summary, shown in (({"text": "x" * 400}, "\n\n" + "x" * 300 + "..."), (None, "")):
        review = {"id": "w_1", "rating": 7, "summary": summary, "author": None}
        viewer = {"id": "u_1", "name": "ada", "feed": {"edges": [{**edge, "review": review}]}}
        feed = ET.fromstring(atom_document(viewer, "http://127.0.0.1/feed.atom"))  # noqa: S314 the text is our own
        assert feed.findtext(f"{{{ATOM}}}entry/{{{ATOM}}}summary") == f"\n\nRating: 7 of 10{shown}"
