// How often a paper was cited by papers of each year.
// @param id: string       the paper
// @param since: int       not before this year
// @param until: int       not after this year
// @param by: string       citations, or the year where it is anything else
// @param way: int         1: smallest first, -1: largest first
// @returns year: int, citations: int
MATCH (:Paper {id: $id})<-[:CITES]-(citing)
WHERE $since <= citing.year <= $until
WITH citing.year AS year, count(citing) AS citations
RETURN year, citations
ORDER BY CASE $by WHEN 'citations' THEN citations ELSE year END * $way, year * $way
