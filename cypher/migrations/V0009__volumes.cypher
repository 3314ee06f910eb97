// A journal's volume, and a book, is one in all sources: a key that begins with an ISSN or ISBN loses the source's name.
MATCH (volume:Volume)
WHERE split(volume.key, ':')[1] IN ['issn', 'isbn']
WITH substring(volume.key, size(split(volume.key, ':')[0]) + 1) AS key, volume
ORDER BY volume.id
WITH key, collect(volume) AS volumes
CALL (key, volumes) {
  WITH key, volumes[0] AS kept, volumes[1..] AS others
  MERGE (feed:Feed {name: 'changes'})
  SET feed.seq = coalesce(feed.seq, 0) + 1
  SET kept.key = key, kept.changedIn = feed.seq
  WITH kept, others, feed
  UNWIND others AS old
  CALL (kept, old) {
    MATCH (old)<-[says:DESCRIBES]-(record)
    DELETE says
    CREATE (record)-[:DESCRIBES]->(kept)
  }
  CALL (kept, old) {
    MATCH (old)<-[before:APPEARED_IN]-(paper)
    WHERE NOT EXISTS { (paper)-[:APPEARED_IN]->(kept) }
    CREATE (paper)-[appeared:APPEARED_IN]->(kept)
    SET appeared = properties(before)
  }
  CALL (kept, old) {
    MATCH (old)-[:PART_OF]->(venue)
    MERGE (kept)-[:PART_OF]->(venue)
  }
  CALL (kept, old) {
    MATCH (old)<-[before:EDITED]-(person)
    WHERE NOT EXISTS { (kept)<-[:EDITED]-() }
    CREATE (person)-[edited:EDITED]->(kept)
    SET edited = properties(before)
  }
  MERGE (identifier:Identifier {scheme: 'byline', value: old.id})
  MERGE (identifier)-[:IDENTIFIES]->(kept)
  CREATE (:Gone {id: old.id, label: 'Volume', into: kept.id, changedIn: feed.seq})
  DETACH DELETE old
  SET kept:Stale
} IN TRANSACTIONS OF 1000 ROWS;
