// Return papers that have references in common with a paper (bibliographic coupling), with their number and its share
// of the references of both (Jaccard index). References with over 2,000 citations are ignored.
// @param id: string  the paper's ID
// @returns node: node, shared: int, share: float, fromId: string, toId: string, kind: string
MATCH (paper:Paper {id: $id})-[:CITES]->(reference)<-[:CITES]-(other)
WHERE coalesce(reference.citationCount, 0) <= 2000 AND other <> paper
WITH paper, other, count(*) AS shared
ORDER BY shared DESC, other.ord
LIMIT 10000
WITH paper, other, shared, COUNT { (paper)-[:CITES]->() } + COUNT { (other)-[:CITES]->() } - shared AS all
RETURN other AS node, shared, toFloat(shared) / all AS share, paper.id AS fromId, other.id AS toId,
       'SHARED_REFERENCES' AS kind
