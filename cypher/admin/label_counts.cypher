// How many nodes each label has, from the counts that Neo4j keeps for labels in use.
// @returns label: string, nodes: int
// @scan because every node is counted
MATCH (n)
UNWIND labels(n) AS label
RETURN label, count(*) AS nodes
ORDER BY label
