// Return researchers with co-authors in the order of their sort keys, and their co-authors: IDs, joint papers, first
// and last year. Each pair is returned once, with only one of its two researchers.
// @param after: string    sort key; return researchers with higher ones
// @param first: int       maximum number of researchers
// @returns id: string, sortKey: string, coauthorIds: list<string>, papers: list<int>, firstYears: list<int>, lastYears: list<int>
MATCH (person:Researcher)
USING INDEX person:Researcher(ord)
WHERE person.ord > $after AND EXISTS { (person)-[:COLLABORATED_WITH]-() }
WITH person
ORDER BY person.ord
LIMIT $first
CALL (person) {
  MATCH (person)-[pair:COLLABORATED_WITH]->(other)
  RETURN collect(other.id) AS others, collect(pair.papers) AS papers, collect(coalesce(pair.firstYear, -1)) AS firstYears,
         collect(coalesce(pair.lastYear, -1)) AS lastYears
}
RETURN person.id AS id, person.ord AS sortKey, others AS coauthorIds, papers, firstYears, lastYears
