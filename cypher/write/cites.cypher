// Citations from and to these papers, where both ends are in the graph, and whether any source lists what they cite; a
// paper that cites itself does not count.
// @param ids: list<string>    the papers' ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
SET paper.referencesKnown = paper.referencesKnown
  OR EXISTS { (paper)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-() }
WITH paper
CALL (paper) {
  MATCH (paper)<-[:DESCRIBES]-(record)-[:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN paper AS citing, cited, record
  UNION
  MATCH (paper)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'citing'}]-(record)
  MATCH (record)-[:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited:Paper)
  RETURN paper AS citing, cited, record
  UNION
  MATCH (paper)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'cites'}]-(record)-[:DESCRIBES]->(citing:Paper)
  RETURN citing, paper AS cited, record
  UNION
  MATCH (paper)<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'cites'}]-(record)
  MATCH (record)-[:REFERS_TO {kind: 'citing'}]->()-[:IDENTIFIES]->(citing:Paper)
  RETURN citing, paper AS cited, record
}
WITH citing, cited, record
WHERE citing <> cited
WITH DISTINCT citing, cited, record.source AS source
ORDER BY source
WITH citing, cited, collect(source) AS sources
MERGE (citing)-[cites:CITES]->(cited)
SET cites.sources = sources, cites.pid = cited.id, cites.ord = citing.ord, citing:Stale, cited:Stale
