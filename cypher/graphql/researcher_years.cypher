// Papers of a researcher per year, and citations of the papers by papers of that year.
// @param id: string       the researcher
// @param since: int       not before this year
// @param until: int       not after this year
// @param by: string       papers or citations, or the year where it is anything else
// @param way: int         1: smallest first, -1: largest first
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
ORDER BY CASE $by WHEN 'papers' THEN papers WHEN 'citations' THEN citations ELSE year END * $way, year * $way
