// How many authors of each year publish for the first time?
// @returns year: int, authors: int, newAuthors: int, share: float
// @scan because every author list is counted
// @example
MATCH (paper:Paper)<-[:AUTHORED]-(person)
WHERE paper.year IS NOT NULL
WITH DISTINCT paper.year AS year, person
WITH year, count(*) AS authors, sum(CASE WHEN person.firstYear = year THEN 1 ELSE 0 END) AS newAuthors
RETURN year, authors, newAuthors, round(toFloat(newAuthors) / authors, 3) AS share
ORDER BY year
