// Create or update topics by scheme and code. A topic without a name is displayed by its code.
// @param rows: list<map>    scheme, code, id and ord (where it is new), name, parent (a code)
MATCH (feed:ChangeFeedCounter {name: 'changes'})
UNWIND $rows AS row
MERGE (topic:Topic {scheme: row.scheme, code: row.code})
ON CREATE SET topic.id = row.id, topic.ord = row.ord, topic.name = row.code, topic.paperCount = 0,
              topic.addedIn = feed.seq, topic.changedIn = feed.seq
SET topic.name = coalesce(row.name, topic.name), topic:Stale
WITH topic, row
CALL (topic) {
  MATCH (gone:Tombstone {id: topic.id})
  USING INDEX SEEK gone:Tombstone(id)
  DELETE gone
}
WITH topic, row
WHERE row.parent IS NOT NULL
MATCH (wider:Topic {scheme: row.scheme, code: row.parent})
USING INDEX SEEK wider:Topic(scheme, code)
CREATE (topic)-[:PART_OF]->(wider)
