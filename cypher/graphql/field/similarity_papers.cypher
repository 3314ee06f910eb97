// Return papers that make two papers similar: references of both, the most cited five, or papers that cite both, the
// newest five.
// @param fromId: string  ID of the first paper
// @param toId: string  ID of the second paper
// @param kind: string  SHARED_REFERENCES or CITED_TOGETHER; no rows for others
// @returns node: node
WITH $kind AS kind, $fromId AS fromId, $toId AS toId
CALL (kind, fromId, toId) {
  WITH fromId, toId WHERE kind = 'SHARED_REFERENCES'
  MATCH (:Paper {id: fromId})-[:CITES]->(reference)
  WHERE EXISTS { (reference)<-[:CITES]-(:Paper {id: toId}) }
  RETURN reference AS paper ORDER BY coalesce(reference.citationCount, 0) DESC, reference.ord LIMIT 5
  UNION ALL
  WITH fromId, toId WHERE kind = 'CITED_TOGETHER'
  MATCH (citing)-[citation:CITES]->()
  WHERE citation.pid = fromId AND citation.ord IS NOT NULL
  WITH citing, citation, toId
  WHERE EXISTS { (citing)-[:CITES]->(:Paper {id: toId}) }
  RETURN citing AS paper ORDER BY citation.pid, citation.ord LIMIT 5
}
RETURN paper AS node
