// Assign mentions to another person.
// @param rows: list<map>    source, key, loader, role, position, person (an ID), rule
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
MATCH (record)-[old:MENTIONS]->(before)
WHERE old.role = row.role AND old.position = row.position
MATCH (person:Researcher {id: row.person})
USING INDEX SEEK person:Researcher(id)
CREATE (record)-[mention:MENTIONS]->(person)
SET mention = properties(old), mention.rule = row.rule, before:Stale, person:Stale
DELETE old
