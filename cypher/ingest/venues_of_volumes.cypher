// Which volumes belong to these venues, as their records say.
// @param ids: list<string>    the venues' ids
UNWIND $ids AS id
MATCH (venue:Venue {id: id})<-[:IDENTIFIES]-()<-[:REFERS_TO {kind: 'venue'}]-()-[:DESCRIBES]->(volume:Volume)
WITH DISTINCT volume, venue
MERGE (volume)-[:PART_OF]->(venue)
SET volume:Stale, venue:Stale
