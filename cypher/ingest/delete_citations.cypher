// Delete the citations of these citation records before they are written again or deleted; other records' citations are
// written again.
// @param keys: list<any>    [source, key, loader] of each record
UNWIND $keys AS wanted
MATCH (record:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})
USING INDEX SEEK record:Record(source, key, loader)
WHERE record.kind = 'citation'
CALL (record) {
  MATCH (record)-[:REFERS_TO {kind: 'citing'}]->()-[:IDENTIFIES]->(citing:Paper)-[cites:CITES]->(cited:Paper)
  WHERE EXISTS { (record)-[:REFERS_TO {kind: 'cites'}]->()-[:IDENTIFIES]->(cited) }
  SET citing:Stale, cited:Stale
  DELETE cites
}
CALL (record) {
  MATCH (record)-[refers:REFERS_TO]->(identifier)
  SET identifier:Stale
  DELETE refers
}
