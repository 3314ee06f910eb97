// Return the records of one source as the source states them, in the order of their keys, after a given record.
// @param source: string          name of the source
// @param key: string             key of the previous record
// @param loader: string          loader of the previous record
// @param licenses: list<string>  only records under these licenses; empty: any
// @param limit: int              maximum number
// @returns source: string, key: string, loader: string, license: string?, seen: string, statement: string
MATCH (record:Record)
WHERE record.source = $source AND record.key >= $key AND record.loader IS NOT NULL
  AND (record.key > $key OR record.loader > $loader)
  AND (size($licenses) = 0 OR record.license IN $licenses)
WITH record
ORDER BY record.source, record.key, record.loader
LIMIT $limit
CALL (record) {
  MATCH (record)-[:SEEN_IN]->(load)
  RETURN load.startedAt AS seen
  ORDER BY load.id DESC
  LIMIT 1
}
RETURN record.source AS source, record.key AS key, record.loader AS loader, record.license AS license, seen,
       record.statement AS statement
