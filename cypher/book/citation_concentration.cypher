// How unequal are citations? Share of all citations that the most cited tenth of the papers of each year receives.
// @returns year: int, papers: int, citations: int, shareOfTopTenth: float
// @scan because every paper is counted
// @example
MATCH (paper:Paper)
WHERE paper.year IS NOT NULL
WITH paper ORDER BY paper.citationCount DESC
WITH paper.year AS year, collect(paper.citationCount) AS counts
WITH year, counts, reduce(sum = 0, number IN counts | sum + number) AS citations
WHERE citations > 0
RETURN year, size(counts) AS papers, citations,
       round(toFloat(reduce(sum = 0, number IN counts[..toInteger(ceil(size(counts) / 10.0))] | sum + number))
             / citations, 3) AS shareOfTopTenth
ORDER BY year
