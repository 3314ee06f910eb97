// Return the number of citations of a paper by year of the citing paper.
// @param id: string          the paper
// @param since: int          first year
// @param until: int          last year
// @param sortField: string   order: citations; any other value: year
// @param direction: int      1: smallest first, -1: largest first
// @returns year: int, citations: int
MATCH (:Paper {id: $id})<-[:CITES]-(citing)
WHERE $since <= citing.year <= $until
WITH citing.year AS year, count(citing) AS citations
RETURN year, citations
ORDER BY CASE $sortField WHEN 'citations' THEN citations ELSE year END * $direction, year * $direction
