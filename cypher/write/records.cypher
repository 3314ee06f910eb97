// Records as they were said, each joined to the load that brought its content.
// @param load: string       the load's id
// @param rows: list<map>    source, key, loader, values, seen (false where the content is not new)
MATCH (load:Load {id: $load})
UNWIND $rows AS row
MERGE (record:Record {source: row.source, key: row.key, loader: row.loader})
SET record += row.values
FOREACH (_ IN CASE WHEN row.seen THEN [1] ELSE [] END | CREATE (record)-[:SEEN_IN]->(load))
