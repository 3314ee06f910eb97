// How often a paper was cited by papers of each year, newest first.
// @param id: string  the paper
// @returns year: int, citations: int
MATCH (:Paper {id: $id})<-[:CITES]-(citing)
WHERE citing.year IS NOT NULL
RETURN citing.year AS year, count(citing) AS citations
ORDER BY year DESC
