// Which papers does this graph cite most?
// @param limit: int  maximum number
// @returns title: string, year: int, citations: int
// @example
MATCH (paper:Paper)
WHERE paper.citationCount > 0 AND paper.id IS NOT NULL
WITH paper ORDER BY paper.citationCount DESC, paper.id DESC LIMIT $limit
RETURN paper.title AS title, paper.year AS year, paper.citationCount AS citations
