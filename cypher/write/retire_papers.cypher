// Fold papers that turned out to be another into it: what people did moves over, the old id still resolves.
// @param rows: list<map>    old (the id that goes), id (the one that stays)
UNWIND $rows AS row
MATCH (old:Paper {id: row.old})
USING INDEX old:Paper(id)
MATCH (kept:Paper {id: row.id})
USING INDEX kept:Paper(id)
CALL (old, kept) {
  MATCH (old)<-[retired:IDENTIFIES]-(identifier:Identifier)
  DELETE retired
  CREATE (identifier)-[:IDENTIFIES]->(kept)
}
CALL (old, kept) {
  MATCH (old)<-[did]-(user:User)
  CREATE (user)-[does:$(type(did))]->(kept)
  SET does = properties(did)
}
DETACH DELETE old
SET kept:Stale
MERGE (identifier:Identifier {scheme: 'byline', value: row.old})
MERGE (identifier)-[:IDENTIFIES]->(kept)
WITH row
MATCH (feed:Feed {name: 'changes'})
CREATE (:Gone {id: row.old, label: 'Paper', into: row.id, changedIn: feed.seq})
