"""Ego networks of researchers of the sample, compared with networkx."""

from typing import Any

import networkx as nx
import pytest

from cypher.driver.client import Graph
from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases

# networkx has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
pytestmark = pytest.mark.graph

EGO = """
query Ego($acl: String, $id: ID, $first: Int, $least: Int) {
  researcher(by: {acl: $acl, id: $id}) {
    id
    egoNetwork(first: $first, minPaperCount: $least) {
      coauthors { researcher { id } paperCount tieCount }
      ties { from { id } to { id } paperCount }
      coauthorCount tieCount clusteringCoefficient effectiveSize truncated
    }
  }
}
"""


@pytest.mark.parametrize(("first", "least"), sampled_cases([(200, 1), (200, 3), (12, 1)], 1, 2))
async def test_ego_network_matches_networkx(ask_sample: Asker, graph: Graph, first: int, least: int) -> None:
    """Co-authors, ties, clustering and effective size equal those of networkx."""
    answer: Any = await ask_sample(EGO, acl="mohammad-shoeybi", first=first, least=least)
    ego, found = answer["researcher"]["id"], answer["researcher"]["egoNetwork"]
    pairs = "MATCH (a)-[c:COLLABORATED_WITH]->(b) WHERE c.papers >= $least RETURN a.id, b.id, c.papers"
    network: Any = nx.Graph()
    network.add_weighted_edges_from((await graph.read(pairs, {"least": least})).rows)
    assert found["coauthorCount"] == network.degree(ego)
    assert found["truncated"] is (network.degree(ego) > first)
    shown = {row["researcher"]["id"]: row for row in found["coauthors"]}
    assert len(shown) == min(first, network.degree(ego))
    network = network.subgraph([ego, *shown])
    assert {key: row["paperCount"] for key, row in shown.items()} == {
        key: values["weight"] for key, values in network[ego].items()
    }
    assert {key: row["tieCount"] for key, row in shown.items()} == {key: network.degree(key) - 1 for key in shown}
    alters = network.subgraph(list(shown))
    assert {frozenset((tie["from"]["id"], tie["to"]["id"])): tie["paperCount"] for tie in found["ties"]} == {
        frozenset((a, b)): papers for a, b, papers in alters.edges(data="weight")
    }
    assert found["tieCount"] == len(found["ties"]) == alters.size()
    assert found["clusteringCoefficient"] == pytest.approx(nx.clustering(network, ego), abs=1e-4)
    assert found["effectiveSize"] == pytest.approx(nx.effective_size(network, [ego])[ego], abs=1e-4)


async def test_no_coauthors_and_bad_numbers(ask_sample: Asker) -> None:
    """Without co-authors, all lists are empty and the measures null; numbers out of range are errors with a code."""
    answer: Any = await ask_sample(EGO, acl="mohammad-shoeybi", least=10_000)
    assert answer["researcher"]["egoNetwork"] == {
        "coauthors": [], "ties": [], "coauthorCount": 0, "tieCount": 0, "clusteringCoefficient": None,
        "effectiveSize": None, "truncated": False,
    }  # fmt: skip
    for name, value, code in (
        ("first", 0, "BAD_USER_INPUT"),
        ("first", 201, "PAGE_TOO_LARGE"),
        ("least", 0, "BAD_USER_INPUT"),
    ):
        reply = await ask_sample.reply(EGO, acl="mohammad-shoeybi", **{name: value})
        assert [error["extensions"]["code"] for error in reply.errors] == [code]
