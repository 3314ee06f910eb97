// Papers by stated licence, most first.
// @returns licence: string, papers: int
// @scan because every paper counts
MATCH (paper:Paper)
RETURN paper.licence AS licence, count(*) AS papers
ORDER BY papers DESC, licence
