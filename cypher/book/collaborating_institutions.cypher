// Which institutions write papers together?
// @param limit: int  maximum number of pairs
// @returns one: string, other: string, papers: int
// @scan because every institution is compared
// @example
MATCH (one:Institution)<-[:WRITTEN_AT]-(paper)-[:WRITTEN_AT]->(other:Institution)
WHERE one.id < other.id
WITH one, other, count(DISTINCT paper) AS papers
RETURN one.name AS one, other.name AS other, papers
ORDER BY papers DESC, one, other
LIMIT $limit
