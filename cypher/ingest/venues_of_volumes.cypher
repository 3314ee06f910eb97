// Link these venues to their volumes, as the records of the volumes state.
// @param ids: list<string>    the venues' IDs
UNWIND $ids AS id
MATCH (venue:Venue {id: id})<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'venue'}]-()-[:DESCRIBES]->(volume:Volume)
USING INDEX SEEK venue:Venue(id)
WITH DISTINCT volume, venue
MERGE (volume)-[:PART_OF]->(venue)
SET volume:Stale, venue:Stale
