// Return the values of a field in each record of a paper, by source priority: at present, or after an earlier load.
// Predictions of Byline's classifier count for topics only. Return no row if the load does not exist. Values of
// unloaded sources are not stored: `unloaded` lists their loaders.
// @param id: string             the paper's ID
// @param member: string         name of the field in the records
// @param ranks: map             rank of each source, 0 is the highest priority; `table`: rank of all others
// @param asOf: string           largest ID of the loads that count; null: all loads
// @param asOfLoad: string       ID of the load that was named; null: a time was named, or nothing
// @returns statements: list<map>, unloaded: list<string>
// @scan because there are few loads
WITH $id AS wanted
OPTIONAL MATCH (named:Load {id: $asOfLoad})
WITH wanted, named
WHERE named IS NOT NULL OR $asOfLoad IS NULL
CALL () {
  MATCH (gone:Load)
  WHERE gone.id > $asOf AND gone.loader STARTS WITH 'unload '
  WITH DISTINCT substring(gone.loader, size('unload ')) AS loader
  WHERE EXISTS { MATCH (was:Load {loader: loader}) WHERE was.id <= $asOf }
  WITH loader ORDER BY loader
  RETURN collect(loader) AS unloaded
}
CALL (wanted) {
  MATCH (paper:Paper {id: wanted})<-[:DESCRIBES]-(record)
  WHERE record.source <> 'byline' OR $member = 'topics'
  CALL (record) {
    MATCH (record)-[seen:SEEN_IN]->(load)
    WHERE $asOf IS NULL OR load.id <= $asOf
    RETURN load, coalesce(seen.statement, record.statement) AS statement
    ORDER BY load.id DESC
    LIMIT 1
  }
  WITH record, load, statement,
       coalesce($ranks[record.source], $ranks.table) AS rank
  ORDER BY rank, record.source, record.key, record.loader
  LIMIT 1000
  RETURN collect({
    source: record.source, loader: record.loader, key: record.key, url: record.url, revised: record.revised,
    rule: record.rule, load: load.id, seen: load.startedAt, statement: statement, member: $member, stated: null,
    otherwise: CASE $member WHEN 'kind' THEN 'article' END,
    leads: CASE $member WHEN 'appeared_in' THEN COLLECT {
      MATCH (record)-[:REFERS_TO {kind: 'volume'}]->()-[:IDENTIFIES]->(volume:Volume) RETURN DISTINCT volume.id
    }[0] END
  }) AS statements
}
RETURN statements, unloaded
