// Return the trust score of a review with its evidence; docs/trust.md defines trust. An anonymous review has no evidence, which
// could name its author. Of the reviewer's works on topics of the paper, 31 are counted: more give no more points.
// @param id: string  ID of the review
// @param rules: list<map>  rules of reviews, in the order of the evidence
// @param labels: list<map>  labels with their lowest scores, the highest first
// @param version: int  version of the rules
// @returns score: int, label: string, version: int, evidence: list<map>
MATCH (review:Review {id: $id})
OPTIONAL MATCH (review)<-[:WROTE]-(user)-[:CLAIMED]->(person)
WHERE person.citingResearcherCount IS NOT NULL AND user.disabledAt IS NULL AND review.hiddenAt IS NULL
WITH review, person, COLLECT { MATCH (review)-[:REVIEWS|REVIEWS_PRIVATELY]->()-[:ABOUT]->(topic) RETURN topic } AS topics
WITH review, CASE WHEN person IS NULL THEN {} ELSE {
  VERIFIED_IDENTITY: 1,
  INDEPENDENT_REVIEWER: CASE WHEN review.independent THEN 1 ELSE 0 END,
  WORKS_ON_TOPICS: COUNT {
    MATCH (person)-[:AUTHORED]->(work)
    WHERE EXISTS { MATCH (work)-[:ABOUT]->(topic) WHERE topic IN topics }
    RETURN work LIMIT 31
  },
  WORKS: coalesce(person.paperCount, 0),
  REVIEWS_GIVEN: coalesce(person.reviewsGivenCount, 0)
} END AS counts
WITH review, [rule IN $rules WHERE counts[rule.kind] IS NOT NULL | rule {
  .kind, .maximum, count: counts[rule.kind], points: rule.points *
    CASE rule.scale WHEN 'log2' THEN log(1 + counts[rule.kind]) / log(2) ELSE counts[rule.kind] END
}] AS earned
WITH [part IN earned | {
  kind: part.kind, count: part.count, ownerId: review.id,
  points: toInteger(CASE WHEN part.points < part.maximum THEN part.points + 0.000001 ELSE part.maximum END)
}] AS evidence
WITH evidence, reduce(score = 0, part IN evidence | score + part.points) AS score
RETURN score, head([row IN $labels WHERE row.minimum <= score | row.label]) AS label, $version AS version, evidence
