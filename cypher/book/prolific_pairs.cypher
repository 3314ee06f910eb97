// Which pairs of people wrote most together?
// @param limit: int  maximum number of pairs
// @returns one: string, other: string, papers: int, firstYear: int, lastYear: int
// @scan because every pair is compared
// @example
MATCH (start:Researcher)-[pair:COLLABORATED_WITH]->(end)
WITH pair, CASE WHEN start.ord < end.ord THEN [start, end] ELSE [end, start] END AS people
WITH people[0] AS one, people[1] AS other, pair
ORDER BY pair.papers DESC, one.ord, other.ord
LIMIT $limit
RETURN one.name AS one, other.name AS other, pair.papers AS papers, pair.firstYear AS firstYear, pair.lastYear AS lastYear
