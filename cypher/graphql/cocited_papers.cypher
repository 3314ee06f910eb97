// Return papers that are cited together with a paper (co-citation), with the number of papers that cite both. The 1,000
// newest papers that cite the paper are read.
// @param id: string  the paper's ID
// @returns node: node, shared: int, fromId: string, toId: string, kind: string
MATCH (paper:Paper {id: $id})
CALL (paper) {
  MATCH (citing)-[citation:CITES]->()
  WHERE citation.pid = paper.id AND citation.ord IS NOT NULL
  RETURN citing ORDER BY citation.pid, citation.ord LIMIT 1000
}
MATCH (citing)-[:CITES]->(other)
WHERE other <> paper
WITH paper, other, count(*) AS shared
ORDER BY shared DESC, other.ord
LIMIT 10000
RETURN other AS node, shared, paper.id AS fromId, other.id AS toId, 'CITED_TOGETHER' AS kind
