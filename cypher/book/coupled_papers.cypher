// Which papers have references in common with a paper? Bibliographic coupling, with examples of the shared references.
// @param paper: string  external ID of the paper with its scheme, such as arxiv:1909.08053
// @param limit: int  maximum number of papers
// @returns title: string, year: int?, sharedReferences: int, share: float, examples: list<string>
// @example paper=arxiv:2205.05198
MATCH (:Identifier {scheme: split($paper, ':')[0], value: substring($paper, size(split($paper, ':')[0]) + 1)})
      -[:IDENTIFIES]->(paper:Paper)
MATCH (paper)-[:CITES]->(reference)<-[:CITES]-(other)
WHERE other <> paper
WITH paper, other, reference ORDER BY reference.ord
WITH paper, other, count(*) AS sharedReferences, collect(reference.title)[..2] AS examples
WITH other, sharedReferences, examples,
     toFloat(sharedReferences) / (paper.referenceCount + other.referenceCount - sharedReferences) AS share
ORDER BY sharedReferences DESC, share DESC, other.ord
LIMIT $limit
RETURN other.title AS title, other.year AS year, sharedReferences, round(share, 3) AS share, examples
