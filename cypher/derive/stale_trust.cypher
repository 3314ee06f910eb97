// Mark claimed researchers and reviews whose trust a load may have changed: stale claimed researchers and their reviews,
// reviews of stale papers and of papers of stale authors, and the claimed authors of reviewed papers.
// @scan because only stale nodes have the label Stale
CALL () {
  MATCH (person:Researcher:Stale)
  WHERE person.claimed OR person.citingResearcherCount IS NOT NULL
  SET person:StaleTrust
  WITH person
  MATCH (person)<-[:CLAIMED]-()-[:WROTE]->(review:Review)
  RETURN review
  UNION
  MATCH (paper:Paper:Stale)<-[:REVIEWS|REVIEWS_PRIVATELY]-(review:Review)
  RETURN review
  UNION
  MATCH (author:Researcher:Stale)-[:AUTHORED]->()<-[:REVIEWS|REVIEWS_PRIVATELY]-(review:Review)
  RETURN review
}
SET review:StaleReview
WITH review
MATCH (review)-[:REVIEWS|REVIEWS_PRIVATELY]->(paper)<-[:AUTHORED]-(author)
WHERE author.claimed AND paper.authorCount <= 100
SET author:StaleTrust
