// Return the values of a field in the records and mentions of a person, by source priority: at present, or after
// an earlier load. Return no row if the load does not exist. Values of unloaded sources are not stored: `unloaded` lists
// their loaders. Values that the person hides are omitted.
// @param id: string             the researcher's ID
// @param member: string         name, ids, affiliations, role, headline, homepage or open_to_collaborate
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
  MATCH (person:Researcher {id: wanted})<-[mention:MENTIONS]-(record)
  CALL (record) {
    MATCH (record)-[:SEEN_IN]->(load)
    WHERE $asOf IS NULL OR load.id <= $asOf
    RETURN load
    ORDER BY load.id DESC
    LIMIT 1
  }
  WITH record, load, mention, person.name AS name, coalesce(person.hiddenFields, []) AS hidden, CASE $member
         WHEN 'name' THEN [mention.nameAsWritten]
         WHEN 'ids' THEN mention.ids
         WHEN 'affiliations' THEN mention.affiliations
         WHEN 'role' THEN record.personRole
         WHEN 'headline' THEN record.headline
         WHEN 'homepage' THEN record.homepage
         ELSE record.openToCollaborate
       END AS stated
  WHERE ($member IN ['name', 'ids', 'affiliations'] OR mention.role = 'person' AND mention.position = 1 AND stated IS NOT NULL)
    AND NOT CASE $member WHEN 'open_to_collaborate' THEN 'openToCollaborate' ELSE $member END IN hidden
    AND ($member <> 'name' OR NOT 'aliases' IN hidden OR mention.nameAsWritten = name)
  WITH record, load, mention, stated,
       coalesce($ranks[record.source], $ranks.table) AS rank
  ORDER BY rank, record.source, record.key, record.loader, mention.role, mention.position
  LIMIT 1000
  RETURN collect({
    source: record.source, loader: record.loader, key: record.key, url: record.url, revised: record.revised,
    rule: mention.rule, load: load.id, seen: load.startedAt, statement: null, member: $member,
    stated: stated
  }) AS statements
}
RETURN statements, unloaded
