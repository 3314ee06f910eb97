// What by-lines and records of a person say of them, the most trusted source first: now, or what was there before a load.
// @param id: string             the researcher's id
// @param member: string         name, ids or affiliations
// @param trust: list<string>    sources, the most trusted first
// @param asOf: string           a load's id; null for now
// @returns statements: list<map>
MATCH (person:Researcher {id: $id})<-[mention:MENTIONS]-(record)
CALL (record) {
  MATCH (record)-[:SEEN_IN]->(load)
  WHERE $asOf IS NULL OR load.id < $asOf
  RETURN load
  ORDER BY load.id DESC
  LIMIT 1
}
WITH record, load, mention,
     coalesce([place IN range(0, size($trust) - 1) WHERE $trust[place] = record.source][0], size($trust)) AS rank
ORDER BY rank, record.source, record.key, record.loader, mention.role, mention.position
LIMIT 1000
RETURN collect({
  source: record.source, loader: record.loader, key: record.key, url: record.url, revised: record.revised,
  rule: mention.rule, load: load.id, seen: load.startedAt, statement: null, member: $member,
  stated: CASE $member
    WHEN 'name' THEN [mention.nameAsWritten]
    WHEN 'ids' THEN mention.ids
    ELSE mention.affiliations
  END
}) AS statements
