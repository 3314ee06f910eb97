// Link these volumes to their venues, as their records state.
// @param ids: list<string>    the volumes' IDs
UNWIND $ids AS id
MATCH (volume:Volume {id: id})<-[:DESCRIBES]-()-[:REFERS_TO {kind: 'venue'}]->()-[:IDENTIFIES]->(venue:Venue)
USING INDEX SEEK volume:Volume(id)
WITH DISTINCT volume, venue
MERGE (volume)-[:PART_OF]->(venue)
SET volume:Stale, venue:Stale
