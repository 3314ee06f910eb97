// Remove the source data of these venues before they are written again.
// @param ids: list<string>    the venues' IDs
UNWIND $ids AS id
MATCH (venue:Venue {id: id})
USING INDEX SEEK venue:Venue(id)
SET venue:Stale
WITH venue
CALL (venue) {
  MATCH (venue)<-[part:PART_OF]-(:Volume)
  DELETE part
}
CALL (venue) {
  MATCH (venue)<-[identifies:IDENTIFIES]-(identifier)
  WHERE identifier.scheme <> 'byline'
  SET identifier:Stale
  DELETE identifies
}
