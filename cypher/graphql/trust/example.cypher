// Return an example of evidence for trust: the work most cited, the topic of most works, the newest citing paper, the latest
// reviewed paper, a venue, or the first verified author. No row for other evidence: an example of what a user did would
// connect the account with the researcher.
// @param ownerId: string  ID of the researcher or paper with the evidence
// @param kind: string  kind of the evidence
// @returns node: node
WITH $ownerId AS ownerId, $kind AS kind
CALL (ownerId, kind) {
  WITH ownerId WHERE kind = 'WORKS'
  MATCH (:Researcher {id: ownerId})-[:AUTHORED]->(paper)
  RETURN paper AS node ORDER BY coalesce(paper.citationCount, 0) DESC, paper.ord LIMIT 1
  UNION ALL
  WITH ownerId WHERE kind = 'TOPICS'
  MATCH (:Researcher {id: ownerId})-[:AUTHORED]->()-[about:ABOUT]->(topic)
  WHERE about.source <> 'byline'
  WITH topic, count(*) AS papers
  RETURN topic AS node ORDER BY papers DESC, topic.ord LIMIT 1
  UNION ALL
  WITH ownerId WHERE kind = 'INDEPENDENT_CITATIONS'
  MATCH (person:Researcher {id: ownerId})-[:AUTHORED]->()<-[:CITES]-(citing)<-[:AUTHORED]-(author)
  WHERE citing.authorCount <= 100 AND author <> person AND NOT EXISTS { (author)-[:COLLABORATED_WITH]-(person) }
  RETURN citing AS node ORDER BY citing.ord LIMIT 1
  UNION ALL
  WITH ownerId WHERE kind = 'REVIEWS_RECEIVED'
  MATCH (:Researcher {id: ownerId})-[:AUTHORED]->(paper)<-[:REVIEWS]-(review {independent: true})
  RETURN paper AS node ORDER BY review.createdAt DESC, paper.ord LIMIT 1
  UNION ALL
  WITH ownerId WHERE kind = 'VENUE'
  MATCH (:Paper {id: ownerId})-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue)
  RETURN venue AS node ORDER BY venue.ord LIMIT 1
  UNION ALL
  WITH ownerId WHERE kind = 'INDEPENDENT_CITATIONS'
  MATCH (paper:Paper {id: ownerId})<-[:CITES]-(citing)
  WHERE NOT EXISTS { MATCH (paper)<-[:AUTHORED]-(author) WHERE EXISTS { (author)-[:AUTHORED]->(citing) } }
  RETURN citing AS node ORDER BY citing.ord LIMIT 1
  UNION ALL
  WITH ownerId WHERE kind = 'VERIFIED_AUTHORS'
  MATCH (:Paper {id: ownerId})<-[authored:AUTHORED]-(author)
  WHERE author.citingResearcherCount IS NOT NULL
  RETURN author AS node ORDER BY authored.position, author.ord LIMIT 1
}
RETURN node
