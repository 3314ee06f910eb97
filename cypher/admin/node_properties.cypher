// Which properties nodes carry, by label, how often and of what type.
// @returns label: string, property: string, type: string, nodes: int
// @scan because every node is counted
MATCH (n)
UNWIND labels(n) AS label
UNWIND keys(n) AS property
RETURN label, property, valueType(n[property]) AS type, count(*) AS nodes
ORDER BY label, property, type
