// Return venues whose papers a venue's papers cite, or whose papers cite them, with both numbers of citations. The 1,000
// newest papers of the venue with citations in either direction are read, and the 50 newest citing papers of each.
// @param id: string  the venue's ID
// @returns node: node, cited: int, citing: int, citations: int
MATCH (venue:Venue {id: $id})
CALL (venue) {
  MATCH (venue)<-[:PART_OF]-(:Volume)<-[:APPEARED_IN]-(paper)
  WITH DISTINCT paper
  WHERE EXISTS { (paper)-[:CITES]->() } OR EXISTS { (paper)<-[:CITES]-() }
  RETURN paper ORDER BY paper.ord LIMIT 1000
}
CALL (paper) {
  MATCH (paper)-[:CITES]->(other)
  RETURN other, 1 AS cited, 0 AS citing
  UNION ALL
  CALL (paper) {
    MATCH (other)-[citation:CITES]->()
    WHERE citation.pid = paper.id AND citation.ord IS NOT NULL
    RETURN other ORDER BY citation.pid, citation.ord LIMIT 50
  }
  RETURN other, 0 AS cited, 1 AS citing
}
WITH venue, other, sum(cited) AS cited, sum(citing) AS citing
MATCH (other)-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(related:Venue)
WHERE related <> venue
WITH DISTINCT related, other, cited, citing
WITH related, sum(cited) AS cited, sum(citing) AS citing
RETURN related AS node, cited, citing, cited + citing AS citations
