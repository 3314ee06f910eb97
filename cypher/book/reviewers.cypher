// Who could review a paper? Authors of at least one paper that it cites, who are not its authors and have not written
// with them since a year.
// @param arxiv: string  arXiv ID of the paper
// @param since: int  year since which a joint paper is a conflict of interest
// @param limit: int  maximum number of people
// @returns candidate: string, citedPapers: int, examples: list<string>
// @example arxiv=2205.05198 since=2019
MATCH (:Identifier {scheme: 'arxiv', value: $arxiv})-[:IDENTIFIES]->(paper:Paper)
MATCH (paper)-[:CITES]->(work)<-[:AUTHORED]-(candidate)
WHERE work.authorCount <= 100 AND NOT EXISTS { (candidate)-[:AUTHORED]->(paper) } AND NOT EXISTS {
  MATCH (candidate)-[pair:COLLABORATED_WITH]-(author)-[:AUTHORED]->(paper)
  WHERE pair.lastYear IS NULL OR pair.lastYear >= $since
}
WITH candidate, work ORDER BY work.ord
WITH candidate, count(*) AS citedPapers, collect(work.title)[..2] AS examples
ORDER BY citedPapers DESC, candidate.ord
LIMIT $limit
RETURN candidate.name AS candidate, citedPapers, examples
