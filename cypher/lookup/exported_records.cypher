// Records of one source as they were said, in the order of their keys, from a record on.
// @param source: string          whose
// @param key: string             go on behind this key ...
// @param loader: string          ... and this loader
// @param licenses: list<string>  under these licenses alone; empty for any
// @param limit: int              at most this many
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
