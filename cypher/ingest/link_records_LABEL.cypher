// Link records to the entity that they describe.
// @labels Funder, Institution, Paper, Researcher, Venue, Volume
// @param rows: list<map>    source, key, loader, entity (its ID), byline
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
MATCH (entity:LABEL {id: row.entity})
USING INDEX SEEK entity:LABEL(id)
CREATE (record)-[:DESCRIBES {byline: row.byline}]->(entity)
