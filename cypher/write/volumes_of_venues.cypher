// Which venues these volumes belong to, as their records say.
// @param keys: list<string>    the volumes' keys
UNWIND $keys AS key
MATCH (volume:Volume {key: key})<-[:DESCRIBES]-()-[:REFERS_TO {kind: 'venue'}]->()-[:IDENTIFIES]->(venue:Venue)
WITH DISTINCT volume, venue
MERGE (volume)-[:PART_OF]->(venue)
SET volume:Stale, venue:Stale
