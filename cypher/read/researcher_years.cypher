// What a researcher published in each year, and how often the papers were cited by papers of that year, newest first.
// @param id: string  the researcher
// @returns year: int, papers: int, citations: int
MATCH (person:Researcher {id: $id})
CALL (person) {
  MATCH (person)-[:AUTHORED]->(paper)
  RETURN paper.year AS year, 1 AS written, 0 AS cited
  UNION ALL
  MATCH (person)-[:AUTHORED]->()<-[:CITES]-(citing)
  RETURN citing.year AS year, 0 AS written, 1 AS cited
}
WITH year, sum(written) AS papers, sum(cited) AS citations
WHERE year IS NOT NULL
RETURN year, papers, citations
ORDER BY year DESC
