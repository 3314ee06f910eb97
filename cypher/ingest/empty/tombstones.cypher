// Report all entities as removed in the change feed.
// @scan because the whole graph is emptied
MATCH (feed:ChangeFeedCounter {name: 'changes'})
WITH feed.seq AS seq
MATCH (entity:Paper|Researcher|Institution|Funder|Venue|Volume|Topic)
CALL (entity, seq) {
  MERGE (gone:Tombstone {id: entity.id})
  SET gone.changedIn = seq,
      gone.label = [label IN labels(entity) WHERE NOT label IN ['Stale', 'StaleCollaborations', 'StaleTrust']][0]
} IN TRANSACTIONS OF 10000 ROWS
