// How many relationships of each type there are.
// @returns type: string, edges: int
// @scan because every relationship is counted
MATCH ()-[r]->()
RETURN type(r) AS type, count(*) AS edges
ORDER BY type
