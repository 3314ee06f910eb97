// Return joint papers of two researchers that satisfy the conditions of a path: the five most cited, then the newest.
// @param fromId: string  ID of the first researcher
// @param toId: string  ID of the second researcher
// @param since: int?  first year
// @param until: int?  last year
// @param topics: list<string>  IDs of topics; empty for any
// @param venues: list<string>  IDs of venues; empty for any
// @param excludePapers: list<string>  IDs of papers to leave out
// @returns node: node
MATCH (one:Researcher {id: $fromId}), (other:Researcher {id: $toId})
WITH CASE WHEN coalesce(one.paperCount, 0) <= coalesce(other.paperCount, 0) THEN [one, other] ELSE [other, one] END AS pair
WITH pair[0] AS one, pair[1] AS other // expand from the researcher with fewer papers
MATCH (one)-[:AUTHORED]->(paper:Paper)
WHERE EXISTS { (paper)<-[:AUTHORED]-(other) }
  AND ($since IS NULL OR paper.year >= $since) AND ($until IS NULL OR paper.year <= $until)
  AND NOT paper.id IN $excludePapers
  AND (size($topics) = 0 OR EXISTS { (paper)-[:ABOUT]->(topic:Topic WHERE topic.id IN $topics) })
  AND (size($venues) = 0 OR EXISTS {
    (paper)-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue WHERE venue.id IN $venues) })
WITH DISTINCT paper
ORDER BY coalesce(paper.citationCount, 0) DESC, paper.ord
WITH collect(paper) AS papers
WITH papers[..5] AS cited, papers[5..] AS others
CALL (others) {
  UNWIND others AS paper
  WITH paper ORDER BY paper.ord LIMIT 5
  RETURN collect(paper) AS newest
}
UNWIND cited + newest AS node
RETURN node
