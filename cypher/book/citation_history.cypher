// How often was a paper cited each year, and how many of these citations come from its own authors?
// @param paper: string  external ID of the paper with its scheme, such as arxiv:1909.08053
// @returns year: int, citations: int, selfCitations: int
// @example paper=arxiv:1909.08053
MATCH (:Identifier {scheme: split($paper, ':')[0], value: substring($paper, size(split($paper, ':')[0]) + 1)})
      -[:IDENTIFIES]->(paper:Paper)
MATCH (paper)<-[:CITES]-(citing)
WHERE citing.year IS NOT NULL
RETURN citing.year AS year, count(*) AS citations,
       sum(CASE WHEN EXISTS { (paper)<-[:AUTHORED]-()-[:AUTHORED]->(citing) } THEN 1 ELSE 0 END) AS selfCitations
ORDER BY year
