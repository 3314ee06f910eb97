// Which papers does this graph cite most?
// @param limit: int  at most this many
// @returns title: string, year: int, citations: int
MATCH (paper:Paper)
WHERE paper.citationCount > 0
RETURN paper.title AS title, paper.year AS year, paper.citationCount AS citations
ORDER BY citations DESC, paper.id DESC
LIMIT $limit
