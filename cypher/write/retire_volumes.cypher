// Fold volumes that turned out to be another into it: the old id still resolves.
// @param rows: list<map>    old (the id that goes), id (the one that stays)
UNWIND $rows AS row
MATCH (old:Volume {id: row.old})
MATCH (kept:Volume {id: row.id})
CALL (old, kept) {
  MATCH (old)<-[retired:IDENTIFIES]-(identifier:Identifier)
  DELETE retired
  CREATE (identifier)-[:IDENTIFIES]->(kept)
}
DETACH DELETE old
SET kept:Stale
MERGE (identifier:Identifier {scheme: 'byline', value: row.old})
MERGE (identifier)-[:IDENTIFIES]->(kept)
WITH row
MATCH (feed:Feed {name: 'changes'})
CREATE (:Gone {id: row.old, label: 'Volume', into: row.id, changedIn: feed.seq})
