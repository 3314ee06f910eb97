// Return the co-authors of each researcher: IDs, joint papers, first and last year. Each pair is returned once, with only
// one of its two researchers.
// @returns id: string, coauthorIds: list<string>, papers: list<int>, firstYears: list<int>, lastYears: list<int>
// @scan because the whole network is read
MATCH (person:Researcher)
CALL (person) {
  MATCH (person)-[pair:COLLABORATED_WITH]->(other)
  RETURN collect(other.id) AS others, collect(pair.papers) AS papers, collect(coalesce(pair.firstYear, -1)) AS firstYears,
         collect(coalesce(pair.lastYear, -1)) AS lastYears
}
WITH person, others, papers, firstYears, lastYears
WHERE size(others) > 0
RETURN person.id AS id, others AS coauthorIds, papers, firstYears, lastYears
