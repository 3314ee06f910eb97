// Write the editors of these volumes: the longest list of the source with the highest priority.
// @param ids: list<string>      the volumes' IDs
// @param ranks: map             rank of each source, 0 is the highest priority; `table`: rank of all others
UNWIND $ids AS id
MATCH (volume:Volume {id: id})
USING INDEX SEEK volume:Volume(id)
CALL (volume) {
  MATCH (volume)<-[before:EDITED]-(person)
  SET person:Stale
  DELETE before
}
WITH volume, COLLECT {
  MATCH (volume)<-[:DESCRIBES]-(record)
  WHERE EXISTS { (record)-[:MENTIONS {role: 'editor'}]->() }
  RETURN record ORDER BY coalesce($ranks[record.source], $ranks.table),
    record.source, COUNT { (record)-[:MENTIONS {role: 'editor'}]->() } DESC, record.key, record.loader LIMIT 1
}[0] AS chosen
MATCH (chosen)-[mention:MENTIONS {role: 'editor'}]->(person)
WITH volume, person, mention
ORDER BY mention.position
WITH volume, person, collect(mention)[0] AS mention
CREATE (person)-[:EDITED {position: mention.position, nameAsWritten: mention.nameAsWritten}]->(volume)
