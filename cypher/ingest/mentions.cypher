// Write the mentions in records, each linked to its person.
// @param rows: list<map>    source, key, loader, mentions (person: an ID, values)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
UNWIND row.mentions AS said
MATCH (person:Researcher {id: said.person})
USING INDEX SEEK person:Researcher(id)
CREATE (record)-[mention:MENTIONS]->(person)
SET mention = said.values, person:Stale
