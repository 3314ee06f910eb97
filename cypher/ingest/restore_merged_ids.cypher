// Restore Byline IDs that a merge retired: they redirect to no other entity any more. Acts of users that concerned the
// merged entity wait at a RestoredEntity until `restore_acts`.
// @param ids: list<string>    Byline IDs
UNWIND $ids AS id
MATCH (identifier:Identifier {scheme: 'byline', value: id})-[leads:IDENTIFIES]->(kept)
USING INDEX SEEK identifier:Identifier(scheme, value)
SET kept:Stale, kept.changedIn = kept.changedIn
DELETE leads, identifier
WITH id, kept
CALL (id, kept) {
  MATCH (kept)<-[act]-(user)
  WHERE any(label IN labels(user) WHERE label IN ['User', 'Collection', 'Comment', 'Review', 'Claim']) AND (id IN act.ids OR id IN act.opposedIds)
  MERGE (restored:RestoredEntity {id: id})
  WITH id, kept, act, user, restored,
    CASE type(act) WHEN 'LIKES' THEN 'DISLIKES' WHEN 'DISLIKES' THEN 'LIKES' END AS opposite
  CREATE (user)-[moved:$(CASE WHEN id IN act.ids THEN type(act) ELSE opposite END)]->(restored)
  SET moved = properties(act), moved.ids = [id], moved.opposedIds = null,
    act.ids = [other IN act.ids WHERE other <> id], act.opposedIds = [other IN act.opposedIds WHERE other <> id]
  WITH user, kept, act, opposite
  WHERE act.ids = []
  FOREACH (opposed IN [ids IN [act.opposedIds] WHERE ids <> []] |
    CREATE (user)-[earlier:$(opposite)]->(kept)
    SET earlier.since = act.since, earlier.ids = opposed
  )
  DELETE act
}
WITH id
MATCH (gone:Tombstone {id: id})
USING INDEX SEEK gone:Tombstone(id)
DELETE gone
