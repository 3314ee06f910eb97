// How complete are the data? Share of the papers of each year with known references, institutions, funding and
// abstract. Check it before you compare years.
// @returns year: int, papers: int, references: float, institutions: float, funding: float, abstract: float
// @scan because every paper is counted
// @example
MATCH (paper:Paper)
WHERE paper.year IS NOT NULL
RETURN paper.year AS year, count(*) AS papers,
       round(avg(CASE WHEN paper.referencesKnown THEN 1.0 ELSE 0.0 END), 3) AS references,
       round(avg(CASE WHEN paper.institutionsKnown THEN 1.0 ELSE 0.0 END), 3) AS institutions,
       round(avg(CASE WHEN paper.fundingKnown THEN 1.0 ELSE 0.0 END), 3) AS funding,
       round(avg(CASE WHEN paper.abstract IS NOT NULL THEN 1.0 ELSE 0.0 END), 3) AS abstract
ORDER BY year
