// Which papers were recognized late? The beauty coefficient of Ke, Ferrara, Radicchi and Flammini (2015): how far the
// citations of each year stay below the line from the first year to the year with most citations.
// @param citations: int  minimum number of citations
// @param limit: int  maximum number of papers
// @returns title: string, year: int, citations: int, peakYear: int, beauty: float
// @example citations=3
MATCH (paper:Paper)
WHERE paper.citationCount >= $citations AND paper.id IS NOT NULL AND paper.year IS NOT NULL
MATCH (paper)<-[:CITES]-(citing)
WHERE citing.year >= paper.year
WITH paper, citing.year - paper.year AS age, count(*) AS number
ORDER BY age
WITH paper, collect([age, number]) AS counts
WITH paper, counts, reduce(best = [0, 0], one IN counts | CASE WHEN one[1] > best[1] THEN one ELSE best END) AS peak,
     coalesce([one IN counts WHERE one[0] = 0 | one[1]][0], 0) AS first
WHERE peak[0] > 0
WITH paper, peak, reduce(sum = 0.0, age IN range(0, peak[0]) | sum +
       (toFloat(peak[1] - first) / peak[0] * age + first - coalesce([one IN counts WHERE one[0] = age | one[1]][0], 0))
       / coalesce([one IN counts WHERE one[0] = age AND one[1] > 1 | one[1]][0], 1)) AS beauty
ORDER BY beauty DESC, paper.ord
LIMIT $limit
RETURN paper.title AS title, paper.year AS year, paper.citationCount AS citations, paper.year + peak[0] AS peakYear,
       round(beauty, 2) AS beauty
