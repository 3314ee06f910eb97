// Delete records after their statements were removed.
// @param keys: list<any>    [source, key, loader] of each record
UNWIND $keys AS wanted
MATCH (record:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})
USING INDEX SEEK record:Record(source, key, loader)
DETACH DELETE record
