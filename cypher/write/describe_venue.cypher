// Join records to the venue that they describe.
// @param rows: list<map>    source, key, loader, entity (its id), byline
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX record:Record(source, key, loader)
MATCH (entity:Venue {id: row.entity})
USING INDEX entity:Venue(id)
CREATE (record)-[:DESCRIBES {byline: row.byline}]->(entity)
