// Write the papers in these volumes, as records of papers state them. Of two positions in one volume, the source
// with the highest priority decides. A record without a volume number counts only if no other record has one.
// @param ids: list<string>      the volumes' IDs
// @param ranks: map             rank of each source, 0 is the highest priority; `table`: rank of all others
UNWIND $ids AS id
MATCH (volume:Volume {id: id})<-[:IDENTIFIES]-()<-[refers:REFERS_TO {kind: 'volume'}]-(record)-[:DESCRIBES]->(paper:Paper)
USING INDEX SEEK volume:Volume(id)
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
