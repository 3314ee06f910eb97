// Write in which volumes papers appeared, if the volume exists. Of two positions in one volume, the first counts.
// @param rows: list<map>    paper (its ID), volume (its ID without the scheme), place (from 1, by source priority), values
UNWIND $rows AS row
WITH row
ORDER BY row.paper, row.place
MATCH (paper:Paper {id: row.paper})
USING INDEX SEEK paper:Paper(id)
MATCH (identifier:Identifier {scheme: 'volume', value: row.volume})-[:IDENTIFIES]->(volume:Volume)
USING INDEX SEEK identifier:Identifier(scheme, value)
MERGE (paper)-[appeared:APPEARED_IN]->(volume)
ON CREATE SET appeared = row.values
SET volume:Stale
