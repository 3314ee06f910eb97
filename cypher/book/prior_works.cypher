// Which papers do several papers of a reading list cite? Earlier works that the list may lack.
// @param papers: list<string>  external IDs of the papers with their schemes, as a JSON list
// @param limit: int  maximum number of papers
// @returns title: string, year: int?, citingPapers: int, examples: list<string>
// @example 'papers=["arxiv:2205.05198","arxiv:2201.11990","arxiv:1909.08053"]'
UNWIND $papers AS paper
MATCH (:Identifier {scheme: split(paper, ':')[0], value: substring(paper, size(split(paper, ':')[0]) + 1)})
      -[:IDENTIFIES]->(listed:Paper)
WITH collect(DISTINCT listed) AS list
UNWIND list AS listed
MATCH (listed)-[:CITES]->(work)
WHERE NOT work IN list
WITH work, listed ORDER BY listed.ord
WITH work, count(*) AS citingPapers, collect(listed.title)[..3] AS examples
WHERE citingPapers > 1
ORDER BY citingPapers DESC, work.ord
LIMIT $limit
RETURN work.title AS title, work.year AS year, citingPapers, examples
