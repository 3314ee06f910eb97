// Return the evidence of a researcher's trust score; docs/trust.md has points and caps.
// @param id: string  the researcher's ID
// @returns kind: string, points: int, count: int
MATCH (person:Researcher {id: $id})
WITH coalesce(person.paperCount, 0) AS works, coalesce(person.topicCount, 0) AS topics
UNWIND [
  {kind: 'public_author_record', points: 10, count: 1},
  {kind: 'works', points: CASE WHEN works < 50 THEN works ELSE 50 END, count: works},
  {kind: 'topics', points: CASE WHEN topics < 20 THEN topics ELSE 20 END, count: topics}
] AS evidence
RETURN evidence.kind AS kind, evidence.points AS points, evidence.count AS count
