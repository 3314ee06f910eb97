// What does an institution publish each year, how often is it cited, and how much of it is international?
// @param ror: string  ROR ID of the institution without address, such as 03jdj4y14
// @returns year: int, papers: int, authors: int, citations: int, international: int
// @example ror=03jdj4y14
MATCH (:Identifier {scheme: 'ror', value: $ror})-[:IDENTIFIES]->(institution:Institution)<-[written:WRITTEN_AT]-(paper)
WHERE paper.year IS NOT NULL
WITH institution, paper, count(DISTINCT written.position) AS authors
RETURN paper.year AS year, count(*) AS papers, sum(authors) AS authors, sum(paper.citationCount) AS citations,
       sum(CASE WHEN EXISTS {
         MATCH (paper)-[:WRITTEN_AT]->(other) WHERE other.countryCode <> institution.countryCode
       } THEN 1 ELSE 0 END) AS international
ORDER BY year
