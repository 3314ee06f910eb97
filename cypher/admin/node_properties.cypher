// Return the properties of nodes by label, with type and number of nodes.
// @returns owner: string, property: string, type: string, total: int
// @row PropertyCountRow
// @scan because every node is counted
MATCH (n)
UNWIND labels(n) AS label
UNWIND keys(n) AS property
RETURN label AS owner, property, valueType(n[property]) AS type, count(*) AS total
ORDER BY owner, property, type
