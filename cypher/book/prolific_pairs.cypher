// Which pairs of people wrote most together?
// @param limit: int  maximum number of pairs
// @returns one: string, other: string, papers: int, firstYear: int, lastYear: int
// @scan because every pair is compared
// @example
MATCH (one:Researcher)-[pair:COLLABORATED_WITH]->(other)
WITH one, other, pair ORDER BY pair.papers DESC LIMIT $limit
RETURN one.name AS one, other.name AS other, pair.papers AS papers, pair.firstYear AS firstYear, pair.lastYear AS lastYear
ORDER BY papers DESC, one, other
