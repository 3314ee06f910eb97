// Return the number of nodes per label, from the counts that Neo4j keeps.
// @returns name: string, total: int
// @row CountRow
// @scan because every node is counted
MATCH (n)
UNWIND labels(n) AS label
RETURN label AS name, count(*) AS total
ORDER BY name
