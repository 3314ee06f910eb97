// How many nodes each label has, from the counts that Neo4j keeps for labels in use.
// @returns name: string, total: int
// @row CountRow
// @scan because every node is counted
MATCH (n)
UNWIND labels(n) AS label
RETURN label AS name, count(*) AS total
ORDER BY name
