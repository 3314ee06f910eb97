// Create or update records, and link each to the load that wrote its content. The link to the earlier load keeps the
// earlier content. Records without a license have that of their source.
// @param load: string       the load's ID
// @param rows: list<map>    source, key, loader, values, seen: true if the content is new
MATCH (load:Load {id: $load})
UNWIND $rows AS row
MERGE (record:Record {source: row.source, key: row.key, loader: row.loader})
WITH load, row, record
CALL (record, row) {
  MATCH (record)-[seen:SEEN_IN]->()
  WHERE row.seen AND seen.statement IS NULL AND record.statement IS NOT NULL
  SET seen.statement = record.statement
}
SET record += row.values,
    record.license = coalesce(row.values.license, CASE WHEN row.seen THEN load.license ELSE record.license END)
FOREACH (_ IN CASE WHEN row.seen THEN [1] ELSE [] END | CREATE (record)-[:SEEN_IN]->(load))
