// Write the citations from and to these papers if both papers exist, and whether any source lists references.
// Self-citations do not count.
// @param ids: list<string>    the papers' IDs
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
USING INDEX SEEK paper:Paper(id)
SET paper.referencesKnown = paper.referencesKnown
  OR EXISTS { (paper)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-() }
WITH paper
CALL (paper) {
  MATCH (paper)<-[:DESCRIBES]-(record)-[refers:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN paper AS citing, cited, record, refers
  UNION
  MATCH (paper)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-(record)
  MATCH (record)-[refers:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN paper AS citing, cited, record, refers
  UNION
  MATCH (paper)<-[:IDENTIFIES]-()<-[refers:REFERS_TO {kind: 'cites'}]-(record)-[:DESCRIBES]->(citing:Paper)
  RETURN citing, paper AS cited, record, refers
  UNION
  MATCH (paper)<-[:IDENTIFIES]-()<-[refers:REFERS_TO {kind: 'cites'}]-(record)
  MATCH (record)-[:REFERS_TO {kind: 'citing'}]->()-[:IDENTIFIES]->(citing:Paper)
  RETURN citing, paper AS cited, record, refers
}
WITH citing, cited, record, refers
WHERE citing <> cited
WITH citing, cited, record.source AS source, refers
ORDER BY source
WITH citing, cited, collect(DISTINCT source) AS sources, max(refers.influential) AS influential,
     collect(refers.intents) AS intents
WITH citing, cited, sources, influential, COLLECT {
  UNWIND intents AS stated
  UNWIND stated AS intent
  RETURN DISTINCT intent ORDER BY intent
} AS intents
MERGE (citing)-[cites:CITES]->(cited)
SET cites.sources = sources, cites.intents = CASE intents WHEN [] THEN null ELSE intents END,
    cites.influential = influential, cites.pid = cited.id, cites.ord = citing.ord, citing:Stale, cited:Stale
