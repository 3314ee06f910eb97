// Which papers are cited together with a paper? Co-citation, with examples of the papers that cite both.
// @param paper: string  external ID of the paper with its scheme, such as arxiv:1909.08053
// @param limit: int  maximum number of papers
// @returns title: string, year: int?, citingPapers: int, examples: list<string>
// @example paper=arxiv:1909.08053
MATCH (:Identifier {scheme: split($paper, ':')[0], value: substring($paper, size(split($paper, ':')[0]) + 1)})
      -[:IDENTIFIES]->(paper:Paper)
MATCH (paper)<-[:CITES]-(citing)-[:CITES]->(other)
WHERE other <> paper
WITH other, citing ORDER BY citing.ord
WITH other, count(*) AS citingPapers, collect(citing.title)[..2] AS examples
ORDER BY citingPapers DESC, other.ord
LIMIT $limit
RETURN other.title AS title, other.year AS year, citingPapers, examples
