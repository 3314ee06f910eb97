// Return volumes with the same title and year, or venue and number, that no single source lists as two.
// @param after: string    only greater keys; empty: all
// @param limit: int       maximum number of keys
// @returns key: string, candidates: list<map>
// @row DuplicateRow
// @scan because only curators run it, and duplicates are known only after all titles are read
MATCH (volume:Volume)
WITH volume, toLower(volume.title) AS title
WITH volume, CASE WHEN title = 'without volume' OR title = 'volume ' + toLower(volume.number)
  THEN [(volume)-[:PART_OF]->(venue:Venue) | venue.id + '/' + title]
  ELSE [title + '/' + coalesce(toString(volume.year), '')] END AS keys
UNWIND keys AS key
WITH key, volume
WHERE key > $after
WITH key, collect(volume) AS volumes
WHERE size(volumes) > 1
WITH key, [volume IN volumes | {
  volume: volume, sources: COLLECT { MATCH (volume)<-[:DESCRIBES]-(record) RETURN DISTINCT record.source }
}] AS said
WHERE any(one IN said WHERE any(other IN said
  WHERE one.volume.id < other.volume.id AND none(source IN one.sources WHERE source IN other.sources)))
RETURN key, [one IN said | {id: one.volume.id, name: one.volume.title}] AS candidates
ORDER BY key
LIMIT $limit
