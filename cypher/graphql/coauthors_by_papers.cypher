// Return the co-authors of some researchers with whom they have a joint paper that satisfies conditions, with the years of
// these papers.
// @param ids: list<string>  IDs of the researchers
// @param minSharedPapers: int  minimum number of joint papers, of all years and topics
// @param since: int?  first year of the paper
// @param until: int?  last year of the paper
// @param topics: list<string>  IDs of topics of the paper; empty for any
// @param venues: list<string>  IDs of venues of the paper; empty for any
// @param excludePeople: list<string>  IDs of researchers to leave out
// @param excludePapers: list<string>  IDs of papers to ignore
// @returns id: string, others: list<string>, ords: list<string>, papers: list<int>, lastYears: list<int>, years: list<list<int>>
UNWIND $ids AS id
MATCH (one:Researcher {id: id})
CALL (one) {
  MATCH (one)-[:AUTHORED]->(paper:Paper)
  WHERE paper.authorCount <= 100 AND ($since IS NULL OR paper.year >= $since) AND ($until IS NULL OR paper.year <= $until)
    AND NOT paper.id IN $excludePapers
    AND (size($topics) = 0 OR EXISTS { (paper)-[:ABOUT]->(topic:Topic WHERE topic.id IN $topics) })
    AND (size($venues) = 0 OR EXISTS {
      (paper)-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue WHERE venue.id IN $venues) })
  MATCH (paper)<-[:AUTHORED]-(other:Researcher)
  WHERE other <> one AND NOT other.id IN $excludePeople
  WITH one, other, collect(DISTINCT paper.year) AS paperYears
  MATCH (one)-[step:COLLABORATED_WITH]-(other)
  WHERE step.papers >= $minSharedPapers
  RETURN collect(other.id) AS others, collect(other.ord) AS ords, collect(step.papers) AS papers,
         collect(coalesce(step.lastYear, -1)) AS lastYears, collect(paperYears) AS years
}
WITH one, others, ords, papers, lastYears, years
WHERE size(others) > 0
RETURN one.id AS id, others, ords, papers, lastYears, years
