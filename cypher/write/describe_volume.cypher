// Join records to the volume that they describe.
// @param rows: list<map>    source, key, loader, entity (its id), byline
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX record:Record(source, key, loader)
MATCH (entity:Volume {id: row.entity})
USING INDEX entity:Volume(id)
CREATE (record)-[:DESCRIBES {byline: row.byline}]->(entity)
