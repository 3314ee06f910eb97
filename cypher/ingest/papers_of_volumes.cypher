// Papers in these volumes, from records of papers. Of two positions in one volume, the one of the source with the
// highest priority. A record without a volume number counts only if no other record has one.
// @param ids: list<string>      the volumes' ids
// @param ranks: map             where a source stands, 0 is the most trusted; `table`: all others
UNWIND $ids AS id
MATCH (volume:Volume {id: id})<-[:IDENTIFIES]-()<-[refers:REFERS_TO {kind: 'volume'}]-(record)-[:DESCRIBES]->(paper:Paper)
WHERE refers.unnumbered IS NULL OR NOT EXISTS {
  MATCH (paper)<-[:DESCRIBES]-()-[other:REFERS_TO {kind: 'volume'}]->()
  WHERE other.unnumbered IS NULL
}
WITH volume, paper, record, refers,
     coalesce($ranks[record.source], $ranks.table) AS rank
ORDER BY rank, record.source, record.key, record.revised IS NULL, record.revised DESC, record.loader
WITH volume, paper, collect(refers {.pages, .issue})[0] AS place
MERGE (paper)-[appeared:APPEARED_IN]->(volume)
ON CREATE SET appeared = place
SET volume:Stale, paper:Stale
