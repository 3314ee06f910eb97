// What appeared in these volumes, as records of papers say; of two places in one volume that of the most
// trusted source. Who does not know which volume of a journal is not asked where another knows.
// @param ids: list<string>      the volumes' ids
// @param trust: list<string>    sources, the most trusted first; `table` stands for all others
UNWIND $ids AS id
MATCH (volume:Volume {id: id})<-[:IDENTIFIES]-()<-[refers:REFERS_TO {kind: 'volume'}]-(record)-[:DESCRIBES]->(paper:Paper)
WHERE refers.unnumbered IS NULL OR NOT EXISTS {
  MATCH (paper)<-[:DESCRIBES]-()-[other:REFERS_TO {kind: 'volume'}]->()
  WHERE other.unnumbered IS NULL
}
WITH volume, paper, record, refers,
     coalesce([i IN range(0, size($trust) - 1) WHERE $trust[i] = record.source][0],
              [i IN range(0, size($trust) - 1) WHERE $trust[i] = 'table'][0], size($trust)) AS rank
ORDER BY rank, record.source, record.key, record.revised IS NULL, record.revised DESC, record.loader
WITH volume, paper, collect(refers {.pages, .issue})[0] AS place
MERGE (paper)-[appeared:APPEARED_IN]->(volume)
ON CREATE SET appeared = place
SET volume:Stale, paper:Stale
