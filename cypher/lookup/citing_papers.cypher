// Return the papers whose references these citation records state or stated: the papers at which stored citations of the
// records start, and the papers with these IDs.
// @param keys: list<any>    [source, key, loader] of each record
// @param ids: list<any>     [scheme, value] of each citing paper
// @returns id: string
CALL () {
  UNWIND $keys AS wanted
  MATCH (record:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})
  USING INDEX SEEK record:Record(source, key, loader)
  MATCH (record)-[:REFERS_TO {kind: 'citing'}]->()-[:IDENTIFIES]->(paper:Paper)
  RETURN paper
  UNION
  UNWIND $ids AS wanted
  MATCH (known:Identifier {scheme: wanted[0], value: wanted[1]})-[:IDENTIFIES]->(paper:Paper)
  USING INDEX SEEK known:Identifier(scheme, value)
  RETURN paper
}
RETURN paper.id AS id
ORDER BY id
