// Remove the statements of these records before they are written again, and mark the affected nodes.
// @param keys: list<any>    [source, key, loader] of each record
UNWIND $keys AS wanted
MATCH (record:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})
USING INDEX SEEK record:Record(source, key, loader)
MATCH (record)-[stated:DESCRIBES|MENTIONS|REFERS_TO|HAS_AFFILIATION|CANDIDATE_NAME|CLAIMS_CONFLICTING_ID]->(subject)
SET subject:Stale
DELETE stated
