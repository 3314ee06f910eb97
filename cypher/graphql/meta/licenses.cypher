// Return the number of papers by stated license, the most frequent first.
// @returns license: string, papers: int
// @scan because every paper counts
MATCH (paper:Paper)
RETURN paper.license AS license, count(*) AS papers
ORDER BY papers DESC, license
