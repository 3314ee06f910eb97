// Who edited these volumes: the list of the first record that has one.
// @param ids: list<string>    the volumes' ids
UNWIND $ids AS id
MATCH (volume:Volume {id: id})
CALL (volume) {
  MATCH (volume)<-[before:EDITED]-(person)
  SET person:Stale
  DELETE before
}
WITH volume, COLLECT {
  MATCH (volume)<-[:DESCRIBES]-(record)
  WHERE EXISTS { (record)-[:MENTIONS {role: 'editor'}]->() }
  RETURN record ORDER BY record.source, record.key, record.loader LIMIT 1
}[0] AS chosen
MATCH (chosen)-[mention:MENTIONS {role: 'editor'}]->(person)
WITH volume, person, mention
ORDER BY mention.position
WITH volume, person, collect(mention)[0] AS mention
CREATE (person)-[:EDITED {position: mention.position, nameAsWritten: mention.nameAsWritten}]->(volume)
