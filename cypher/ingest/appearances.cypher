// The volumes that papers appeared in, of those that are there; of two places in one volume the first counts.
// @param rows: list<map>    paper (its id), volume (its id without the scheme), place (from 1, the most
//                            trusted first), values
UNWIND $rows AS row
WITH row
ORDER BY row.paper, row.place
MATCH (paper:Paper {id: row.paper})
USING INDEX paper:Paper(id)
MATCH (identifier:Identifier {scheme: 'volume', value: row.volume})-[:IDENTIFIES]->(volume:Volume)
USING INDEX identifier:Identifier(scheme, value)
MERGE (paper)-[appeared:APPEARED_IN]->(volume)
ON CREATE SET appeared = row.values
SET volume:Stale
