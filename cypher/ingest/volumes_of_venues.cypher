// Which venues these volumes belong to, as their records say.
// @param ids: list<string>    the volumes' ids
UNWIND $ids AS id
MATCH (volume:Volume {id: id})<-[:DESCRIBES]-()-[:REFERS_TO {kind: 'venue'}]->()-[:IDENTIFIES]->(venue:Venue)
WITH DISTINCT volume, venue
MERGE (volume)-[:PART_OF]->(venue)
SET volume:Stale, venue:Stale
