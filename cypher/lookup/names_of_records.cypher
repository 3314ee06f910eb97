// Return the folded names that these records mention now.
// @param keys: list<any>    [source, key, loader] of each record
// @returns name: string
UNWIND $keys AS wanted
MATCH (known:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})-[mention:MENTIONS]->()
USING INDEX SEEK known:Record(source, key, loader)
RETURN DISTINCT mention.foldedName AS name
