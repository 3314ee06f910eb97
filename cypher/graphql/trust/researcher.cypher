// Return the trust score of a researcher with its evidence; docs/trust.md defines trust, cypher/derive/trust.cypher computes
// the score.
// @param id: string  the researcher's ID
// @param rules: list<map>  rules of researchers, in the order of the evidence
// @param labels: list<map>  labels with their lowest scores, the highest first
// @param version: int  version of the rules
// @returns score: int, label: string, version: int, evidence: list<map>
MATCH (person:Researcher {id: $id})
WITH coalesce(person.trustScore, 0) AS score, person.id AS id, {
  PUBLIC_AUTHOR_RECORD: 1,
  WORKS: coalesce(person.paperCount, 0),
  TOPICS: coalesce(person.topicCount, 0),
  VERIFIED_IDENTITY: CASE WHEN person.citingResearcherCount IS NOT NULL THEN 1 END,
  INDEPENDENT_CITATIONS: person.citingResearcherCount,
  YEARS_OF_PUBLICATION: CASE WHEN person.citingResearcherCount IS NOT NULL
    THEN coalesce(person.lastYear - person.firstYear, 0) END,
  REVIEWS_RECEIVED: person.reviewsReceivedCount,
  REVIEWS_GIVEN: person.reviewsGivenCount
} AS counts
WITH score, id, counts, [rule IN $rules WHERE counts[rule.kind] IS NOT NULL | rule {
  .kind, .maximum, count: counts[rule.kind], points: rule.points *
    CASE rule.scale WHEN 'log2' THEN log(1 + counts[rule.kind]) / log(2) ELSE counts[rule.kind] END
}] AS earned
RETURN score, head([row IN $labels WHERE row.minimum <= score | row.label]) AS label, $version AS version, [part IN earned | {
  kind: part.kind, count: part.count, ownerId: id,
  points: toInteger(CASE WHEN part.points < part.maximum THEN part.points + 0.000001 ELSE part.maximum END)
}] AS evidence
