// Which share of the papers of each year has authors in several institutions, and in several countries? Only
// papers with known institutions count.
// @returns year: int, papers: int, severalInstitutions: float, severalCountries: float
// @scan because every affiliation is compared
// @example
MATCH (paper)-[:WRITTEN_AT]->(institution)
WHERE paper.year IS NOT NULL
WITH paper, count(DISTINCT institution) AS institutions, count(DISTINCT institution.countryCode) AS countries
RETURN paper.year AS year, count(*) AS papers,
       round(avg(CASE WHEN institutions > 1 THEN 1.0 ELSE 0.0 END), 3) AS severalInstitutions,
       round(avg(CASE WHEN countries > 1 THEN 1.0 ELSE 0.0 END), 3) AS severalCountries
ORDER BY year
