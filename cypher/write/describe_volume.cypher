// Join records to the volume that they describe.
// @param rows: list<map>    source, key, loader, entity (its key)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX record:Record(source, key, loader)
MATCH (entity:Volume {key: row.entity})
CREATE (record)-[:DESCRIBES]->(entity)
