// Return co-authors of a researcher's co-authors who have not written with the researcher, with the number of shared
// co-authors: the 10,000 with most. The 1,000 co-authors with most joint papers are followed.
// @param id: string  the researcher's ID
// @returns node: node, shared: int, fromId: string, toId: string
MATCH (start:Researcher {id: $id})-[near:COLLABORATED_WITH]-(between)
WITH start, between, near
ORDER BY near.papers DESC, between.ord
LIMIT 1000
MATCH (between)-[:COLLABORATED_WITH]-(other:Researcher)
WHERE other <> start
WITH start, other, count(*) AS shared
WHERE NOT EXISTS { (other)-[:COLLABORATED_WITH]-(start) }
RETURN other AS node, shared, start.id AS fromId, other.id AS toId
ORDER BY shared DESC, node.ord
LIMIT 10000
