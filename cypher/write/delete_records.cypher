// Delete records whose statements were taken back.
// @param keys: list<any>    [source, key, loader] of each record
UNWIND $keys AS wanted
MATCH (record:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})
DETACH DELETE record
