// Assign records of people to another person, because their IDs belong to that person.
// @param rows: list<map>    source, key, loader, person (an ID)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
MATCH (record)-[before:DESCRIBES]->(:Researcher)
MATCH (person:Researcher {id: row.person})
USING INDEX SEEK person:Researcher(id)
DELETE before
CREATE (record)-[:DESCRIBES]->(person)
