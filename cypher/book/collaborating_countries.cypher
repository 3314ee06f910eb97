// Which countries write papers together, and since when?
// @param since: int  first year of publication
// @param limit: int  maximum number of pairs
// @returns one: string, other: string, papers: int, firstYear: int, lastYear: int
// @scan because every institution is compared
// @example since=1900
MATCH (paper)-[:WRITTEN_AT]->(institution:Institution)
WHERE paper.year >= $since AND institution.country IS NOT NULL
WITH DISTINCT paper, institution.country AS country ORDER BY country
WITH paper, collect(country) AS countries
WHERE size(countries) > 1
UNWIND range(0, size(countries) - 2) AS i
UNWIND range(i + 1, size(countries) - 1) AS j
WITH countries[i] AS one, countries[j] AS other, paper
RETURN one, other, count(*) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
ORDER BY papers DESC, one, other
LIMIT $limit
