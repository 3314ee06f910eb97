"""A graph of researchers and their collaborations, for tests of paths."""

from cypher.driver.client import Graph
from tests.traversal.naive_paths import Network

FILL = """
UNWIND range(0, $people - 1) AS i
CREATE (:Researcher {id: 'r_' + right('0000000000000000000000000' + i, 26), ord: right('00' + i, 3), name: 'N' + i})
WITH count(*) AS _
UNWIND $pairs AS pair
MATCH (a:Researcher {name: 'N' + pair[0]}), (b:Researcher {name: 'N' + pair[1]})
CREATE (a)-[:COLLABORATED_WITH {papers: pair[2], firstYear: pair[3], lastYear: pair[4]}]->(b)
"""


async def fill(graph: Graph, network: Network) -> None:
    """Create the people and pairs of a network."""
    pairs = [[*key, pair.papers, pair.first, pair.last] for key, pair in network.pairs.items()]
    await graph.administer(FILL, {"people": network.people, "pairs": pairs})
