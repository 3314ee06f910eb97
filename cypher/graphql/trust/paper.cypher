// Return the trust score of a paper with its evidence; docs/trust.md defines trust. Of the papers without a common author
// that cite it, 200 are counted: more give no more points.
// @param id: string  the paper's ID
// @param rules: list<map>  rules of papers, in the order of the evidence
// @param labels: list<map>  labels with their lowest scores, the highest first
// @param version: int  version of the rules
// @returns score: int, label: string, version: int, evidence: list<map>
MATCH (paper:Paper {id: $id})
WITH paper, {
  SOURCES: COUNT { MATCH (paper)<-[:DESCRIBES]-(record) RETURN DISTINCT record.source },
  VENUE: CASE WHEN EXISTS { (paper)-[:APPEARED_IN]->() } THEN 1 ELSE 0 END,
  INDEPENDENT_CITATIONS: COUNT {
    MATCH (paper)<-[:CITES]-(citing)
    WHERE paper.authorCount <= 100 AND NOT EXISTS {
      MATCH (paper)<-[:AUTHORED]-(author)
      WHERE EXISTS { (author)-[:AUTHORED]->(citing) }
    }
    RETURN citing LIMIT 200
  },
  VERIFIED_AUTHORS: COUNT { MATCH (paper)<-[:AUTHORED]-(author) WHERE author.citingResearcherCount IS NOT NULL },
  OPEN_RESOURCES: COUNT { (paper)-[:HAS_CODE|HAS_DATASET]->() },
  YEARS_SINCE_PUBLICATION: CASE WHEN paper.year < date().year THEN date().year - paper.year ELSE 0 END,
  REVIEWS_RECEIVED: COUNT { (paper)<-[:REVIEWS]-(review) WHERE review.independent }
} AS counts
WITH paper, [rule IN $rules | rule {
  .kind, .maximum, count: counts[rule.kind], points: rule.points *
    CASE rule.scale WHEN 'log2' THEN log(1 + counts[rule.kind]) / log(2) ELSE counts[rule.kind] END
}] AS earned
WITH paper, [part IN earned | {
  kind: part.kind, count: part.count, ownerId: paper.id,
  points: toInteger(CASE WHEN part.points < part.maximum THEN part.points + 0.000001 ELSE part.maximum END)
}] AS found
WITH paper, found, reduce(score = 0, part IN found | score + part.points) AS total
WITH found + CASE WHEN paper.retracted THEN [{kind: 'RETRACTION', count: 1, ownerId: paper.id, points: -total}] ELSE [] END AS evidence,
     CASE WHEN paper.retracted THEN 0 ELSE total END AS score
RETURN score, head([row IN $labels WHERE row.minimum <= score | row.label]) AS label, $version AS version, evidence
