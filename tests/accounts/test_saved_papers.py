"""Saved papers: saved once, listed for their user only, counted, and moved with merges of papers and back."""

import pytest

from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from tests.accounts.act_clients import HOSTILE_IDS, client

pytestmark = pytest.mark.graph

MUTATION = """mutation M($id: ID!) { %s(input: {id: $id}) {
  node { viewerState { saved } ... on Paper { saveCount } } userErrors { code field } } }"""
SAVE, UNSAVE = MUTATION % "savePaper", MUTATION % "unsavePaper"
LISTED = '{ viewer { savedPapers(where: {title: {startsWith: "P"}}) { totalCount edges { since node { id } } } } }'
ANN = Curator("Ann", "one work")


async def test_papers_are_saved_listed_and_moved(graph: Graph, ids: dict[str, str]) -> None:
    """A paper is saved once; other users do not see it; a merge of two saved papers and its revocation keep both."""
    user, other, papers = client(graph, ids), client(graph, ids, "user1"), [ids["Paper 6"], ids["Paper 7"]]
    for id_ in (papers[0], "doi:10.1000/7", "doi:10.1000/7"):
        saved = await user.send(SAVE, id=id_)
        assert saved == {"node": {"viewerState": {"saved": True}, "saveCount": 1}, "userErrors": []}
    assert sorted(edge["node"]["id"] for edge in (await user.send(LISTED))["savedPapers"]["edges"]) == sorted(papers)
    assert (await other.send(LISTED))["savedPapers"]["totalCount"] == 0
    decision = await merge(graph, papers[0], papers[1], ANN)
    assert (await user.send(LISTED))["savedPapers"]["totalCount"] == 1
    await revoke(graph, decision.key, ANN)
    assert (await user.send(LISTED))["savedPapers"]["totalCount"] == 2
    removed = await user.send(UNSAVE, id=papers[0])
    assert removed["node"] == {"viewerState": {"saved": False}, "saveCount": 0}
    for text in (*HOSTILE_IDS, "t_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"):
        for query in (SAVE, UNSAVE):
            refused = await user.send(query, id=text)
            assert [error["field"] for error in refused["userErrors"]] == [["input", "id"]]
