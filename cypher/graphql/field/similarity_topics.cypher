// Return the topics of both of two papers, at most five by name.
// @param fromId: string  ID of the first paper
// @param toId: string  ID of the second paper
// @param kind: string  SHARED_TOPICS; no rows for others
// @returns node: node
WITH $kind AS kind, $fromId AS fromId, $toId AS toId
WHERE kind = 'SHARED_TOPICS'
MATCH (:Paper {id: fromId})-[:ABOUT]->(topic)
WHERE EXISTS { (topic)<-[:ABOUT]-(:Paper {id: toId}) }
RETURN DISTINCT topic AS node ORDER BY topic.ord LIMIT 5
