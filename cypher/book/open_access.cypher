// How many papers of each year are open access, and are they cited more? Papers with unknown access are not counted.
// @returns year: int, papers: int, openAccess: float, meanCitationsOpen: float?, meanCitationsClosed: float?
// @scan because every paper is counted
// @example
MATCH (paper:Paper)
WHERE paper.year IS NOT NULL AND paper.openAccess IS NOT NULL
RETURN paper.year AS year, count(*) AS papers,
       round(avg(CASE WHEN paper.openAccess THEN 1.0 ELSE 0.0 END), 3) AS openAccess,
       round(avg(CASE WHEN paper.openAccess THEN paper.citationCount END), 2) AS meanCitationsOpen,
       round(avg(CASE WHEN NOT paper.openAccess THEN paper.citationCount END), 2) AS meanCitationsClosed
ORDER BY year
