// Write the relations of these papers to other papers, from records of either side: one relationship per pair and
// direction, with kinds and sources. Relations of a paper to itself do not count.
// @param ids: list<string>    the papers' IDs
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
USING INDEX SEEK paper:Paper(id)
CALL (paper) {
  MATCH (paper)<-[:DESCRIBES]-(record)-[refers:REFERS_TO {kind: 'relation'}]->()-[:IDENTIFIES]->(other:Paper)
  RETURN record, refers, CASE WHEN refers.inverse THEN [other, paper] ELSE [paper, other] END AS ends
  UNION
  MATCH (paper)<-[:IDENTIFIES]-()<-[refers:REFERS_TO {kind: 'relation'}]-(record)-[:DESCRIBES]->(other:Paper)
  RETURN record, refers, CASE WHEN refers.inverse THEN [paper, other] ELSE [other, paper] END AS ends
}
WITH DISTINCT ends[0] AS from, ends[1] AS to, refers.relation AS kind, record.source AS source
WHERE from <> to
ORDER BY kind, source
WITH from, to, collect(DISTINCT kind) AS kinds, collect(DISTINCT source) AS sources
UNWIND sources AS source
WITH from, to, kinds, source
ORDER BY source
WITH from, to, kinds, collect(source) AS sources
MERGE (from)-[relates:RELATES_TO]->(to)
SET relates.kinds = kinds, relates.sources = sources
