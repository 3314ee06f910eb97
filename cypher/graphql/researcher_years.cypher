// Return the number of papers of a researcher per year, and the number of citations of the papers by papers of
// that year.
// @param id: string          the researcher
// @param since: int          first year
// @param until: int          last year
// @param sortField: string   order: papers or citations; any other value: year
// @param direction: int      1: smallest first, -1: largest first
// @returns year: int, papers: int, citations: int
MATCH (person:Researcher {id: $id})
CALL (person) {
  MATCH (person)-[:AUTHORED]->(paper)
  RETURN paper.year AS year, 1 AS written, 0 AS cited
  UNION ALL
  MATCH (person)-[:AUTHORED]->()<-[:CITES]-(citing)
  RETURN citing.year AS year, 0 AS written, 1 AS cited
}
WITH year, written, cited
WHERE $since <= year <= $until
WITH year, sum(written) AS papers, sum(cited) AS citations
RETURN year, papers, citations
ORDER BY CASE $sortField WHEN 'papers' THEN papers WHEN 'citations' THEN citations ELSE year END * $direction, year * $direction
