// Assign the current change number to the people in records that will be written again or deleted.
// @param keys: list<any>    [source, key, loader] of each record
MATCH (feed:ChangeFeedCounter {name: 'changes'})
UNWIND $keys AS wanted
MATCH (known:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})-[:MENTIONS]->(person)
USING INDEX SEEK known:Record(source, key, loader)
SET person.changedIn = feed.seq
