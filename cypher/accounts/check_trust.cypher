// Count claimed researchers whose counts of independent reviews differ from the graph, and nodes whose trust a change left
// to be recomputed. A repair marks them; the statements of `cypher/derive` in the same transaction recompute them.
// @scan because every object of a kind is compared
// @param repair: bool  true: also mark what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
CALL () {
  MATCH (person:Researcher)
  WHERE person.claimed OR person.citingResearcherCount IS NOT NULL
  WITH person, coalesce(person.verificationLevel, 'L0') >= 'L2' AND COUNT { (person)<-[:CLAIMED]-() } = 1 AS claimed
  WHERE claimed <> (person.citingResearcherCount IS NOT NULL) OR claimed AND (
    person.reviewsGivenCount <> COUNT { (person)<-[:CLAIMED]-()-[:WROTE]->(review:Review) WHERE review.independent }
    OR person.reviewsReceivedCount <> COUNT {
      MATCH (person)-[:AUTHORED]->()<-[:REVIEWS]-(review {independent: true})<-[:WROTE]-(reviewer)
      RETURN DISTINCT reviewer
    })
  RETURN person AS wrong
  UNION
  MATCH (marked:StaleTrust|StaleReview)
  RETURN marked AS wrong
}
FOREACH (repaired IN CASE WHEN $repair AND wrong:Researcher THEN [wrong] ELSE [] END | SET repaired:StaleTrust)
RETURN count(*) AS wrong, min(wrong.id) AS example
