// Join records to the funder that they describe.
// @param rows: list<map>    source, key, loader, entity (its id), byline
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX record:Record(source, key, loader)
MATCH (entity:Funder {id: row.entity})
USING INDEX entity:Funder(id)
CREATE (record)-[:DESCRIBES {byline: row.byline}]->(entity)
