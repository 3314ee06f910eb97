// Which topics meet in the same papers, and more often than by chance? Lift 1 is what independent topics would have.
// @param limit: int  maximum number of pairs
// @returns one: string, other: string, papers: int, lift: float
// @scan because every pair of topics is compared
// @example
MATCH (paper:Paper)
WHERE EXISTS { (paper)-[:ABOUT]->() }
WITH count(*) AS total
MATCH (one:Topic)<-[:ABOUT]-(paper)-[:ABOUT]->(other:Topic)
WHERE one.ord < other.ord
WITH total, one, other, count(*) AS papers
ORDER BY papers DESC, one.ord, other.ord
LIMIT $limit
RETURN one.code AS one, other.code AS other, papers,
       round(toFloat(papers) * total / (one.paperCount * other.paperCount), 2) AS lift
