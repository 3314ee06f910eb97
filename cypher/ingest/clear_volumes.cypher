// Remove the source data of these volumes before they are written again. Their papers stay as long as their IDs do.
// @param ids: list<string>    the volumes' IDs
UNWIND $ids AS id
MATCH (volume:Volume {id: id})
USING INDEX SEEK volume:Volume(id)
SET volume:Stale
WITH volume
CALL (volume) {
  MATCH (volume)-[part:PART_OF]->(venue)
  SET venue:Stale
  DELETE part
}
CALL (volume) {
  MATCH (volume)<-[edited:EDITED]-(person)
  SET person:Stale
  DELETE edited
}
CALL (volume) {
  MATCH (volume)<-[identifies:IDENTIFIES]-(identifier)
  WHERE identifier.scheme <> 'byline'
  SET identifier:Stale
  DELETE identifies
}
