// Through which citations does most knowledge of a field flow? The citations between papers of a topic that connect
// most pairs of a later and an earlier paper of it (search path node pairs, up to two steps on each side).
// @param code: string  the topic's code, such as cs.CL
// @param limit: int  maximum number of citations
// @returns citing: string, citingYear: int?, cited: string, citedYear: int?, pairs: int
// @example code=cs.CL
MATCH (topic:Topic {scheme: 'arxiv', code: $code})<-[:ABOUT]-(citing)
WHERE citing.referenceCount > 0
CALL (topic, citing) {
  MATCH (citing)<-[:CITES]-{0,2}(paper)
  WHERE EXISTS { (paper)-[:ABOUT]->(topic) }
  RETURN count(DISTINCT paper) AS later
}
MATCH (citing)-[:CITES]->(cited)
WITH topic, cited, collect({paper: citing, later: later}) AS citations
WHERE EXISTS { (cited)-[:ABOUT]->(topic) }
CALL (topic, cited) {
  MATCH (cited)-[:CITES]->{0,2}(paper)
  WHERE EXISTS { (paper)-[:ABOUT]->(topic) }
  RETURN count(DISTINCT paper) AS earlier
}
UNWIND citations AS citation
WITH citation.paper AS citing, cited, citation.later * earlier AS pairs
ORDER BY pairs DESC, citing.ord, cited.ord
LIMIT $limit
RETURN citing.title AS citing, citing.year AS citingYear, cited.title AS cited, cited.year AS citedYear, pairs
