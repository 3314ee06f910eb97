// Link records to the topic that they describe.
// @param rows: list<map>    source, key, loader, scheme, code
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
MATCH (entity:Topic {scheme: row.scheme, code: row.code})
USING INDEX SEEK entity:Topic(scheme, code)
CREATE (record)-[:DESCRIBES]->(entity)
