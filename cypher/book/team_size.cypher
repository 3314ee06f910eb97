// How large are the teams of authors, year by year? Only papers with a complete author list count.
// @returns year: int, papers: int, meanAuthors: float, medianAuthors: float, singleAuthor: float
// @scan because every paper is counted
// @example
MATCH (paper:Paper)
WHERE paper.year IS NOT NULL AND paper.authorsComplete AND paper.authorCount > 0
RETURN paper.year AS year, count(*) AS papers, round(avg(paper.authorCount), 2) AS meanAuthors,
       toFloat(percentileCont(paper.authorCount, 0.5)) AS medianAuthors,
       round(avg(CASE WHEN paper.authorCount = 1 THEN 1.0 ELSE 0.0 END), 3) AS singleAuthor
ORDER BY year
