// Restore Byline IDs that a merge retired: they redirect to no other entity any more. Acts of users that concerned the
// merged entity wait at a RestoredEntity until `restore_acts`.
// @param ids: list<string>    Byline IDs
UNWIND $ids AS id
MATCH (identifier:Identifier {scheme: 'byline', value: id})-[leads:IDENTIFIES]->(kept)
SET kept:Stale, kept.changedIn = kept.changedIn
DELETE leads, identifier
WITH id, kept
CALL (id, kept) {
  MATCH (kept)<-[act]-(user)
  WHERE 'User' IN labels(user) AND id IN act.ids
  MERGE (restored:RestoredEntity {id: id})
  CREATE (user)-[moved:$(type(act))]->(restored)
  SET moved = properties(act), moved.ids = [id], act.ids = [other IN act.ids WHERE other <> id]
  WITH act
  WHERE act.ids = []
  DELETE act
}
WITH id
MATCH (gone:Tombstone {id: id})
DELETE gone
