// Which combinations of sources describe the same papers?
// @param limit: int  maximum number of combinations
// @returns sources: list<string>, papers: int
// @scan because every paper is counted
// @example
MATCH (paper:Paper)
RETURN paper.sources AS sources, count(*) AS papers
ORDER BY papers DESC, sources
LIMIT $limit
