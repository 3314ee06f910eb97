// Write the references of these papers if the cited papers exist, and whether any source lists references.
// Self-citations do not count.
// @param ids: list<string>    the papers' IDs
UNWIND $ids AS id
MATCH (citing:Paper {id: id})
USING INDEX SEEK citing:Paper(id)
SET citing.referencesKnown = EXISTS { (citing)<-[:DESCRIBES]-(record) WHERE record.listsReferences }
  OR EXISTS { (citing)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-() }
WITH citing
CALL (citing) {
  MATCH (citing)<-[:DESCRIBES]-(record)-[refers:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN cited, record, refers
  UNION
  MATCH (citing)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-(record)
  MATCH (record)-[refers:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN cited, record, refers
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
