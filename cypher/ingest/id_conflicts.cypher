// Write the IDs that records state although another record of their source owns them.
// @param rows: list<map>    source, key, loader, ids ([scheme, value] each)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
UNWIND row.ids AS id
MERGE (identifier:Identifier {scheme: id[0], value: id[1]})
CREATE (record)-[:CLAIMS_CONFLICTING_ID]->(identifier)
