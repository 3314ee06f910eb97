// Recompute the trust scores of claimed researchers with stale trust, and of those who were claimed; docs/trust.md defines
// trust. Of the researchers who cite a researcher, 1,023 are counted: more give no more points.
// @scan because only researchers with stale trust have the label StaleTrust
// @param rules: map  points and maximum of each kind of evidence of a researcher
// @param claimedRules: list<map>  rules of the evidence that only claimed researchers have
MATCH (person:Researcher:StaleTrust)
CALL (person) {
  SET person.trustScore = person.trustScore // locks the researcher
  WITH person, coalesce(person.verificationLevel, 'L0') >= 'L2' AND COUNT { (person)<-[:CLAIMED]-() } = 1 AS claimed
  SET person.citingResearcherCount = CASE WHEN claimed THEN COUNT {
        MATCH (person)-[:AUTHORED]->()<-[:CITES]-(citing)<-[:AUTHORED]-(author)
        WHERE citing.authorCount <= 100 AND author <> person AND NOT EXISTS { (author)-[:COLLABORATED_WITH]-(person) }
        RETURN DISTINCT author LIMIT 1023
      } END,
      person.reviewsReceivedCount = CASE WHEN claimed THEN COUNT {
        MATCH (person)-[:AUTHORED]->()<-[:REVIEWS]-(review {independent: true})<-[:WROTE]-(reviewer)
        RETURN DISTINCT reviewer
      } END,
      person.reviewsGivenCount = CASE WHEN claimed THEN COUNT {
        MATCH (person)<-[:CLAIMED]-()-[:WROTE]->(review:Review {independent: true})
      } END
  WITH person, coalesce(person.paperCount, 0) AS works, coalesce(person.topicCount, 0) AS topics,
       CASE WHEN claimed THEN {
         VERIFIED_IDENTITY: 1,
         INDEPENDENT_CITATIONS: person.citingResearcherCount,
         YEARS_OF_PUBLICATION: coalesce(person.lastYear - person.firstYear, 0),
         REVIEWS_RECEIVED: person.reviewsReceivedCount,
         REVIEWS_GIVEN: person.reviewsGivenCount
       } ELSE {} END AS counts
  WITH person, works, topics, [rule IN $claimedRules WHERE counts[rule.kind] IS NOT NULL | {
    maximum: rule.maximum,
    points: rule.points * CASE rule.scale WHEN 'log2' THEN log(1 + counts[rule.kind]) / log(2) ELSE counts[rule.kind] END
  }] AS earned
  SET person.trustScore = $rules.PUBLIC_AUTHOR_RECORD.points +
      CASE WHEN works < $rules.WORKS.maximum THEN works ELSE $rules.WORKS.maximum END +
      CASE WHEN topics < $rules.TOPICS.maximum THEN topics ELSE $rules.TOPICS.maximum END +
      reduce(score = 0, part IN earned | score +
        toInteger(CASE WHEN part.points < part.maximum THEN part.points + 0.000001 ELSE part.maximum END))
  REMOVE person:StaleTrust
} IN TRANSACTIONS OF 1000 ROWS
