// Which share of the papers of each year is never cited in this graph?
// @returns year: int, papers: int, uncited: float, meanCitations: float
// @scan because every paper is counted
// @example
MATCH (paper:Paper)
WHERE paper.year IS NOT NULL
RETURN paper.year AS year, count(*) AS papers,
       round(avg(CASE WHEN paper.citationCount = 0 THEN 1.0 ELSE 0.0 END), 3) AS uncited,
       round(avg(paper.citationCount), 2) AS meanCitations
ORDER BY year
