// How long do authors stay in the field? Years from the first to the last paper, by year of the first paper.
// @returns firstYear: int, authors: int, meanYears: float, onlyOneYear: float, meanPapers: float
// @scan because every researcher is counted
// @example
MATCH (person:Researcher)
WHERE person.firstYear IS NOT NULL
RETURN person.firstYear AS firstYear, count(*) AS authors,
       round(avg(person.lastYear - person.firstYear + 1), 2) AS meanYears,
       round(avg(CASE WHEN person.lastYear = person.firstYear THEN 1.0 ELSE 0.0 END), 3) AS onlyOneYear,
       round(avg(person.paperCount), 2) AS meanPapers
ORDER BY firstYear
