// Return the properties of relationships by type, with type and number of relationships.
// @returns owner: string, property: string, type: string, total: int
// @row PropertyCountRow
// @scan because every relationship is counted
MATCH ()-[r]->()
UNWIND keys(r) AS property
RETURN type(r) AS owner, property, valueType(r[property]) AS type, count(*) AS total
ORDER BY owner, property, type
