// What each record of a volume says, the most trusted source first: now, or before a load.
// @param id: string             the volume's id
// @param member: string         the member of the records that is asked for
// @param trust: list<string>    sources, the most trusted first
// @param asOf: string           a load's id; null for now
// @returns statements: list<map>
MATCH (volume:Volume {id: $id})<-[:DESCRIBES]-(record)
CALL (record) {
  MATCH (record)-[seen:SEEN_IN]->(load)
  WHERE $asOf IS NULL OR load.id < $asOf
  RETURN load, coalesce(seen.statement, record.statement) AS statement
  ORDER BY load.id DESC
  LIMIT 1
}
WITH record, load, statement,
     coalesce([place IN range(0, size($trust) - 1) WHERE $trust[place] = record.source][0], size($trust)) AS rank
ORDER BY rank, record.source, record.key, record.loader
LIMIT 1000
RETURN collect({
  source: record.source, loader: record.loader, key: record.key, url: record.url, revised: record.revised,
  rule: record.rule, load: load.id, seen: load.startedAt, statement: statement, member: $member, stated: null
}) AS statements
