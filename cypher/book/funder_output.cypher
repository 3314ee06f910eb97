// What do funders fund? Papers, open access and citations of each funder since a year.
// @param since: int  first year of publication
// @param limit: int  maximum number of funders
// @returns funder: string, papers: int, awards: int, openAccess: int, citations: int
// @scan because every funder is compared
// @example since=1900
MATCH (funder:Funder)<-[funded:FUNDED_BY]-(paper)
WHERE paper.year >= $since
WITH funder, count(paper) AS papers, sum(size(funded.awards)) AS awards,
     sum(CASE WHEN paper.openAccess THEN 1 ELSE 0 END) AS openAccess, sum(paper.citationCount) AS citations
ORDER BY papers DESC, funder.ord
LIMIT $limit
RETURN funder.name AS funder, papers, awards, openAccess, citations
