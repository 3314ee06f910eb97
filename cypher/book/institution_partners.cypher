// With which institutions does an institution write papers, and how often are they cited?
// @param ror: string  ROR ID of the institution without address, such as 03jdj4y14
// @param limit: int  maximum number of institutions
// @returns partner: string, country: string?, papers: int, citations: int, lastYear: int?
// @example ror=03jdj4y14
MATCH (:Identifier {scheme: 'ror', value: $ror})-[:IDENTIFIES]->(institution:Institution)
MATCH (institution)<-[:WRITTEN_AT]-(paper)-[:WRITTEN_AT]->(partner)
WHERE partner <> institution
WITH DISTINCT partner, paper
WITH partner, count(*) AS papers, sum(paper.citationCount) AS citations, max(paper.year) AS lastYear
ORDER BY papers DESC, citations DESC, partner.ord
LIMIT $limit
RETURN partner.name AS partner, partner.country AS country, papers, citations, lastYear
