// Remove the source data of these institutions before they are written again.
// @param ids: list<string>    the institutions' IDs
UNWIND $ids AS id
MATCH (institution:Institution {id: id})
USING INDEX SEEK institution:Institution(id)
SET institution:Stale
WITH institution
CALL (institution) {
  MATCH (institution)<-[written:WRITTEN_AT]-(paper)<-[:AUTHORED]-(person)
  SET paper:Stale, person:Stale
}
CALL (institution) {
  MATCH (institution)-[:NAME_OF]-(name)
  SET name:Stale
}
CALL (institution) {
  MATCH (institution)-[fact:PART_OF|SUCCEEDED_BY|RELATED_TO|NAME_OF|WRITTEN_AT]-()
  DELETE fact
}
CALL (institution) {
  MATCH (institution)<-[identifies:IDENTIFIES]-(identifier)
  WHERE identifier.scheme <> 'byline'
  SET identifier:Stale
  DELETE identifies
}
