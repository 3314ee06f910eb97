// Which properties relationships carry, by type, how often and of what type.
// @returns relationship: string, property: string, type: string, edges: int
// @scan because every relationship is counted
MATCH ()-[r]->()
UNWIND keys(r) AS property
RETURN type(r) AS relationship, property, valueType(r[property]) AS type, count(*) AS edges
ORDER BY relationship, property, type
