// People of whom records spoke that are about to be written anew or removed: something of them changes.
// @param keys: list<any>    [source, key, loader] of each record
MATCH (feed:ChangeFeedCounter {name: 'changes'})
UNWIND $keys AS wanted
MATCH (:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})-[:MENTIONS]->(person)
SET person.changedIn = feed.seq
