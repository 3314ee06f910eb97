// Which pairs of a first and a last author repeat? In many fields they are students and advisors.
// @param limit: int  maximum number of pairs
// @returns first: string, last: string, papers: int, firstYear: int?, lastYear: int?
// @scan because every author list is compared
// @example
MATCH (first:Researcher)-[start:AUTHORED]->(paper)
WHERE start.position = 1 AND paper.authorCount > 1 AND paper.authorsComplete
MATCH (paper)<-[end:AUTHORED]-(last)
WHERE end.position = paper.authorCount
WITH first, last, count(*) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
ORDER BY papers DESC, first.ord, last.ord
LIMIT $limit
RETURN first.name AS first, last.name AS last, papers, firstYear, lastYear
