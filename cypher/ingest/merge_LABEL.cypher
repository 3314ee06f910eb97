// Merge entities into another entity: its users' relationships move, and the old IDs keep resolving.
// @labels Funder, Institution, Paper, Researcher, Venue, Volume
// @param rows: list<map>    old (ID of the merged entity), id (of the entity that stays)
UNWIND $rows AS row
MATCH (old:LABEL {id: row.old})
USING INDEX SEEK old:LABEL(id)
MATCH (kept:LABEL {id: row.id})
USING INDEX SEEK kept:LABEL(id)
SET old.changedIn = old.changedIn // locks it: an act that was committed before moves, a later one finds the kept entity
WITH row, old, kept
CALL (old, kept) {
  MATCH (old)<-[retired:IDENTIFIES]-(identifier:Identifier)
  DELETE retired
  CREATE (identifier)-[:IDENTIFIES]->(kept)
}
CALL (old, kept) {
  MATCH (old)<-[act]-(user)
  WHERE any(label IN labels(user) WHERE label IN ['User', 'Collection', 'Comment', 'Review', 'Claim']) // `user:User` would start from all users
  WITH user, kept, act, coalesce(act.ids, [old.id]) AS ids
  MERGE (user)-[moved:$(type(act))]->(kept)
  ON CREATE SET moved = properties(act), moved.ids = ids
  ON MATCH SET moved.ids = moved.ids + [id IN ids WHERE NOT id IN moved.ids],
    moved.opposedIds = coalesce(moved.opposedIds + act.opposedIds, moved.opposedIds, act.opposedIds),
    moved.since = CASE WHEN act.since < moved.since THEN act.since ELSE moved.since END,
    moved.public = CASE WHEN act.public THEN moved.public END // a private follow stays private
}
CALL (kept) { // of two opposite opinions of a user, the later one remains; `opposedIds` keeps the other
  MATCH (kept)<-[like:LIKES]-(user)-[dislike:DISLIKES]->(kept)
  WITH like, dislike, like.since > dislike.since AS likes
  WITH CASE WHEN likes THEN like ELSE dislike END AS later, CASE WHEN likes THEN dislike ELSE like END AS earlier
  SET later.opposedIds = coalesce(later.opposedIds, []) + earlier.ids,
    later.ids = later.ids + coalesce(earlier.opposedIds, [])
  DELETE earlier
}
CALL (old) { // the vector of a paper; the kept paper has its own, or gets one from `byline embed`
  MATCH (old)-[:HAS_EMBEDDING]->(embedding)
  DETACH DELETE embedding
}
DETACH DELETE old
SET kept:Stale
MERGE (identifier:Identifier {scheme: 'byline', value: row.old})
MERGE (identifier)-[:IDENTIFIES]->(kept)
WITH row
MATCH (feed:ChangeFeedCounter {name: 'changes'})
CREATE (:Tombstone {id: row.old, label: 'LABEL', mergedInto: row.id, changedIn: feed.seq})
