// Return institutions that wrote papers together with an institution, with the number of papers and their first and last
// year. The 10,000 newest papers of the institution are read.
// @param id: string  the institution's ID
// @returns node: node, papers: int, firstYear: int?, lastYear: int?
MATCH (institution:Institution {id: $id})
CALL (institution) {
  MATCH (institution)<-[:WRITTEN_AT]-(paper)
  WITH DISTINCT paper
  RETURN paper ORDER BY paper.ord LIMIT 10000
}
MATCH (paper)-[:WRITTEN_AT]->(partner)
WHERE partner <> institution
WITH DISTINCT partner, paper
RETURN partner AS node, count(*) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
