// Return the number of relationships per type.
// @returns name: string, total: int
// @row CountRow
// @scan because every relationship is counted
MATCH ()-[r]->()
RETURN type(r) AS name, count(*) AS total
ORDER BY name
