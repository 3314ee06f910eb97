// What these papers cite, where both ends are in the graph, and whether any source lists it; a paper that cites itself
// does not count.
// @param ids: list<string>    the papers' ids
UNWIND $ids AS id
MATCH (citing:Paper {id: id})
SET citing.referencesKnown = EXISTS { (citing)<-[:DESCRIBES]-(record) WHERE record.listsReferences }
  OR EXISTS { (citing)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-() }
WITH citing
CALL (citing) {
  MATCH (citing)<-[:DESCRIBES]-(record)-[:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN cited, record
  UNION
  MATCH (citing)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-(record)
  MATCH (record)-[:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN cited, record
}
WITH citing, cited, record
WHERE citing <> cited
WITH DISTINCT citing, cited, record.source AS source
ORDER BY source
WITH citing, cited, collect(source) AS sources
MERGE (citing)-[cites:CITES]->(cited)
SET cites.sources = sources, cites.pid = cited.id, cites.ord = citing.ord, citing:Stale, cited:Stale
