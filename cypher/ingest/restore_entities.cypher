// Restore redirects to entities that got their earlier Byline IDs back, with the acts of users under these IDs.
// @param rows: list<map>    id, others (Byline IDs that redirect to it)
MATCH (feed:ChangeFeedCounter {name: 'changes'})
UNWIND $rows AS row
OPTIONAL MATCH (paper:Paper {id: row.id})
USING INDEX SEEK paper:Paper(id)
OPTIONAL MATCH (researcher:Researcher {id: row.id})
USING INDEX SEEK researcher:Researcher(id)
OPTIONAL MATCH (institution:Institution {id: row.id})
USING INDEX SEEK institution:Institution(id)
OPTIONAL MATCH (funder:Funder {id: row.id})
USING INDEX SEEK funder:Funder(id)
OPTIONAL MATCH (venue:Venue {id: row.id})
USING INDEX SEEK venue:Venue(id)
OPTIONAL MATCH (volume:Volume {id: row.id})
USING INDEX SEEK volume:Volume(id)
WITH feed, row, coalesce(paper, researcher, institution, funder, venue, volume) AS thing
WHERE thing IS NOT NULL
CALL (row) {
  MATCH (gone:Tombstone {id: row.id})
  USING INDEX SEEK gone:Tombstone(id)
  DELETE gone
}
CALL (feed, row, thing) {
  UNWIND row.others AS other
  MERGE (identifier:Identifier {scheme: 'byline', value: other})
  WITH feed, row, thing, other, identifier
  CALL (identifier, other, thing) {
    MATCH (identifier)-[elsewhere:IDENTIFIES]->(kept)
    SET kept:Stale
    DELETE elsewhere
    WITH other, thing, kept
    MATCH (kept)<-[act]-(user)
    WHERE any(label IN labels(user) WHERE label IN ['User', 'Collection', 'Comment', 'Review', 'Claim']) AND other IN act.ids
    MERGE (user)-[moved:$(type(act))]->(thing)
    ON CREATE SET moved = properties(act), moved.ids = [other]
    ON MATCH SET moved.ids = moved.ids + other, moved.public = CASE WHEN act.public THEN moved.public END
    SET act.ids = [id IN act.ids WHERE id <> other]
    WITH act
    WHERE act.ids = []
    DELETE act
  }
  CREATE (identifier)-[:IDENTIFIES]->(thing)
  WITH feed, row, other
  MATCH (gone:Tombstone {id: other})
  USING INDEX SEEK gone:Tombstone(id)
  WHERE gone.mergedInto IS NULL
  SET gone.mergedInto = row.id, gone.changedIn = feed.seq
}
CALL (row, thing) {
  UNWIND [row.id] + row.others AS id
  MATCH (former:FormerIdentifier {id: id})
  USING INDEX SEEK former:FormerIdentifier(id)
  FOREACH (old IN CASE WHEN former.key STARTS WITH 'byline:' THEN [substring(former.key, 7)] ELSE [] END |
    MERGE (identifier:Identifier {scheme: 'byline', value: old})
    MERGE (identifier)-[:IDENTIFIES]->(thing)
  )
  DELETE former
}
